import type { ActionFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { revokeToken } from "~/auth/tokens/api-tokens.server";
import { recordId } from "~/core/values/ids";
import { redirectWithToast } from "~/core/http/respond.server";

export { default, loader } from "./end-session";

/** Revokes an API token. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const revoked = await revokeToken(me, recordId(params.id));
  const text = revoked
    ? `“${revoked.name}” was revoked. It opens nothing any more.`
    : "You have no such token, or it was revoked already.";
  return redirectWithToast("/settings/security", { text });
}
