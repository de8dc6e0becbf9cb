import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { currentSession } from "~/auth/sessions/cookie.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { withListState } from "~/shell/list-state.server";
import { tryWrite } from "~/core/resource/act.server";
import { endAllSessions } from "./end-all.server";
import { ActForm } from "../forms";
import { sessionEndRefusal } from "~/core/access/grants.server";
import { CannotScreen, SureScreen } from "../confirm-screen";
import { personAt } from "../person.server";
import { aboutPerson } from "../team.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `End the sessions of ${data?.person.name ?? "a person"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  const person = await personAt(params);
  return { person: (await aboutPerson(me, person)).person, why: sessionEndRefusal(me, person) };
}

/** Signs a user out everywhere; for oneself, in all other browsers. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  const person = await personAt(params);
  const form = await parseForm(request, ActForm);
  if (!form.ok) return rejectForm(form);
  const here = person.id === me.id ? await currentSession(request) : undefined;
  const done = await tryWrite((tx) => endAllSessions(tx, me, person.id, here));
  if (!done.ok) return rejectForm(form, done.errors, done.status);
  return redirectWithToast(await withListState(request, me, "/team"), {
    text: here ? "You are logged out in all other browsers." : `${person.name} is logged out everywhere.`,
  });
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function EndSessions() {
  const { person, why } = useLoaderData<typeof loader>();
  const title = `End all sessions of ${person.name}?`;
  const form = useActionData<typeof action>()?.form;
  if (why) return <CannotScreen person={person} title={title} act="End all sessions" why={why} />;
  return (
    <SureScreen person={person} title={title} act="End all sessions" form={form}>
      <p>
        {person.isMe
          ? "You are logged out in every browser but this one"
          : "They are logged out in every browser at once"}
        . Logins that are half way end, API tokens are revoked, and no browser is trusted with a second factor any more.
      </p>
      <p>
        {person.isMe ? "Your" : "Their"} access stays as it is: {person.isMe ? "you" : "they"} may log in again.
      </p>
    </SureScreen>
  );
}
