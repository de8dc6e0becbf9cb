/** Counts the matching rows of a list: from stored sums, or by counting as far as that is quick. */
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, count, max, min, sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { type Counted, maxCounted } from "./list";
import { isIndexed } from "./list-search.server";
import type { ChoiceRule, Listing, PlannedQuery, ListTable } from "./listing.server";
import { readSearch } from "./list-query.server";
import { readStoredSums } from "./list-read.server";
import { conditionsOf, matching, numberIn } from "./matching.server";

type Narrowed = Pick<PlannedQuery, "q" | "filters" | "trash" | "hits" | "anyOrder">;

/** Counts all matching rows, however long that takes. */
export async function countMatching<Table extends ListTable>(
  listing: Listing<Table>,
  query: Narrowed,
): Promise<number> {
  const [stored] = readStoredSums(listing, [query]);
  return stored?.rows ?? (await aggregateInSlices(listing, query, { rows: count() })).rows;
}

/**
 * Counts matching rows, stopping at `maxCounted` unless a stored count is known. Order does not matter, so SQLite picks
 * the most selective index.
 */
export async function countQuickly<Table extends ListTable>(
  listing: Listing<Table>,
  query: Narrowed,
): Promise<Counted> {
  const [stored] = readStoredSums(listing, [query]);
  if (stored) return { total: stored.rows ?? 0 };
  const [row] = await db.select({ total: count() }).from(rowsToCount(listing, query));
  const total = row?.total ?? 0;
  if (query.hits) return { total, more: query.hits.more };
  return total > maxCounted.rows ? { total: maxCounted.rows, more: true } : { total };
}

/**
 * Subquery of the rows to count: all search hits, or at most one row more than `maxCounted`, which shows that there are
 * more.
 */
function rowsToCount<Table extends ListTable>(
  listing: Listing<Table>,
  query: Narrowed,
  columns: Record<string, SQL.Aliased<number>> = {},
) {
  const rows = db
    .select({ one: sql<number>`1`.as("one"), ...columns })
    .from(listing.table as SQLiteTable)
    .where(matching(listing, { ...query, anyOrder: true }));
  return (query.hits ? rows : rows.limit(maxCounted.rows + 1)).as("some");
}

/** Returns the sum of a column over all matching rows. */
export const sumMatching = async <Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
  column: AnySQLiteColumn | SQL,
): Promise<number> => (await aggregateInSlices(listing, query, { sum: sql<number>`coalesce(sum(${column}), 0)` })).sum;

/**
 * Rows per slice before other requests get their turn. Searching for words is slower, especially in the rows
 * themselves.
 */
const slices = { plain: 50_000, indexed: 10_000, words: 2_000 };

/**
 * Computes aggregates over all matching rows: in one query if these are known or few, else in slices of row numbers.
 */
async function aggregateInSlices<Table extends ListTable, Name extends string>(
  listing: Listing<Table>,
  query: Narrowed,
  what: Record<Name, SQL<number>>,
): Promise<Record<Name, number>> {
  const [table, number] = [listing.table as SQLiteTable, numberIn(listing)];
  const names = Object.keys(what) as Name[];
  const sums = Object.fromEntries(names.map((name) => [name, 0])) as Record<Name, number>;
  const add = async (requested: Parameters<typeof matching>[1]) => {
    const [row] = (await db
      .select(what as Record<string, SQL<number>>)
      .from(table)
      .where(matching(listing, requested))) as Record<Name, number>[];
    for (const name of names) sums[name] += row?.[name] ?? 0;
    return sums;
  };
  const isKnown = query.hits ? !query.hits.more : query.anyOrder;
  if (isKnown || number.dataType !== "number") return add({ ...query, anyOrder: true });
  const end = async (which: SQL<unknown>) => Number((await db.select({ number: which }).from(table))[0]?.number ?? 0);
  const [first, last] = [await end(min(number)), await end(max(number))]; // a query for both would scan the whole table
  const { words } = readSearch(listing, query.q);
  const slice = words.length === 0 ? slices.plain : isIndexed(listing, words) ? slices.indexed : slices.words;
  for (let from = first; from <= last; from += slice) {
    await add({ ...query, hits: undefined, within: [from, from + slice - 1] });
    await yieldToEventLoop();
  }
  return sums;
}

/** Counts the rows of a list behind each tab, by the tab's value; "" stands for all of them. */
export async function countTabs<Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
  name: string,
): Promise<Map<string, Counted>> {
  const { [name]: chosen = "", ...filters } = query.filters;
  const rule = listing.filters[name];
  if (!rule || !("options" in rule)) return new Map();
  const counted = await countOptions(listing, rule, { ...query, filters });
  if (chosen && counted.get(chosen)?.more && !query.hits) counted.set(chosen, await countQuickly(listing, query));
  return counted;
}

/** Like `countTabs`, but counts all rows in one pass, however long that takes. */
export async function countTabsExactly<Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
  name: string,
): Promise<Map<string, Counted>> {
  const { [name]: _, ...filters } = query.filters;
  const rule = listing.filters[name];
  if (!rule || !("options" in rule)) return new Map();
  const each = rule.options.map(
    ({ value }) => [value, sql<number>`count(*) filter (where ${whereOption(rule, value)})`] as const,
  );
  const counts = await aggregateInSlices(listing, { ...query, filters }, Object.fromEntries([["", count()], ...each]));
  return new Map(Object.entries(counts).map(([value, total]) => [value, { total }]));
}

const whereOption = (rule: ChoiceRule, value: string): SQL => and(...conditionsOf({ rule, value })) ?? sql`true`;

/**
 * Computes the counts of `countTabs` in one query that reads at most `maxCounted` rows; beyond that, each count is a
 * lower bound.
 */
async function countOptions<Table extends ListTable>(
  listing: Listing<Table>,
  rule: ChoiceRule,
  query: Narrowed,
): Promise<Map<string, Counted>> {
  const maxRows = maxCounted.rows;
  const flags = Object.fromEntries(
    rule.options.map(({ value }, index) => [`is${index}`, sql<number>`${whereOption(rule, value)}`.as(`is${index}`)]),
  );
  const sums = rule.options.map(
    (_, place) => [`is${place}`, sql<number>`count(*) filter (where ${sql.identifier(`is${place}`)})`] as const,
  );
  const [row = {}] = await db
    .select({ all: count(), ...Object.fromEntries(sums) } as Record<string, SQL<number>>)
    .from(rowsToCount(listing, query, flags));
  const more = query.hits ? query.hits.more : (row["all"] ?? 0) > maxRows;
  const of = (key: string): Counted => ({
    total: query.hits ? (row[key] ?? 0) : Math.min(row[key] ?? 0, maxRows),
    more,
  });
  return new Map([["", of("all")], ...rule.options.map(({ value }, place) => [value, of(`is${place}`)] as const)]);
}
