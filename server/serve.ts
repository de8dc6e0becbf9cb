import type { ServerBuild } from "@remix-run/node";
import { config } from "config";
import { prepareDatabase } from "db/migrate";
import { createApp } from "./app";
import { listen } from "./listen";

/** Prepares the database and listens. Resolves when the server answers; throws errors with a sentence for people. */
export async function serve(build: ServerBuild) {
  await prepareDatabase();
  return listen(createApp({ build }), config);
}
