/** Sends changed tickets to open ticket lists over the page's live stream. */
import { and, eq, gt, inArray, isNull, max, or, sql } from "drizzle-orm";
import { db } from "db";
import { journal, replies, type Ticket, tickets } from "db/schema";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { readRows } from "~/core/list/list-read.server";
import { pick } from "~/core/values/pick";
import { namesOf, ticketResource } from "./tickets.server";

type TicketRow = Awaited<ReturnType<typeof ticketRows>>[number];

export interface ListNews {
  /** The newest journal entry that `rows` know of. */
  entry: number;
  /** Tickets that changed since the page was loaded, at most `maxRows`. */
  rows: TicketRow[];
}

const maxRows = 100;

/** Maximum journal entries read; a list that is further behind is only told to reload. */
const maxEntries = 10_000;

/** The rows of the ticket list as its page draws them for `me`. */
export async function ticketRows(me: Pick<Reader, "id">, list: Ticket[], now = new Date()) {
  const names = await namesOf(list.flatMap(({ assigneeId }) => assigneeId ?? []));
  return list.map((ticket) => ({
    ...pick(
      ticket,
      "id",
      "subject",
      "status",
      "priority",
      "topic",
      "requesterName",
      "requesterEmail",
      "lastReplyAt",
      "answerDueAt",
      "createdAt",
    ),
    assignee: assigneeOf(ticket, names),
    isLate: ticket.answerDueAt !== null && ticket.answerDueAt < now,
    isMine: ticket.assigneeId === me.id,
  }));
}

function assigneeOf({ assigneeId: id }: Ticket, names: Map<number, string>) {
  const name = id === null ? undefined : names.get(id);
  return id === null || name === undefined ? null : { id, name };
}

/** The id of the newest journal entry, of any record. */
export async function newestEntry(): Promise<number> {
  return (await db.select({ id: max(journal.id) }).from(journal))[0]?.id ?? 0;
}

/**
 * Returns a function to poll the changes of a ticket list loaded at journal entry `since`; undefined if `since` is
 * invalid. It reads rows only when the journal has grown, and returns the previous result unless a ticket that `me`
 * can read has changed.
 */
export function ticketListNews(me: Reader, since: string | null): (() => Promise<ListNews>) | undefined {
  if (since === null || !/^\d{1,15}$/.test(since)) return undefined;
  let seen = Number(since);
  const changed = new Set<number>();
  let news: ListNews = { entry: seen, rows: [] };
  return async () => {
    const newest = await newestEntry();
    if (newest <= seen) return news;
    const isFarBehind = newest - seen > maxEntries;
    const ids = isFarBehind ? [] : await ticketsChangedSince(me, seen);
    seen = newest;
    const own = await readableIds(me, ids);
    for (const id of own) changed.add(id);
    if (isFarBehind || own.length > 0)
      news = { entry: newest, rows: await ticketRows(me, await readable(me, [...changed])) };
    return news;
  };
}

/** Returns the tickets with a change, or a reply that `me` may read, after a journal entry. */
async function ticketsChangedSince(me: Pick<Reader, "id">, entry: number): Promise<number[]> {
  const entries = await db
    .selectDistinct({ entity: journal.entity, recordId: journal.recordId })
    .from(journal)
    .where(and(gt(journal.id, entry), inArray(journal.entity, ["tickets", "replies"])));
  const idsOf = (entity: string) => entries.flatMap((row) => (row.entity === entity ? Number(row.recordId) : []));
  const answered = await db
    .selectDistinct({ id: replies.ticketId })
    .from(replies)
    .innerJoin(tickets, eq(tickets.id, replies.ticketId))
    .where(
      and(
        inArray(replies.id, idsOf("replies")),
        or(eq(replies.internal, false), sql`${tickets.requesterId} is not ${me.id}`),
      ),
    );
  return [...new Set([...idsOf("tickets"), ...answered.map(({ id }) => id)])];
}

/** Returns the ids that `me` can read or has requested: a list also changes when one of these goes to the trash. */
async function readableIds(me: Reader, ids: number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { scope } = listingFor(ticketResource.listing, me);
  const isTheirs = scope && or(scope, eq(tickets.requesterId, me.id));
  const found = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(isTheirs, inArray(tickets.id, ids)));
  return found.map(({ id }) => id);
}

function readable(me: Reader, ids: number[]): Promise<Ticket[]> {
  const listing = listingFor(ticketResource.listing, me);
  return readRows(listing, and(listing.scope, inArray(tickets.id, ids.slice(-maxRows)), isNull(tickets.deletedAt)));
}
