import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import type { FormState } from "~/core/form/form-state";
import { redirectWithToast } from "~/core/http/respond.server";
import { Card } from "~/ui/card";
import { RequiredNote } from "~/ui/form/form";
import { PageTitle } from "~/ui/page-title";
import { Picker } from "~/ui/form/picker";
import { beginsWith } from "~/ui/form/record-field";
import { RecordForm } from "~/ui/form/record-form";
import { ticketNoun } from "~/features/support/tickets/fields";
import { ask, newQuestion } from "./ask.server";
import { AskFields } from "./ask-fields";

export const meta: MetaFunction = () => [{ title: "Create ticket · Portico" }];

export async function loader({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  return newQuestion(me, request);
}

export async function action({ request }: ActionFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  return ask(me, request, ({ id }, undo) =>
    redirectWithToast(`/support/tickets/${id}`, { text: `Ticket #${id} was created`, undo }),
  );
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";
export { shouldRevalidate } from "~/core/pages/revalidate";

export default function CreateTicket() {
  const question = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const { requester, from, forOthers } = question;
  return (
    <>
      <PageTitle
        title="Create ticket"
        breadcrumb={[{ href: "/support", title: "Support" }]}
        summary={
          <>
            {requester ? (
              <>
                On behalf of <bdi>{requester.name}</bdi>, who hears of each answer.
              </>
            ) : (
              "Say what happened. You hear from us in the conversation, and by mail."
            )}
            {from?.removed && (
              <strong className="mt-2 block text-text">
                Ticket #{from.id} “<bdi>{from.removed}</bdi>” was removed, so nothing was sent there. What you wrote is
                below: create a new ticket with it.
              </strong>
            )}
            {from?.leavesDraft && (
              <>
                {" "}
                What you began to write stays with{" "}
                <a className="link" href={`/support/tickets/${from.id}#reply`}>
                  ticket #{from.id}
                </a>
                : here it would be the customer’s words.
              </>
            )}
          </>
        }
      />
      <RecordForm noun={ticketNoun} list="/support/tickets" form={result?.form} formKey={question.formKey}>
        <Card title={forOthers ? "The question" : "Your question"} aside={<RequiredNote />}>
          <AskFields
            whole
            first={!forOthers || requester !== undefined}
            question={question}
            result={result}
            requester={forOthers && <Requester asked={requester?.text} form={result?.form} />}
          />
        </Card>
      </RecordForm>
    </>
  );
}

const Requester = ({ asked, form }: { asked?: string; form?: FormState }) => (
  <Picker
    form={form}
    name="requesterId"
    label="Requester"
    optional
    defaultValue={asked}
    autoFocus={beginsWith(asked, form)}
    from="/support/tickets/suggest/people"
    placeholder="You"
    hint="Who asks, if not you: a name or an e-mail address. They are told by mail, and read what you write as their own words; what only your team shall know belongs in an internal note."
    className="sm:col-span-2"
  />
);
