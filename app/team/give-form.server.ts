import type { User } from "db/schema";
import { parseForm, unsaved } from "~/lib/form.server";
import { redirectWithToast } from "~/lib/respond.server";
import { attemptAct } from "./act.server";
import { AccessForm, givenBy } from "./forms";
import { giveAccess } from "./give.server";
import { sayAccess } from "./levels";

/** Takes the form that gives a person a level: for a change, and for letting somebody in. */
export async function takeAccessForm(request: Request, me: User, personId: number) {
  const form = await parseForm(request, AccessForm);
  if (!form.ok) return unsaved(form);
  const given = givenBy(form.values);
  if ("errors" in given) return unsaved(form, given.errors);
  const done = await attemptAct((tx) => giveAccess(tx, me, personId, given.to, { seen: form.values.seen }));
  if (!done.ok) return unsaved(form, done.errors, done.status);
  return redirectWithToast("/team", { text: `${done.result.name} has access as ${sayAccess(done.result)} now, and is told by mail.` });
}
