/** Every kind of record under `/api`, SPEC section 7: one route for each, all alike. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { inTime } from "./in-time.server";
import { resourceAt } from "./resources.server";

export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request);
  return resourceAt(request).resource.read(request);
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request);
  return inTime(() => resourceAt(request).resource.write(me, request));
}
