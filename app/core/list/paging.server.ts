/** Reads one page of a list from the nearer end, fetching only the rows that are on the page. */
import { asc, desc, type InferSelectModel, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import type { Counted } from "./list";
import type { IdOf, Listing, PlannedQuery, ListTable } from "./listing.server";
import { matching, numberIn, order, sortedBy } from "./matching.server";
import { idsByDayBuckets } from "./day-buckets.server";
import { readRows, readRowsById } from "./rows.server";

interface Place {
  /** Number of rows before the page, then on it. */
  skip: number;
  take: number;
  /** `skip` and `take` are counted from the end of the list. */
  backwards?: boolean;
  /** Few rows match: finding and sorting all of them is quicker than walking the sort index. */
  few?: boolean;
}

/** Maximum rows that are sorted in memory: always, and if few rows of many match. */
const maxSorted = { always: 2_000, rare: 10_000 };
/** Matches are rare if fewer than one row in this many matches. */
const rare = 20;

const areFew = ({ total, more, of = 0 }: Counted) =>
  !more && (total <= maxSorted.always || (total <= maxSorted.rare && total * rare < of));

/** Returns the rows of an existing page. */
export async function pageRows<Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
  counted: Counted,
): Promise<InferSelectModel<Table>[]> {
  const { total, more } = counted;
  if (total === 0) return [];
  const skip = (query.page - 1) * query.size;
  const take = Math.min(query.size, total - skip);
  const numbers = foundInOrder(listing, query, counted);
  if (numbers) return rowsNumbered(listing, query, numbers.slice(skip, skip + take));
  const fromEnd = total - skip - take;
  const backwards = !more && fromEnd < skip;
  const few = query.hits !== undefined || areFew(counted);
  const place = { skip: backwards ? fromEnd : skip, take, backwards };
  const byDayBuckets = few && total <= maxSorted.always ? undefined : idsByDayBuckets(listing, query, place);
  const ids = byDayBuckets ?? (await pageQuery(listing, query, { ...place, few })).map(({ id }) => id as IdOf<Table>);
  const byId = await readRowsById(listing, ids);
  const inOrder = (backwards ? ids.reverse() : ids).map((id) => byId.get(id));
  return inOrder.filter((row): row is InferSelectModel<Table> => row !== undefined); // skips rows deleted in the meantime
}

/** Returns the numbers of all rows in the list's order, if the list is sorted by them and every search hit matches. */
function foundInOrder<Table extends ListTable>(
  listing: Listing<Table>,
  { hits, sort }: PlannedQuery,
  { total }: Counted,
): number[] | undefined {
  if (hits?.numbers.length !== total || listing.sorts[sort.key] !== numberIn(listing)) return undefined;
  return sort.descending ? hits.numbers : hits.numbers.toReversed();
}

/** Returns the rows with these numbers that still match. */
function rowsNumbered<Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
  numbers: number[],
): Promise<InferSelectModel<Table>[]> {
  const those = matching(listing, { ...query, hits: { numbers, more: false }, anyOrder: true });
  return readRows(listing, those, order(listing, query.sort));
}

/** Builds the query for the ids at a place, by default of the requested page; its cost grows with `skip`. */
export function pageQuery<Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
  { skip, take, backwards = false, few = false }: Place = { skip: (query.page - 1) * query.size, take: query.size },
) {
  const direction = query.sort.descending === backwards ? asc : desc;
  const by = sortedBy(listing, query.sort);
  const ordered = [direction(few ? sql`+${by}` : by), direction(listing.table.id)]; // SQLite takes "+" before a column for no column of an index
  return db
    .select({ id: listing.table.id })
    .from(listing.table as SQLiteTable)
    .where(matching(listing, { ...query, anyOrder: few }))
    .orderBy(...ordered)
    .limit(take)
    .offset(skip);
}
