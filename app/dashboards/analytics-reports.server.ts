/** The tables of the analytics dashboard. */
import { and, between, desc, eq, gte, lt, sql } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { searches, visitTotals } from "db/schema";
import { daysText } from "~/lib/listing.server";
import { ratio } from "./figures";
import { type Days, numbersOf, type Period } from "./period";
import type { Report } from "./reports.server";

/** The lists behind the numbers, and what each calls its days. */
const days = { visits: "began", views: "seen", searches: "searched" };

/** Where the rows of some days are. */
export const rowsHref = (list: keyof typeof days, { from, to }: Days, more: Record<string, string> = {}) => `/analytics/${list}?${new URLSearchParams({ ...more, [days[list]]: daysText(from, to) }).toString()}`;

export type Kind = (typeof visitTotals.$inferSelect)["kind"];

/** How much was counted of each value of a kind in some days, the most first. */
export async function countsOf(kind: Kind, of: Days): Promise<{ value: string; count: number }[]> {
  const { first, last } = numbersOf(of);
  const { value } = visitTotals;
  const count = sql<number>`sum(${visitTotals.count})`;
  return db.select({ value, count }).from(visitTotals).where(and(eq(visitTotals.kind, kind), between(visitTotals.day, first, last))).groupBy(value).having(sql`${count} > 0`).orderBy(desc(count), value);
}

interface TopPage {
  page: string;
  views: number;
  /** 0 to 1. */
  share: number | null;
  href: string;
}

async function topPages(period: Period, most: number): Promise<TopPage[]> {
  const counts = await countsOf("page", period);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  return counts.slice(0, most).map(({ value: page, count: views }) => ({ page, views, share: ratio(views, all), href: rowsHref("views", period, { page }) }));
}

interface SearchTerm {
  term: string;
  times: number;
  lastAt: Date;
  /** How much the last of these searches found. */
  found: number;
  href: string;
}

/** What was searched for, the most often asked first; with `inVain` only what found nothing. */
async function termsOf(period: Period, most: number, inVain = false): Promise<SearchTerm[]> {
  const more: Record<string, string> = inVain ? { found: "nothing" } : {};
  const found = await termsQuery(period, most, inVain);
  return found.map(({ at, ...rest }) => ({ ...rest, lastAt: new Date(at), href: rowsHref("searches", period, { term: rest.term, ...more }) }));
}

/** The same as a query. */
export function termsQuery({ from, to }: Days, most: number, inVain: boolean) {
  const during = and(gte(searches.at, startOfDay(from, config.timeZone)), lt(searches.at, startOfNextDay(to, config.timeZone)));
  const times = sql<number>`count(*)`;
  return db
    .select({ term: searches.term, times, at: sql<number>`max(${searches.at})`, found: searches.found }) // beside max() SQLite takes the other columns from the same row
    .from(searches)
    .where(and(during, inVain ? eq(searches.found, 0) : undefined))
    .groupBy(sql`+${searches.term}`) // by no index of terms, which would be read as a whole
    .orderBy(desc(times), desc(sql`max(${searches.at})`), searches.term)
    .limit(most);
}

const report = <Row>(of: Report<Row>) => of;

const termColumns: Report<SearchTerm>["columns"] = { term: ({ term }) => term, times: ({ times }) => times, last: ({ lastAt }) => lastAt };

export const analyticsReports = {
  pages: report({
    rows: topPages,
    columns: { page: ({ page }) => page, views: ({ views }) => views, share: ({ share }) => (share === null ? null : Math.round(share * 10_000) / 10_000) },
  }),
  terms: report({ rows: (period, most) => termsOf(period, most), columns: { ...termColumns, found: ({ found }) => found } }),
  misses: report({ rows: (period, most) => termsOf(period, most, true), columns: termColumns }),
};
