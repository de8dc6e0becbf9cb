import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { requireUser } from "~/auth/session.server";
import { redirectWithErrors, redirectWithToast } from "~/core/http/respond.server";
import { withListState } from "~/shell/list-state.server";
import { tryWrite } from "~/core/resource/act.server";
import { revoke } from "./invitations.server";

export { default } from "~/ui/form-only";

/** Takes forms only: who comes by address is led on. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireUser(request, "team.invite");
  return redirect("/team/invitations");
}

/** Takes an invitation back. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  const done = await tryWrite((tx) => revoke(tx, me, Number(params.id)));
  const back = await withListState(request, me, "/team/invitations");
  if (!done.ok) return redirectWithErrors(back, done.errors);
  return redirectWithToast(back, {
    text: `The invitation of ${done.result.email} is revoked. Its link leads nowhere any more.`,
  });
}
