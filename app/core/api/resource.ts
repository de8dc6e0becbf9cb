/** Every kind of record under `/api`, SPEC section 7: one route for each, all alike. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { isRecentlyAuthenticated } from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import { inTime } from "./in-time.server";
import { permissionAt, resourceAt } from "./resources.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionAt(request));
  return resourceAt(request).resource.read(me, request);
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request));
  const { resource } = resourceAt(request);
  const by =
    "token" in me || resource.path !== "/api/users"
      ? me
      : { ...me, isStale: async () => !(await isRecentlyAuthenticated(request)) };
  return inTime(() => resource.write(by, request));
}
