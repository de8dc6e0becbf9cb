/** The tables of the analytics dashboard. */
import { and, between, desc, eq, type SQL, sql } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { searches, visitTotals } from "db/schema";
import { daysText } from "~/core/list/days.server";
import { ratio } from "../figures";
import { type Days, numbersOf, type Period } from "../period";
import type { Report } from "../reports.server";

/** The lists behind the numbers, with the name of each one's date filter. */
const days = { visits: "began", views: "seen", searches: "searched" };

/** Returns the link to the rows of a period. */
export const rowsHref = (list: keyof typeof days, { from, to }: Days, more: Record<string, string> = {}) =>
  `/analytics/${list}?${new URLSearchParams({ ...more, [days[list]]: daysText(from, to) }).toString()}`;

export type Kind = (typeof visitTotals.$inferSelect)["kind"];

/** Returns the counts per value of a kind in the period, highest first. */
export async function countsOf(kind: Kind, of: Days): Promise<{ value: string; count: number }[]> {
  const { first, last } = numbersOf(of);
  const { value } = visitTotals;
  const count = sql<number>`sum(${visitTotals.count})`;
  return db
    .select({ value, count })
    .from(visitTotals)
    .where(and(eq(visitTotals.kind, kind), between(visitTotals.day, first, last)))
    .groupBy(value)
    .having(sql`${count} > 0`)
    .orderBy(desc(count), value);
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
  return counts.slice(0, most).map(({ value: page, count: views }) => ({
    page,
    views,
    share: ratio(views, all),
    href: rowsHref("views", period, { route: page }),
  }));
}

interface SearchTerm {
  term: string;
  times: number;
  lastAt: Date;
  /** Number of results of the latest of these searches. */
  found: number;
  href: string;
}

/** Returns the most frequent search terms, and those without results, most frequent first. */
export function searchedFor(period: Period, most: number): { terms: SearchTerm[]; misses: SearchTerm[] } {
  const rows = db.all<{ vain: number; term: string; times: number; at: number; found: number }>(
    searchesQuery(period, most),
  );
  const termsOf = (foundNothing: boolean, more: Record<string, string>) =>
    rows
      .filter(({ vain }) => (vain === 1) === foundNothing)
      .map(({ term, times, at, found }) => ({
        term,
        times,
        found,
        lastAt: new Date(at),
        href: rowsHref("searches", period, { term, ...more }),
      }));
  return { terms: termsOf(false, {}), misses: termsOf(true, { found: "nothing" }) };
}

/** Returns the query for both lists, which groups the searches of the period once. */
export function searchesQuery({ from, to }: Days, most: number): SQL {
  const [first, next] = [startOfDay(from, timeZone()).getTime(), startOfNextDay(to, timeZone()).getTime()];
  const { term, at, found } = searches;
  // By no index of terms, which would be read as a whole: hence the plus.
  return sql`
    with terms as materialized (
      select ${term} as term, count(*) as times, max(${at}) as at, count(*) filter (where ${found} = 0) as misses, max(${at}) filter (where ${found} = 0) as missed_at
      from ${searches} where ${at} >= ${first} and ${at} < ${next} group by +${term}
    )
    select 0 as vain, term, times, at, (select ${found} from ${searches} where ${term} = often.term and ${at} = often.at order by ${searches.id} desc limit 1) as found
    from (select * from terms order by times desc, at desc, term limit ${most}) as often
    union all
    select 1, term, misses, missed_at, 0 from (select * from terms where misses > 0 order by misses desc, missed_at desc, term limit ${most})
  `;
}

const report = <Row>(of: Report<Row>) => of;

const termColumns: Report<SearchTerm>["columns"] = {
  term: ({ term }) => term,
  times: ({ times }) => times,
  last: ({ lastAt }) => lastAt,
};

export const analyticsReports = {
  pages: report({
    rows: topPages,
    columns: {
      page: ({ page }) => page,
      views: ({ views }) => views,
      share: ({ share }) => (share === null ? null : Math.round(share * 10_000) / 10_000),
    },
  }),
  terms: report({
    rows: async (period, most) => searchedFor(period, most).terms,
    columns: { ...termColumns, found: ({ found }) => found },
  }),
  misses: report({ rows: async (period, most) => searchedFor(period, most).misses, columns: termColumns }),
};
