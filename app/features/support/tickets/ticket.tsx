import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { reachOf } from "~/core/access/access.server";
import { useMay } from "~/core/access/may";
import { guard, requireUser } from "~/auth/session.server";
import { isVisit } from "~/core/http/prefetch.server";
import { markSeen } from "~/features/inbox/marks.server";
import { parseForm } from "~/core/form/form.server";
import { timeUntilPurge } from "~/core/list/deletions.server";
import { mailTroubles } from "~/core/mail/mail.server";
import { Alert } from "~/ui/alert";
import { UnsentMails } from "~/ui/record/unsent-mails";
import { InTrash } from "~/ui/form/in-trash";
import { AnswerCard } from "./conversation/answer-card";
import { Conversation } from "./conversation/conversation";
import { ConversationPages } from "./message-pages";
import { conversation } from "./conversation/conversation.server";
import { ticketContext, ownTicketContext } from "./ticket-context.server";
import { Details } from "./details";
import { lastSetters, mergeEvents, ticketEvents } from "./conversation/events.server";
import { TicketHead } from "./head";
import { maxAttachmentBytes } from "./limits";
import { placeInList } from "./list-place.server";
import { findMergedTickets, movedTicketAt } from "./moved-ticket.server";
import { ReplyArea } from "./replies/reply-area";
import { Requester } from "./requester";
import { ReplyForm } from "./rules.server";
import { ticketResource } from "./tickets.server";
import { mayAnswer, ticketToAnswer } from "./awaiting-reply.server";
import { pathFromMoved, takeReplyOfMoved } from "./replies/moved-reply.server";
import { replyFormOf, takeReply } from "./replies/writing.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: `${data ? `#${data.ticket.id} ${data.ticket.subject}` : "Ticket"} · Portico` },
];

export async function loader({ request, params }: LoaderFunctionArgs) {
  const me = await guard(request, ticketResource, "view");
  const { search, searchParams } = new URL(request.url);
  const moved = await movedTicketAt(me, params);
  const to = moved && (await pathFromMoved(me, moved, search));
  if (to) throw redirect(to);
  const ticket = await ticketResource.at(me, params);
  const { from, until, latest, replies, ...pages } = await conversation(me, ticket, searchParams);
  if (isVisit(request) && pages.page === pages.pages) await markSeen(me, `/support/tickets/${ticket.id}`);
  const seesAll = reachOf(me, "tickets.view") === "all";
  const merged = seesAll ? [] : await findMergedTickets(me, ticket.id);
  const events = seesAll ? await ticketEvents(ticket, me) : await mergeEvents(ticket, merged); // the others name who did it
  return {
    me: me.id,
    seesAll,
    ticket,
    merged: merged.find(({ id }) => String(id) === searchParams.get("merged"))?.subject,
    goes: timeUntilPurge(ticket.deletedAt),
    place: await placeInList(request, ticket.id, me),
    desk: seesAll ? await ticketContext(me, ticket) : await ownTicketContext(me, ticket),
    setBy: seesAll ? lastSetters(ticket, events) : undefined,
    events: events.filter(({ at }) => (!from || at >= from) && (!until || at < until)),
    latest,
    replies,
    pages,
    writing: await replyFormOf(me, ticket, request),
    takesReply: mayAnswer(me, ticket),
    unsent: seesAll ? await mailTroubles({ entity: "tickets", recordId: ticket.id }) : [],
  };
}

/** Adds a reply to the ticket. Other actions have routes of their own. */
export async function action({ request, params }: ActionFunctionArgs) {
  const me = await requireUser(request, "tickets.ask");
  const moved = await movedTicketAt(me, params);
  const ticket = moved?.ticket ?? (await ticketToAnswer(me, request, params));
  const form = await parseForm(request, ReplyForm, maxAttachmentBytes);
  return moved ? takeReplyOfMoved(me, moved, request, form) : takeReply(me, ticket, request, form);
}

export { keepFormOnNetworkError as clientAction } from "~/core/form/network-error";

/** Reloads after a rejected form too, because there may be new messages and uploaded files. */
export { revalidateWhenAnswered as shouldRevalidate } from "~/core/pages/revalidate";

export default function TicketPage() {
  const {
    me,
    seesAll,
    ticket,
    merged,
    goes,
    place,
    latest,
    desk: beside,
    setBy,
    events,
    replies,
    pages,
    writing,
    takesReply,
    unsent,
  } = useLoaderData<typeof loader>();
  const form = useActionData<typeof action>()?.form;
  const may = useMay();
  return (
    <>
      <TicketHead ticket={ticket} place={place} me={me} latest={latest} />
      {merged !== undefined && (
        <Alert className="mb-5">
          <strong>
            Your ticket “<bdi>{merged}</bdi>” was merged into this one.
          </strong>{" "}
          Both conversations go on here, under “<bdi>{ticket.subject}</bdi>”.
        </Alert>
      )}
      {ticket.deletedAt && (
        <div className="mb-5">
          <InTrash
            name={`Ticket #${ticket.id}`}
            restore={may("support.change") ? `/support/tickets/${ticket.id}/restore` : undefined}
          >
            Lists leave it out. It is removed for good {goes}, with all that was said.
          </InTrash>
        </div>
      )}
      <UnsentMails mails={unsent} />
      <div className="with-aside">
        <div>
          <ConversationPages {...pages} replies={replies} />
          <Conversation replies={replies} events={events} requesterId={ticket.requesterId} />
          {takesReply && <ReplyArea key={ticket.id} ticket={ticket} pages={pages} writing={writing} form={form} />}
        </div>
        <aside className="grid gap-5" aria-label="Ticket details">
          <Details key={ticket.id} ticket={ticket} beside={beside} seesAll={seesAll} setBy={setBy} />
          {seesAll && <Requester ticket={ticket} requester={beside.requester} />}
          {beside.answer && <AnswerCard answer={beside.answer} page={`/support/tickets/${ticket.id}`} />}
        </aside>
      </div>
    </>
  );
}
