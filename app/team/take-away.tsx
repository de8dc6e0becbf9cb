import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { onceSure } from "~/auth/proof/confirm.server";
import { requireUser } from "~/auth/session.server";
import type { User } from "db/schema";
import { parseForm, unsaved } from "~/lib/form.server";
import { redirectWithToast } from "~/lib/respond.server";
import { attemptAct } from "./act.server";
import { ActForm } from "./forms";
import { giveAccess } from "./give.server";
import { sayAccess } from "./levels";
import { SureScreen } from "./sure-screen";
import { personAt } from "./person.server";
import { aboutPerson } from "./team.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `Take access away from ${data?.person.name ?? "a person"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.change");
  return aboutPerson(me, await personAt(params));
}

/** Takes somebody's access away, and ends all that they have open. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.change");
  const person = await personAt(params);
  const danger = { title: `Take access away from ${person.name}?`, text: person.uid ? "They are logged out everywhere at once and cannot sign in any more. Their API tokens are revoked." : "They have no login yet, and cannot sign in any more with one that they create.", button: "Take access away", back: `/team/people/${person.id}` };
  return onceSure({ request, context }, me, () => danger, () => takeAway(request, me, person));
}

async function takeAway(request: Request, me: User, person: User) {
  const form = await parseForm(request, ActForm);
  if (!form.ok) return unsaved(form);
  const done = await attemptAct((tx) => giveAccess(tx, me, person.id, { access: "none", areas: {} }, { seen: form.values.seen }));
  if (!done.ok) return unsaved(form, done.errors, done.status);
  return redirectWithToast("/team", { text: `${person.name} has no access any more${person.uid ? ", and is logged out everywhere" : ""}.` });
}

export { keepForm as clientAction } from "~/lib/unreached";

export default function TakeAway() {
  const { person } = useLoaderData<typeof loader>();
  return (
    <SureScreen person={person} title={`Take access away from ${person.name}?`} act="Take access away" seen={sayAccess(person)} form={useActionData<typeof action>()?.form}>
      <p>
        {person.name} has access as {sayAccess(person)}. {person.hasLogin ? "They are logged out everywhere at once, logins that are half way end, and their API tokens are revoked." : "They have no login yet."}
      </p>
      <p>They stay in the directory, with their orders, invoices and tickets, and are told by mail. You can give access again at any time.</p>
    </SureScreen>
  );
}
