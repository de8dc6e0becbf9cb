import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import type { User } from "db/schema";
import { confirmedForm } from "~/auth/reauthentication/confirm.server";
import type { Confirmation } from "~/core/access/confirmation";
import { reauthenticationFields, reauthenticationFor } from "~/auth/reauthentication/reauthentication.server";
import { isSecondFactorOn } from "~/auth/second-factor/second-factor.server";
import { requireUser } from "~/auth/session.server";
import { parseForm, rejectForm } from "~/core/form/form.server";
import { redirectWithToast } from "~/core/http/respond.server";
import { Time } from "~/ui/values/time";
import { withListState } from "~/shell/list-state.server";
import { tryWrite } from "~/core/resource/act.server";
import { askForReset, callOffReset, listPendingResets, resetPath } from "./reset.server";
import { secondFactorResetRefusal } from "~/core/access/grants.server";
import { CannotScreen, SureScreen } from "../confirm-screen";
import { personAt } from "../person.server";
import { aboutPerson } from "../team.server";
import { resetHours } from "~/features/team/limits";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `Reset the second factor of ${data?.person.name ?? "a person"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  const person = await personAt(params);
  const dueAt = (await listPendingResets([person.id])).get(person.id);
  const none = (await isSecondFactorOn(person.id))
    ? undefined
    : `${person.name} has no second factor that could be reset.`;
  return {
    person: (await aboutPerson(me, person)).person,
    dueAt,
    why: secondFactorResetRefusal(me, person) ?? none,
    proof: await reauthenticationFor(request, me),
  };
}

const ResetForm = z.object({ act: z.enum(["call-off"]).optional(), ...reauthenticationFields });

/** Asks for the reset of a lost second factor, or calls it off. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const me = await requireUser(request, "team.invite");
  const person = await personAt(params);
  const form = await parseForm(request, ResetForm);
  if (!form.ok) return rejectForm(form);
  const calledOff = form.values.act === "call-off";
  return confirmedForm({ request, context }, me, calledOff ? undefined : dangerOf(person), form, async () => {
    const done = await tryWrite((tx) => (calledOff ? callOffReset(tx, me, person.id) : askForReset(tx, me, person.id)));
    if (!done.ok) return rejectForm(form, done.errors, done.status);
    return redirectWithToast(await withListState(request, me, "/team"), {
      text: calledOff
        ? `${person.name} keeps their second factor. They and all owners are told.`
        : `The second factor of ${person.name} is reset once they say so by mail, or in ${resetHours} hours.`,
    });
  });
}

const dangerOf = (person: User): Confirmation => ({
  title: titleFor(person),
  text: consequenceText(person),
  button: "Reset second factor",
  back: resetPath(person.id),
});

const titleFor = ({ name }: Pick<User, "name">) => `Reset the second factor of ${name}?`;
const consequenceText = ({ name }: Pick<User, "name">) =>
  `It is done once ${name} says so by the link in a mail that they get now, or else in ${resetHours} hours. They and all owners are told by mail, and can call it off until then.`;

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

export default function ResetSecondFactor() {
  const { person, dueAt, why, proof } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const title = titleFor(person);
  if (why) return <CannotScreen person={person} title={title} act="Reset second factor" why={why} />;
  if (dueAt) {
    return (
      <SureScreen
        person={person}
        title={`Call off the reset for ${person.name}?`}
        act="Call it off"
        value="call-off"
        calm
        form={form}
      >
        <p>
          The second factor of {person.name} is to be reset. It is done once they say so by the link in their mail, or
          else on <Time value={dueAt} clock />.
        </p>
        <p>
          Called off, their second factor stays on, and the link leads nowhere any more. They and all owners are told by
          mail.
        </p>
      </SureScreen>
    );
  }
  return (
    <SureScreen person={person} title={title} act="Reset second factor" proof={proof} form={form}>
      <p>For somebody who has lost their phone and their recovery codes. Make sure that it is really them who asks.</p>
      <p>{consequenceText(person)}</p>
      <p>
        Then their recovery codes and trusted browsers count no more, they are logged out everywhere, and their API
        tokens are revoked. Their password or Google alone lets them in until they set up a new second factor.
      </p>
    </SureScreen>
  );
}
