/** The sample's tickets: rows, history, and the demo user's messages and notifications. */
import { answerDue, type StatusSince, targetOf } from "../answer-clock";
import type { SupportTopic, TicketPriority, TicketStatus } from "../lookups";
import type { replies, tickets } from "../schema";
import { usualHours, workClockOf } from "../work-clock";
import { content } from "./content";
import { byId, hour } from "./parts";
import type { Step } from "./past";
import { demo, type SamplePerson } from "./users";

/** A support conversation. Users and orders are referenced by id. */
export interface SampleTicket {
  subject: string;
  topic: SupportTopic;
  priority: TicketPriority;
  requester: number;
  order?: number;
  /** Messages, the first of which opens the ticket. Notes are internal. */
  said: [hoursAgo: number, author: number, text: string, as?: "note"][];
  /** Status and assignee changes. */
  done?: [hoursAgo: number, by: number, what: { assigneeId: number } | { status: TicketStatus }][];
}

type Row = typeof tickets.$inferInsert & { id: number; createdAt: Date };
type SampleReply = typeof replies.$inferInsert & { createdAt: Date };
export type SampleConversation = ReturnType<typeof sampleTickets>[number];

/** Returns the current rows, oldest first, each with its steps and messages. */
export function sampleTickets(
  now: Date,
  people: SamplePerson[],
  timeZone: string,
  texts = content<SampleTicket[]>("tickets"),
) {
  return texts.map((text, index) => {
    const id = index + 1;
    const requester = byId(people, text.requester);
    const said = text.said.map((line) => replyOf(line, id, now, people));
    const { steps, ...state } = progress(text, now, people);
    const createdAt = ago(now, text.said[0]?.[0] ?? 0);
    const { subject, topic, priority } = text;
    const row: Row = {
      id,
      subject,
      topic,
      priority,
      ...state,
      requesterId: requester.id,
      requesterName: requester.name,
      requesterEmail: requester.email,
      orderId: text.order ?? null,
      createdAt,
      ...clockOf(
        { ...state, priority: targetPriority(priority, state.assigneeId, requester), requesterId: requester.id },
        said,
        statusesOf(createdAt, steps),
        timeZone,
      ),
    };
    return { row, steps, requester, said };
  });
}

const ago = (now: Date, hours: number) => new Date(now.getTime() - hours * hour);

function replyOf(
  [hoursAgo, author, body, as]: SampleTicket["said"][number],
  ticketId: number,
  now: Date,
  people: SamplePerson[],
): SampleReply {
  const { id, name } = byId(people, author);
  return { ticketId, authorId: id, authorName: name, body, internal: as === "note", createdAt: ago(now, hoursAgo) };
}

/** Returns a ticket's current state and its changes. */
function progress({ done = [] }: SampleTicket, now: Date, people: SamplePerson[]) {
  let state: Pick<Row, "status" | "assigneeId"> = { status: "Open", assigneeId: null };
  const steps = done
    .toSorted(([one], [other]) => other - one)
    .map(([hoursAgo, by, what]): Step => {
      const before = state;
      state = { ...state, ...what };
      return { at: ago(now, hoursAgo), by: byId(people, by), before, after: state };
    });
  return { ...state, steps };
}

const statusesOf = (opened: Date, steps: Step[]): StatusSince[] => [
  { at: opened, status: "Open" },
  ...steps.map(({ at, after }) => ({ at, status: String(after.status) })),
];

/**
 * Returns the priority that determines the response target: a client's own choice counts as Normal until the team
 * confirms it.
 */
function targetPriority(priority: TicketPriority, assigneeId: Row["assigneeId"], { access }: SamplePerson) {
  const isUnconfirmed = assigneeId === null && access === "client";
  return isUnconfirmed && targetOf(priority) < targetOf("Normal") ? "Normal" : priority;
}

