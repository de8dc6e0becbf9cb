import type { ActionFunctionArgs } from "@remix-run/node";
import { write } from "db";
import { requireUser } from "~/auth/session.server";
import { currentSession } from "~/auth/sessions/cookie.server";
import { endOtherSessions } from "~/auth/sessions/sessions.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { recordSecurity } from "~/core/resource/act.server";

export { default, loader } from "./end-session";

/** Logs out every browser but this one. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const here = await currentSession(request);
  const count = await write(async (tx) => {
    const count = await endOtherSessions(tx, me.id, here);
    if (count > 0) await recordSecurity(tx, me, me, `logged out ${browsers(count)}`);
    return count;
  });
  const text =
    count === 0
      ? "You are logged in nowhere else."
      : `${count === 1 ? "The other browser was" : `${count} other browsers were`} logged out.`;
  return redirectWithToast("/settings/security", { text });
}

const browsers = (count: number) => (count === 1 ? "another browser" : `${count} other browsers`);
