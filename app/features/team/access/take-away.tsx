import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { confirmed } from "~/auth/reauthentication/confirm.server";
import { reauthenticationFor } from "~/auth/reauthentication/reauthentication.server";
import { requireUser } from "~/auth/session.server";
import type { User } from "db/schema";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { withListState } from "~/shell/list-state.server";
import { tryWrite } from "~/core/resource/act.server";
import { ActForm } from "../forms";
import { giveAccess } from "./give.server";
import { accessTitle } from "~/core/access/levels";
import { CannotScreen, SureScreen } from "../confirm-screen";
import { personAt } from "../person.server";
import { aboutPerson } from "../team.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Take access away from ${data?.person.name ?? "a person"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.change");
  return { ...(await aboutPerson(me, await personAt(params))), proof: await reauthenticationFor(request, me) };
}

const titleFor = ({ name }: Pick<User, "name">) => `Take access away from ${name}?`;
const whatHappens = (hasLogin: boolean) =>
  hasLogin
    ? "They are logged out everywhere at once and cannot sign in any more. Their API tokens are revoked."
    : "They have no login yet, and cannot sign in any more with one that they create.";

/** Removes a user's access and ends all of their sessions. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.change");
  const person = await personAt(params);
  const danger = {
    title: titleFor(person),
    text: whatHappens(person.uid !== null),
    button: "Take access away",
    back: `/team/people/${person.id}`,
  };
  return confirmed(
    { request, context },
    me,
    () => danger,
    () => takeAway(request, me, person),
  );
}

async function takeAway(request: Request, me: User, person: User) {
  const form = await parseForm(request, ActForm);
  if (!form.ok) return rejectForm(form);
  const done = await tryWrite((tx) =>
    giveAccess(tx, me, person.id, { access: "none", areas: {} }, { seen: form.values.seen }),
  );
  if (!done.ok) return rejectForm(form, done.errors, done.status);
  return redirectWithToast(await withListState(request, me, "/team"), {
    text: `${person.name} has no access any more${person.uid ? ", and is logged out everywhere" : ""}.`,
    links: [{ href: `/team/people/${person.id}`, title: "Give access again" }],
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function TakeAway() {
  const { person, proof, why } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  if (why) return <CannotScreen person={person} title={titleFor(person)} act="Take access away" why={why} />;
  return (
    <SureScreen
      person={person}
      title={titleFor(person)}
      act="Take access away"
      seen={accessTitle(person)}
      proof={proof}
      form={form}
    >
      <p>
        {person.name} has access as {accessTitle(person)}. {whatHappens(person.hasLogin)}
      </p>
      <p>
        They stay in the directory, with their orders, invoices and tickets, and are told by mail. You can give access
        again at any time, from their page under Users.
      </p>
    </SureScreen>
  );
}
