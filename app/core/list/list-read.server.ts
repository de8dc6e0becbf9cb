/**
 * Reads pages of whole rows of a list, without the fields that it hides from its reader, and stored sums. Nothing else
 * selects whole rows, so that none is shown by omission; `rows.test.ts` checks that.
 */
import { timeZone } from "db/company-settings";
import { asc, desc, type InferSelectModel, max, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type BuiltQuery, buildQuery, db, getBuilt, prepared, rowsByIds } from "db";
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

/** Returns the first rows that meet a condition, each with its sort value. */
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

type PlaceOrPlaceholder = Omit<Place, "skip" | "take"> & Record<"skip" | "take", number | Placeholder>;

/** Maximum rows that are sorted in memory: always, and if few rows of many match. */
const maxSorted = { always: 2_000, rare: 10_000 };
/** Matches are rare if fewer than one row in this many matches. */
const rareFactor = 20;

const areFew = ({ total, more, of = 0 }: Counted) =>
  !more && (total <= maxSorted.always || (total <= maxSorted.rare && total * rareFactor < of));

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
  const few = query.hits !== undefined || (areFew(counted) && !isWholeTable(listing, query));
  const place = { skip: backwards ? fromEnd : skip, take, backwards };
  const byDayBuckets = few && total <= maxSorted.always ? undefined : idsByDayBuckets(listing, query, place);
  const ids = byDayBuckets ?? (await pageIds(listing, query, { ...place, few }));
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

/** Whether every row outside the trash matches, so that a page of them is read from the start of a sort index. */
const isWholeTable = <Table extends ListTable>({ scope }: Listing<Table>, query: PlannedQuery) =>
  !scope && !query.trash && !isNarrowed(query);

const isNarrowed = ({ q, hits, within, skipIndex, filters }: PlannedQuery) =>
  Boolean(q || hits || within || skipIndex) || Object.keys(filters).length > 0;

/** Returns the ids at a place. Without search and filters, which many requests lack, the query is built only once. */
async function pageIds<Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
  { skip, take, ...way }: Place,
): Promise<IdOf<Table>[]> {
  const { sort, trash } = query;
  if (isNarrowed(query)) return idsIn<Table>(await pageQuery(listing, query, { skip, take, ...way }));
  const shapes = wholeLists.get(listing) ?? new Map<string, PageQuery>();
  wholeLists.set(listing, shapes);
  const shape = JSON.stringify([conditionsKey(), sort, trash, way]);
  const place = { skip: sql.placeholder("skip"), take: sql.placeholder("take"), ...way };
  const read = shapes.get(shape) ?? prepared(() => pageQuery(listing, query, place).prepare());
  if (shapes.size >= maxShapes) shapes.clear(); // queries with earlier dates are not used again
  shapes.set(shape, read);
  return idsIn<Table>(await read({ skip, take }));
}

/** Returns a cache key for conditions, which may depend on the day; days begin at a quarter hour in each time zone. */
const conditionsKey = () => `${timeZone()} ${Math.floor(Date.now() / 900_000)}`;

type PageQuery = (values: { skip: number; take: number }) => Promise<{ id: unknown }[]>;

/** Queries of lists without search and filters, by sorting and time. */
const maxShapes = 50;
const wholeLists = new WeakMap<object, Map<string, PageQuery>>();

const idsIn = <Table extends ListTable>(rows: { id: unknown }[]) => rows.map(({ id }) => id as IdOf<Table>);

/** Builds the query for the ids at a place, by default of the requested page; its cost grows with `skip`. */
export function pageQuery<Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
  { skip, take, backwards = false, few = false }: PlaceOrPlaceholder = {
    skip: (query.page - 1) * query.size,
    take: query.size,
  },
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

type SumsQuery = Pick<ListQuery, "q" | "filters" | "trash">;

/**
 * Returns the stored sums of each query, read in one statement; undefined where the rows have to be read. They cover
 * all rows, so scoped listings have none.
 */
export function readStoredSums<Table extends ListTable>(
  listing: Pick<Listing<Table>, "scope" | "storedSums">,
  queries: SumsQuery[],
): (Record<string, number> | undefined)[] {
  const built = queries.map((query) => (listing.scope ? undefined : builtSums(listing, query)));
  const sources = built.flatMap((source, at) => (source ? { ...source, sql: `(${source.sql}) as s${at}` } : []));
  if (sources.length === 0) return queries.map(() => undefined);
  const row = getBuilt<Record<string, string>>({
    sql: `select ${sources.map(({ sql }) => sql).join(", ")}`,
    params: sources.flatMap(({ params }) => params),
  });
  return queries.map((_, at) => {
    const sums = row[`s${at}`];
    return sums === undefined ? undefined : (JSON.parse(sums) as Record<string, number>);
  });
}

/** Built queries of one source each, by the function that names the source, and by filters. */
const builtQueries = new WeakMap<NonNullable<Listing<ListTable>["storedSums"]>, Map<string, BuiltQuery>>();

/** Maximum queries that are kept per list; dates have many. */
const maxBuilt = 200;

function builtSums<Table extends ListTable>(
  { storedSums }: Pick<Listing<Table>, "storedSums">,
  { q, filters, trash }: SumsQuery,
): BuiltQuery | undefined {
  const source = storedSums?.({ q, filters, trash });
  if (!storedSums || !source) return undefined;
  const known = builtQueries.get(storedSums) ?? new Map<string, BuiltQuery>();
  builtQueries.set(storedSums, known);
  const key = JSON.stringify([conditionsKey(), q, filters, trash]);
  const built = known.get(key) ?? buildQuery(sumsOf(source));
  if (known.size >= maxBuilt) known.clear();
  known.set(key, built);
  return built;
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
