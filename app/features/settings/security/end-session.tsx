import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { write } from "db";
import { requireUser } from "~/auth/session.server";
import { describeDevice } from "~/auth/sessions/device";
import { endSession } from "~/auth/sessions/sessions.server";
import { parseForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { recordSecurity } from "~/core/resource/act.server";
import { SessionForm } from "./security-rules";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "account");
  return redirect("/settings/security");
}

/** Logs out one browser. */
export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, "account");
  const form = await parseForm(request, SessionForm);
  const ended = await write(async (tx) => {
    const ended = form.ok ? await endSession(tx, me.id, form.values.session) : undefined;
    if (ended !== undefined) await recordSecurity(tx, me, me, `logged out ${describeDevice(ended)}`);
    return ended;
  });
  const text =
    ended === undefined
      ? "That browser had been logged out already, or shown its password since. Look at the list."
      : `${describeDevice(ended)} was logged out.`;
  return redirectWithToast("/settings/security", { text });
}
