/** Figures of tickets, each counted by the list that it links to. */
import { and, count, gte, isNotNull, isNull, sql } from "drizzle-orm";
import { db } from "db";
import { tickets } from "db/schema";
import { howMany } from "~/core/values/noun";
import { reachOf } from "~/core/access/access.server";
import { countMatching } from "~/core/list/counting.server";
import { listPage } from "~/core/list/list-plan.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { unassigned } from "./unassigned";
import { ticketResource } from "./tickets.server";

const queryOf = (search: Record<string, string>, listing = ticketResource.listing) =>
  parseListQuery(listing, new URLSearchParams(search));
const hrefOf = (search: Record<string, string>) =>
  `${ticketResource.listing.path}?${new URLSearchParams(search).toString()}`;

const countOf = (search: Record<string, string>, listing = ticketResource.listing) =>
  countMatching(listing, queryOf(search, listing));

const open = { status: "Open" };

/** Counts the open tickets that the user may see. */
export const openTickets = (me: Reader): Promise<number> => countOf(open, listingFor(ticketResource.listing, me));

/** Returns the counts of open, unassigned and own assigned tickets; empty for users limited to their own tickets. */
export async function ticketCounts(me: Reader): Promise<{ title: string; count: number; href: string }[]> {
  if (reachOf(me, "tickets.view") !== "all") return [];
  const figures = [
    { title: "Open", search: open },
    { title: "Unassigned", search: { ...open, assignee: unassigned } },
    { title: "Assigned to you", search: { ...open, assignee: String(me.id) } },
  ];
  return Promise.all(
    figures.map(async ({ title, search }) => ({ title, count: await countOf(search), href: hrefOf(search) })),
  );
}

/** Returns the user's own tickets with all words in number or subject, latest first, with the link to all. */
export async function matchingTickets(me: Reader, q: string, limit = 5) {
  const listing = listingFor(ticketResource.listing, me);
  const search: Record<string, string> = listing.isOwn ? { q } : { requester: String(me.id), q };
  const { rows, total } = await listPage(listing, queryOf(search, listing));
  const latest = rows
    .slice(0, limit)
    .map(({ id, subject, status, lastReplyAt }) => ({ id, subject, status, lastReplyAt }));
  return {
    latest,
    all: { text: howMany(total, "ticket"), href: hrefOf(search) },
  };
}

const thirtyDays = 30 * 86_400_000;

/**
 * Returns the median time to the first response, in milliseconds, for tickets of the last thirty days; undefined if
 * none was answered.
 */
export async function firstAnswerTime(now = new Date()): Promise<number | undefined> {
  const since = new Date(now.getTime() - thirtyDays);
  const answered = and(isNull(tickets.deletedAt), gte(tickets.createdAt, since), isNotNull(tickets.firstAnsweredAt));
  const [counted] = await db.select({ count: count() }).from(tickets).where(answered);
  const all = counted?.count ?? 0;
  if (all === 0) return undefined;
  const wait = sql<number>`${tickets.firstAnsweredAt} - ${tickets.createdAt}`;
  const middle = await db
    .select({ wait })
    .from(tickets)
    .where(answered)
    .orderBy(wait)
    .limit(all % 2 === 0 ? 2 : 1)
    .offset(Math.floor((all - 1) / 2));
  return middle.reduce((sum, { wait }) => sum + wait, 0) / middle.length;
}
