/** The routes of all kinds of record, of acts on one record, and of all reports under `/api`. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import { isRecentlyAuthenticated } from "~/auth/reauthentication/reauthentication.server";
import { outOfAccessScope, outOfScope } from "~/auth/tokens/bearer.server";
import { requireUser } from "~/auth/session.server";
import { respondInTime } from "~/core/api/in-time.server";
import { endpointAt, permissionAt } from "~/core/api/registry.server";

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, permissionAt(request));
  return endpointAt(request).read(me, request);
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, permissionAt(request));
  const endpoint = endpointAt(request);
  // Checked once per request, so that a batch is written as a whole or not at all.
  let isRecent: Promise<boolean> | undefined;
  const assertRecentlyAuthenticated = async (refusal?: string) => {
    if (await (isRecent ??= isRecentlyAuthenticated(request))) return;
    throw refusal ? outOfScope(refusal) : outOfAccessScope();
  };
  const by = "token" in me ? me : { ...me, assertRecentlyAuthenticated };
  return respondInTime(() => endpoint.write(by, request));
}
