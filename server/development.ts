import type { ServerBuild } from "@remix-run/node";
import type { RequestHandler } from "express";
import { config } from "config";
import { createApp } from "./app";
import { health } from "./health";
import { pagesOf } from "./middleware/page-of";
import { prepare, takeUpWork } from "./prepare";
import { remixPages } from "./remix";
import { countVisits } from "./middleware/visits";

/** Creates the app for `npm run dev`: Vite serves the files, and each request uses the latest build. */
export async function developmentApp({ files, build }: { files: RequestHandler; build: () => Promise<ServerBuild> }) {
  await prepare();
  await build(); // fails on invalid declarations, such as a kind of record without permissions
  takeUpWork();
  return {
    app: createApp({
      pages: remixPages(build),
      files,
      health: health(),
      visits: countVisits(pagesOf(build)),
      development: true,
    }),
    config,
  };
}