/** Computes the same response-clock columns as when users write the conversation. */
function clockOf(
  { status, priority, requesterId }: Pick<Row, "status" | "priority" | "requesterId">,
  said: SampleReply[],
  statuses: StatusSince[],
  timeZone: string,
) {
  const answers = said.filter(({ authorId, internal }) => authorId !== requesterId && !internal);
  const answered = answers.at(-1)?.createdAt;
  const isOver = status === "Solved" || status === "Closed";
  const asked = said.find(({ authorId, createdAt }) => authorId === requesterId && (!answered || createdAt > answered));
  const waitingSince = isOver ? null : (asked?.createdAt ?? null);
  return {
    waitingSince,
    answerDueAt:
      waitingSince &&
      answerDue({
        since: waitingSince,
        target: targetOf(priority),
        statuses,
        clock: workClockOf(timeZone, usualHours),
      }),
    firstAnsweredAt: answers[0]?.createdAt ?? null,
    lastReplyAt: said.findLast(({ internal }) => !internal)?.createdAt,
  };
}

/** Age from which inbox items count as read, in milliseconds. */
const readAfter = 30 * hour;

/** Returns a message as inboxes show it. Bold and line breaks are the only Markdown in these texts. */
function inOneLine(body: string, limit = 140): string {
  const line = body.replaceAll("**", "").replace(/\s+/g, " ");
  return line.length > limit ? `${line.slice(0, limit - 1).trimEnd()}…` : line;
}

interface WrittenReply {
  from: SamplePerson;
  text: string;
  href: string;
  createdAt: Date;
}

const inboxRow = (now: Date, { from, createdAt, ...told }: WrittenReply, readAt?: Date) => ({
  userId: demo.id,
  needs: "tickets.view:all",
  fromName: from.name,
  fromImage: from.image,
  ...told,
  createdAt,
  readAt: readAt ?? (now.getTime() - createdAt.getTime() > readAfter ? new Date(createdAt.getTime() + hour / 2) : null),
});

/** Returns the demo user's messages: the last one of each of their conversations that they may read. */
export function sampleMessages(now: Date, conversations: SampleConversation[], people: SamplePerson[]) {
  const rows = conversations.flatMap(({ row, said }) => {
    const takesPart =
      row.requesterId === demo.id || row.assigneeId === demo.id || said.some(({ authorId }) => authorId === demo.id);
    const last = said.findLast(
      ({ authorId, internal }) => authorId !== demo.id && !(internal && row.requesterId === demo.id),
    );
    if (!takesPart || !last) return [];
    const from = byId(people, last.authorId ?? 0);
    const own = said.find(({ authorId, createdAt }) => authorId === demo.id && createdAt > last.createdAt);
    const told = {
      from,
      text: `#${row.id} ${row.subject}\n${inOneLine(last.body)}`,
      href: `/support/tickets/${row.id}`,
      createdAt: last.createdAt,
    };
    return [{ ...inboxRow(now, told, own?.createdAt), ticketId: row.id, replyId: last.id }];
  });
  return inOrder(rows);
}

/** Returns the demo user's ticket notifications: new tickets, assignments and replies. */
export function sampleNotifications(now: Date, conversations: SampleConversation[], people: SamplePerson[]) {
  const told = conversations.flatMap(({ row, steps, said, requester }): WrittenReply[] => {
    const ticket = `ticket #${row.id} “${row.subject}”`;
    const href = `/support/tickets/${row.id}`;
    const opened =
      row.requesterId === demo.id
        ? []
        : [{ from: requester, text: `opened ${ticket}`, href, createdAt: row.createdAt }];
    const assigned = steps.filter(
      ({ before, after, by }) => after.assigneeId === demo.id && before.assigneeId !== demo.id && by?.id !== demo.id,
    );
    const heard = said
      .slice(1)
      .filter(
        ({ authorId, internal }) =>
          authorId !== demo.id &&
          !internal &&
          (row.requesterId === demo.id || (row.assigneeId === demo.id && authorId === row.requesterId)),
      );
    return [
      ...opened,
      ...assigned.map(({ at, by }) => ({
        from: byId(people, by?.id ?? 0),
        text: `assigned ${ticket} to you`,
        href,
        createdAt: at,
      })),
      ...heard.map(({ authorId, createdAt }) => ({
        from: byId(people, authorId ?? 0),
        text: `answered on ${ticket}`,
        href,
        createdAt,
      })),
    ];
  });
  return inOrder(told.map((one) => inboxRow(now, one)));
}

/** Sorts rows chronologically, because inboxes are ordered by id. */
const inOrder = <Row extends { createdAt: Date }>(rows: Row[]) =>
  rows.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
