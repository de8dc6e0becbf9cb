import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { newFormKey, parseForm, unsaved } from "~/lib/form.server";
import { notFound, redirectWithToast } from "~/lib/respond.server";
import { trashDays } from "~/lib/trash";
import { PageTitle } from "~/ui/page-title";
import { DeleteButton, InTrash } from "~/ui/record-form";
import { StatusBadge } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { Conversation } from "./conversation";
import { Details } from "./details";
import { seesNotes } from "./people.server";
import { addReply, conversation } from "./replies.server";
import { ReplyFields } from "./reply-form";
import { ReplyForm } from "./rules";
import { namesOf, ticketRecords } from "./tickets.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data ? `#${data.ticket.id} ${data.ticket.subject}` : "Ticket"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  const ticket = await ticketRecords.at(params);
  const names = await namesOf(ticket.assigneeId === null ? [] : [ticket.assigneeId]);
  return {
    ticket,
    assignee: names.get(ticket.assigneeId ?? 0),
    replies: await conversation(me, ticket),
    mayNote: seesNotes(me.id, ticket),
    formKey: newFormKey(),
  };
}

/** Says something on the ticket. The other acts have routes of their own. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request);
  const { id } = await ticketRecords.at(params);
  const form = await parseForm(request, ReplyForm);
  if (!form.ok) return unsaved(form);
  const { body, internal, status } = form.values;
  const said = await addReply(me, id, { body, internal: Boolean(internal), status: status || undefined, key: form.key });
  if (said.ok) return redirectWithToast(ticketRecords.href(String(id)), { text: internal ? "Note added" : "Reply sent", undo: said.change });
  if (said.reason === "refused") return unsaved(form, said.errors, said.status ?? 409);
  return notFound(ticketRecords.absent);
}

export { keepForm as clientAction } from "~/lib/unreached";

export default function TicketPage() {
  const { ticket, assignee, replies, mayNote, formKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <PageTitle
        title={<bdi>{ticket.subject}</bdi>}
        here={`#${ticket.id}`}
        breadcrumb={[
          { href: "/support", title: "Support" },
          { href: "/support/tickets", title: "Tickets" },
        ]}
        badge={<StatusBadge value={ticket.status} />}
        summary={
          <>
            Ticket <span className="code">#{ticket.id}</span>, opened <Time value={ticket.createdAt} /> by <bdi>{ticket.requesterName}</bdi>
          </>
        }
        actions={!ticket.deletedAt && <DeleteButton action={`/support/tickets/${ticket.id}/trash`} />}
      />
      {ticket.deletedAt && (
        <div className="mb-5">
          <InTrash name={`Ticket #${ticket.id}`} restore={`/support/tickets/${ticket.id}/restore`}>
            Lists leave it out. After {trashDays} days it is removed for good, with all that was said.
          </InTrash>
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div>
          <Conversation replies={replies} requesterId={ticket.requesterId} />
          {!ticket.deletedAt && <ReplyFields ticket={ticket} mayNote={mayNote} form={result?.form} formKey={formKey} />}
        </div>
        <aside className="grid gap-5" aria-label="Ticket details">
          <Details ticket={ticket} assignee={assignee} />
        </aside>
      </div>
    </>
  );
}
