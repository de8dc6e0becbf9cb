import type { ActionFunctionArgs } from "@remix-run/node";
import type { User } from "db/schema";
import { type Danger, onceSure } from "~/auth/proof/confirm.server";
import { parseForm, unsaved } from "~/lib/form.server";
import { redirectWithToast } from "~/lib/respond.server";
import { attemptAct } from "./act.server";
import { AccessForm, givenBy } from "./forms";
import { giveAccess } from "./give.server";
import { sayAccess } from "./levels";

/** Takes the form that gives a person a level: for a change, and for letting somebody in. */
export async function takeAccessForm({ request, context }: Pick<ActionFunctionArgs, "request" | "context">, me: User, person: Pick<User, "id" | "name">) {
  return onceSure({ request, context }, me, (form) => dangerOf(request, person, form), () => give(request, me, person.id));
}

/** Nothing for a form that chooses no access: that is said where it was made. */
async function dangerOf(request: Request, { name }: Pick<User, "name">, sent: FormData): Promise<Danger | undefined> {
  const form = AccessForm.safeParse(Object.fromEntries(sent));
  const given = form.success ? givenBy(form.data) : undefined;
  if (!given || "errors" in given) return undefined;
  return {
    title: `Change the access of ${name}?`,
    text: `${name} can then sign in with access as ${sayAccess(given.to)}. They are told by mail, and so are the owners where it is more than before.`,
    button: "Change access",
    back: new URL(request.url).pathname,
  };
}

async function give(request: Request, me: User, personId: number) {
  const form = await parseForm(request, AccessForm);
  if (!form.ok) return unsaved(form);
  const given = givenBy(form.values);
  if ("errors" in given) return unsaved(form, given.errors);
  const done = await attemptAct((tx) => giveAccess(tx, me, personId, given.to, { seen: form.values.seen }));
  if (!done.ok) return unsaved(form, done.errors, done.status);
  return redirectWithToast("/team", { text: `${done.result.name} has access as ${sayAccess(done.result)} now, and is told by mail.` });
}
