/** How many rows of a list match: from sums that are kept, or counted as far as that is quick. */
import { setImmediate as breathe } from "node:timers/promises";
import { and, between, count, eq, max, min, sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { type Counted, mostCounted } from "./list";
import { readingOn } from "./list-search.server";
import { type ChoiceRule, compared, type Listing, type ListQuery, type ListTable, matching } from "./listing.server";

type Narrowed = Pick<ListQuery, "q" | "filters" | "trash" | "among">;

/** How many rows match, all of them counted, however long that takes. */
export async function countMatching<Table extends ListTable>(listing: Listing<Table>, query: Narrowed): Promise<number> {
  return (await listing.kept?.(query))?.rows ?? inSlices(listing, query, count());
}

/** How many rows match, counted no further than `mostCounted` unless that is known. */
export async function countQuickly<Table extends ListTable>(listing: Listing<Table>, query: Narrowed): Promise<Counted> {
  const kept = await listing.kept?.(query);
  if (kept) return { total: kept.rows };
  if (query.among) return { total: await countRows(listing, matching(listing, query)), more: true };
  const most = query.q || Object.keys(query.filters).length > 0 ? mostCounted.narrowed : mostCounted.whole;
  const some = db.select({ one: sql`1`.as("one") }).from(listing.table as SQLiteTable).where(matching(listing, query)).limit(most + 1);
  const [row] = await db.select({ total: count() }).from(some.as("some"));
  const total = row?.total ?? 0;
  return total > most ? { total: most, more: true } : { total };
}

async function countRows<Table extends ListTable>(listing: Listing<Table>, where: SQL | undefined): Promise<number> {
  const [row] = await db.select({ total: count() }).from(listing.table as SQLiteTable).where(where);
  return row?.total ?? 0;
}

/** What a column comes to over all rows that match. */
export const sumMatching = <Table extends ListTable>(listing: Listing<Table>, query: ListQuery, column: AnySQLiteColumn | SQL): Promise<number> =>
  inSlices(listing, query, sql<number>`coalesce(sum(${column}), 0)`);

/** So many ids are looked at between two breaths: others are answered meanwhile. To look for words in rows takes longer. */
const slices = { plain: 50_000, words: 2_000 };

/** Adds up something over all rows that match, in slices of ids where these are numbers. */
async function inSlices<Table extends ListTable>(listing: Listing<Table>, query: Narrowed, what: SQL<number>): Promise<number> {
  const { table } = listing;
  const asked = await readingOn(listing, query);
  const all = matching(listing, asked);
  const slice = asked.common ? slices.words : slices.plain;
  const add = async (where: SQL | undefined) => (await db.select({ sum: what }).from(table as SQLiteTable).where(where))[0]?.sum ?? 0;
  const end = async (which: SQL<unknown>) => Number((await db.select({ id: which }).from(table as SQLiteTable))[0]?.id ?? 0);
  const [first, last] = table.id.dataType === "number" ? [await end(min(table.id)), await end(max(table.id))] : [0, 0]; // both in one query would read the whole table
  const isFound = query.q !== "" && listing.index !== undefined && !asked.common; // by the index, which would be asked for each slice again
  if (isFound || last - first < slice) return add(all);
  let sum = 0;
  for (let from = first; from <= last; from += slice) {
    sum += await add(and(all, between(table.id, from, from + slice - 1)));
    await breathe();
  }
  return sum;
}

/** How many rows each option of the filter that is shown as tabs would show, by its value; "" is all of them. */
export async function countTabs<Table extends ListTable>(listing: Listing<Table>, query: ListQuery, name: string): Promise<Map<string, Counted>> {
  const { [name]: _, ...filters } = query.filters;
  const rule = listing.filters[name];
  if (!rule || !("options" in rule)) return new Map();
  const all = { ...query, filters };
  if (query.among) return new Map([...(await countOptions(listing, rule, matching(listing, all)))].map(([value, { total }]) => [value, { total, more: true }]));
  const counted = await countQuickly(listing, all);
  if (!counted.more && !(await listing.kept?.(all))) return countOptions(listing, rule, matching(listing, all));
  const each = new Map([["", counted]]);
  for (const { value } of rule.options) each.set(value, await countQuickly(listing, { ...all, filters: { ...filters, [name]: value } }));
  return each;
}

/** The same in one query. */
async function countOptions<Table extends ListTable>(listing: Listing<Table>, rule: ChoiceRule, where: SQL | undefined): Promise<Map<string, Counted>> {
  const { by } = rule;
  const is = (value: string) => (typeof by === "function" ? (by(value) ?? sql`true`) : eq(compared(rule, by), value));
  const each = rule.options.map(({ value }) => [value, sql<number>`count(*) filter (where ${is(value)})`] as const);
  const columns: Record<string, SQL<number>> = { "": count(), ...Object.fromEntries(each) };
  const [totals = {}] = await db.select(columns).from(listing.table as SQLiteTable).where(where);
  return new Map(Object.entries(totals).map(([value, total]) => [value, { total }]));
}
