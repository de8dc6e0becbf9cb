import type { ActionFunctionArgs } from "@remix-run/node";
import type { User } from "db/schema";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import type { Confirmation } from "~/core/access/confirmation";
import { reauthenticationFields } from "~/auth/reauthentication/reauthentication.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { withListState } from "~/shell/list-state.server";
import { tryWrite } from "~/core/resource/act.server";
import { AccessForm, grantOf } from "../forms";
import { giveAccess } from "./give.server";
import { type AccessGrant, accessTitle } from "~/core/access/levels";

/** Handles the form for an access level, for changes and approvals. */
export async function takeAccessForm(
  { request, context }: Pick<ActionFunctionArgs, "request" | "context">,
  me: User,
  person: Pick<User, "id" | "name">,
) {
  const form = await parseForm(request, AccessForm.extend(reauthenticationFields));
  if (!form.ok) return rejectForm(form);
  const given = grantOf(form.values);
  if ("errors" in given) return rejectForm(form, given.errors);
  const { to } = given;
  return confirmedForm({ request, context }, me, dangerOf(request, person, to), form, async () => {
    const done = await tryWrite((tx) => giveAccess(tx, me, person.id, to, { seen: form.values.seen }));
    if (!done.ok) return rejectForm(form, done.errors, done.status);
    const list = to.access === "client" ? "/team/clients" : "/team";
    return redirectWithToast(await withListState(request, me, list), {
      text: `${done.result.name} has access as ${accessTitle(done.result)} now, and is told by mail.`,
    });
  });
}

const dangerOf = (request: Request, { name }: Pick<User, "name">, to: AccessGrant): Confirmation => ({
  title: `Change the access of ${name}?`,
  text: `${name} can then sign in with access as ${accessTitle(to)}. They are told by mail, and so are the owners where it is more than before.`,
  button: "Change access",
  back: new URL(request.url).pathname,
});
