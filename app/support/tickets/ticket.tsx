import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { requireUser } from "~/auth/session.server";
import { newFormKey, parseForm, unsaved } from "~/lib/form.server";
import { notFound, redirectWithToast } from "~/lib/respond.server";
import { trashDays } from "~/lib/trash";
import { InTrash } from "~/ui/record-form";
import { AnswerCard } from "./answer-card";
import { Conversation } from "./conversation";
import { deskOf } from "./desk.server";
import { Details } from "./details";
import { ticketEvents } from "./events.server";
import { TicketHead } from "./head";
import { placeInList } from "./list-place.server";
import { seesNotes } from "./people.server";
import { addReply, conversation } from "./replies.server";
import { ReplyFields } from "./reply-form";
import { Requester } from "./requester";
import { ReplyForm } from "./rules";
import { ticketRecords } from "./tickets.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: `${data ? `#${data.ticket.id} ${data.ticket.subject}` : "Ticket"} · Portico` }];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await requireUser(request);
  const ticket = await ticketRecords.at(params);
  return {
    me: me.id,
    ticket,
    place: await placeInList(request, ticket.id),
    desk: await deskOf(ticket),
    events: await ticketEvents(ticket),
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
  const { me, ticket, place, desk, events, replies, mayNote, formKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  return (
    <>
      <TicketHead ticket={ticket} place={place} me={me} />
      {ticket.deletedAt && (
        <div className="mb-5">
          <InTrash name={`Ticket #${ticket.id}`} restore={`/support/tickets/${ticket.id}/restore`}>
            Lists leave it out. After {trashDays} days it is removed for good, with all that was said.
          </InTrash>
        </div>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_19rem]">
        <div>
          <Conversation replies={replies} events={events} requesterId={ticket.requesterId} />
          {!ticket.deletedAt && ticket.mergedInto === null && <ReplyFields ticket={ticket} mayNote={mayNote} form={result?.form} formKey={formKey} />}
        </div>
        <aside className="grid gap-5" aria-label="Ticket details">
          <Details ticket={ticket} desk={desk} />
          <Requester ticket={ticket} requester={desk.requester} />
          {desk.answer && <AnswerCard answer={desk.answer} />}
        </aside>
      </div>
    </>
  );
}
