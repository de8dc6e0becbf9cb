import type { LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { runsThatHold } from "./runs.server";

/** The runs that other changes wait for: pages ask while they show one, and while a form of theirs waits for its answer. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return Response.json(runsThatHold(), { headers: { "Cache-Control": "no-store" } });
}
