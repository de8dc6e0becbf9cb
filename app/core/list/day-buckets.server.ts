/**
 * Pages of a list that is narrowed to some days, in an order that goes by something else. Walking along the order
 * passes by all rows of other days, sorting reads all of these days; but an index has each bucket in the order, and
 * their pages are merged.
 */
import { and, asc, desc, isNull, type SQL, sql } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { dayBucketOf, dayBucket } from "db/schema/columns";
import { daysIn } from "./days.server";
import type { IdOf, Listing, ListQuery, ListTable, DayBuckets } from "./listing.server";
import { matching } from "./matching.server";

/** SQLite merges no more than 500. */
const maxBuckets = 300;

interface Place {
  skip: number;
  take: number;
  /** Both counted from the list's end. */
  backwards: boolean;
}

/** The ids at a place of a list, in order, where an index has what it is narrowed to by buckets; nothing otherwise. */
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

/** The index for what a list is asked for. What is searched for, or belongs to one record, is few. */
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

/** The buckets of the days that are asked for, but for those before the first and after the last that there is. */
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
  const begin = from ? (isOfDays ? Date.parse(from) : startOfDay(from, config.timeZone).getTime()) : -Infinity;
  const over = to ? (isOfDays ? Date.parse(to) : startOfNextDay(to, config.timeZone).getTime() - 1) : Infinity;
  const [first, last] = [Math.max(begin, instantOf(ends.first)), Math.min(over, instantOf(ends.last))].map(
    dayBucketOf,
  ) as [number, number];
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

const instantOf = (value: number | string) => (typeof value === "string" ? Date.parse(value) : value);

/** The question for the ids at a place, merged from those for each bucket. */
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
