/**
 * Reads pages of whole rows of a list, without the fields that it hides from its reader, and stored sums. Nothing else
 * selects whole rows, so that none is shown by omission; `rows.test.ts` checks that.
 */
import { asc, desc, type InferSelectModel, max, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, prepared, rowsByIds } from "db";
import { journal } from "db/schema";
import { idsByDayBuckets } from "./day-buckets.server";
import type { Counted } from "./list";
import type { IdOf, Listing, ListQuery, ListTable, PlannedQuery, StoredSums } from "./listing.server";
import { matching, numberIn, order, sortedBy } from "./matching.server";

type Source<Table extends ListTable> = Pick<Listing<Table>, "table" | "hides">;

/** Returns `row` without the fields that the listing hides from its reader. */
export const redactHiddenFields = <Table extends ListTable>(
  { hides }: Pick<Listing<Table>, "hides">,
  row: InferSelectModel<Table>,
): InferSelectModel<Table> => (hides ? { ...row, ...hides } : row);

/** Returns the rows that meet a condition, in an order if one is given. */
export async function readRows<Table extends ListTable>(
  listing: Source<Table>,
  where: SQL | undefined,
  order: SQL[] = [],
): Promise<InferSelectModel<Table>[]> {
  const rows = await db
    .select()
    .from(listing.table as SQLiteTable)
    .where(where)
    .orderBy(...order);
  return rows.map((row) => redactHiddenFields(listing, row as InferSelectModel<Table>));
}

/** Returns the existing rows with these ids, in no order. */
export async function readRowsById<Table extends ListTable>(
  listing: Source<Table>,
  ids: IdOf<Table>[],
): Promise<Map<IdOf<Table>, InferSelectModel<Table>>> {
  const rows = await rowsByIds(listing.table as SQLiteTable, listing.table.id, ids);
  return new Map(
    rows.map((row) => [row.id as IdOf<Table>, redactHiddenFields(listing, row as InferSelectModel<Table>)]),
  );
}

/** A row with the database's value of its sort expression. */
export interface SortedRow<Table extends ListTable> {
  row: InferSelectModel<Table>;
  by: unknown;
}

/** Returns the first rows that meet a condition, each with the value that it is sorted by. */
export async function readSortedRows<Table extends ListTable>(
  listing: Source<Table>,
  { where, by, order, limit }: { where: SQL | undefined; by: SQL; order: SQL[]; limit: number },
): Promise<SortedRow<Table>[]> {
  const rows = (await db
    .select({ row: listing.table as SQLiteTable, by })
    .from(listing.table as SQLiteTable)
    .where(where)
    .orderBy(...order)
    .limit(limit)) as SortedRow<Table>[];
  return rows.map(({ row, by }) => ({ row: redactHiddenFields(listing, row), by }));
}

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

/**
 * Returns the stored sums of each query, read in one statement; undefined where the rows have to be read. They cover
 * all rows, so scoped listings have none.
 */
export function readStoredSums<Table extends ListTable>(
  { scope, storedSums }: Pick<Listing<Table>, "scope" | "storedSums">,
  queries: Pick<ListQuery, "q" | "filters" | "trash">[],
): (Record<string, number> | undefined)[] {
  const sources = queries.map((query) => (scope ? undefined : storedSums?.(query)));
  const columns = sources.flatMap((source, at) =>
    source ? sql`(${sumsOf(source)}) as ${sql.identifier(`s${at}`)}` : [],
  );
  if (columns.length === 0) return queries.map(() => undefined);
  const row = db.get<Record<string, string>>(sql`select ${sql.join(columns, sql`, `)}`);
  return queries.map((_, at) => {
    const sums = row[`s${at}`];
    return sums === undefined ? undefined : (JSON.parse(sums) as Record<string, number>);
  });
}

/** Returns the query for the sums of one source, as a JSON object. */
function sumsOf({ table, sums, where }: StoredSums): SQL {
  const each = Object.entries(sums).map(([name, column]) => sql`${sql.raw(`'${name}'`)}, coalesce(sum(${column}), 0)`);
  return sql`select json_object(${sql.join(each, sql`, `)}) from ${table} where ${where ?? sql`true`}`;
}

/**
 * Returns the id of the newest journal entry; read it before the rows, so that later changes to them have greater ids.
 */
export async function lastEntry(): Promise<number> {
  const [found] = await newest({});
  return found?.last ?? 0;
}

const newest = prepared((db) =>
  db
    .select({ last: max(journal.id) })
    .from(journal)
    .prepare(),
);
