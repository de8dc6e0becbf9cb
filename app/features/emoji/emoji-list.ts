import type { LoaderFunctionArgs } from "@remix-run/node";
import { config } from "config";
import { requireUser } from "~/auth/session.server";
import { allEmoji } from "./emoji.server";

/** Returns all emoji and the hosts of their pictures as JSON. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "account");
  return Response.json(
    { emoji: await allEmoji(), hosts: config.iconHosts },
    { headers: { "Cache-Control": "private, max-age=86400" } },
  );
}
