/**
 * Pages of a list filtered by days but sorted by another column. Walking the sort index would pass all rows of other
 * days, and sorting would read all rows of these days; an index holds each bucket in sort order, so their pages are
 * merged.
 */
import { and, asc, desc, isNull, type SQL, sql } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { dayBucketOf, dayBucket } from "db/schema/columns";
import { daysIn } from "./days.server";
import type { IdOf, Listing, ListQuery, ListTable, DayBuckets } from "./listing.server";
import { matching } from "./matching.server";

/** Maximum buckets per query: SQLite's compound select allows at most 500 terms. */
const maxBuckets = 300;

interface Place {
  skip: number;
  take: number;
  /** `skip` and `take` are counted from the end of the list. */
  backwards: boolean;
}

/** Returns the ids at a place of the list, in order, or undefined if no bucket index fits the query. */
export function idsByDayBuckets<Table extends ListTable>(
  listing: Listing<Table>,
  query: ListQuery,
  place: Place,
): IdOf<Table>[] | undefined {
  const buckets = dayBucketsFor(listing, query);
  const numbers = buckets ? bucketsAsked(listing, query, buckets) : [];
  if (!buckets || numbers.length === 0 || numbers.length > maxBuckets) return undefined;
  return db.all<{ id: IdOf<Table> }>(mergedQuery(listing, query, { ...buckets, numbers }, place)).map(({ id }) => id);
}

/**
 * Returns the bucket index that fits the query. Searches and filters by one record match few rows, so they use none.
 */
export function dayBucketsFor<Table extends ListTable>(
  listing: Listing<Table>,
  { q, trash, filters, sort }: ListQuery,
): DayBuckets | undefined {
  if (q !== "" || trash || Object.keys(filters).some((name) => "title" in (listing.filters[name] ?? {})))
    return undefined;
  return listing.dayBuckets?.find(
    (buckets) => buckets.requestedDays(filters) && buckets.sort === listing.sorts[sort.key],
  );
}

/** Returns the bucket numbers of the requested days, limited to the range of days that the table has. */
function bucketsAsked<Table extends ListTable>(
  { table }: Listing<Table>,
  { filters }: ListQuery,
  { requestedDays, column }: DayBuckets,
): number[] {
  const end = (which: SQL) =>
    sql`(select ${which} from ${table} where ${table.deletedAt ? isNull(table.deletedAt) : sql`true`})`;
  const ends = db.get<Record<"first" | "last", number | string | null>>(
    sql`select ${end(sql`min(${column})`)} as first, ${end(sql`max(${column})`)} as last`,
  );
  const { from, to } = daysIn(requestedDays(filters) ?? "") ?? {};
  if (ends.first === null || ends.last === null) return [];
  const isOfDays = column.dataType === "string";
  const begin = from ? (isOfDays ? Date.parse(from) : startOfDay(from, timeZone()).getTime()) : -Infinity;
  const over = to ? (isOfDays ? Date.parse(to) : startOfNextDay(to, timeZone()).getTime() - 1) : Infinity;
  const [first, last] = [Math.max(begin, instantOf(ends.first)), Math.min(over, instantOf(ends.last))].map(
    dayBucketOf,
  ) as [number, number];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

const instantOf = (value: number | string) => (typeof value === "string" ? Date.parse(value) : value);

/** SQL that merges the ids at a place from one subquery per bucket. */
export function mergedQuery<Table extends ListTable>(
  listing: Listing<Table>,
  query: ListQuery,
  { column, sort, numbers }: DayBuckets & { numbers: number[] },
  { skip, take, backwards }: Place,
): SQL {
  const matches = matching(listing, query);
  const { table } = listing;
  const each = numbers.map(
    (bucket) =>
      sql`select ${table.id} as id, ${sort} as sorted from ${table} where ${and(matches, sql`${dayBucket(column)} = ${bucket}`)}`,
  );
  const direction = query.sort.descending === backwards ? asc : desc;
  return sql`${sql.join(each, sql` union all `)} order by ${direction(sql`sorted`)}, ${direction(sql`id`)} limit ${take} offset ${skip}`;
}
