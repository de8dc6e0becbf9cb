/** SQL of a list: the condition of matching rows and their order. */
import { and, asc, between, desc, eq, or, sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { anyCase } from "db/compare";
import { indexed, isLong, numbered } from "./index-search.server";
import type { FilterRule, Listing, ListQuery, ListTable, PlannedQuery } from "./listing.server";
import { readSearch, type Searched } from "./list-query.server";
import { spellings } from "./spellings";

const noSearch: Searched = { words: [], filters: [], conditions: [], problems: [], passedOver: [] };

/** Returns the condition of matching rows. */
export function matching<Table extends ListTable>(
  listing: Listing<Table>,
  query: Pick<PlannedQuery, "q" | "filters" | "trash" | "skipIndex" | "hits" | "anyOrder" | "within" | "readerId">,
): SQL | undefined {
  const searched = query.q === "" ? noSearch : readSearch(listing, query.q);
  if (searched.problems.length > 0) return sql`0`; // an invalid search matches nothing rather than everything
  const requested = [...Object.entries(query.filters), ...searched.filters];
  const others = Object.fromEntries(requested);
  const filters = requested.map(([name, value]) => ({ rule: listing.filters[name], value, others }));
  const ofMany = [...filters.filter(({ rule }) => !isOfRecord(rule)).flatMap(conditionsOf), ...searched.conditions];
  const ofRecord = filters.filter(({ rule }) => isOfRecord(rule)).flatMap(conditionsOf);
  const words = searched.words.length === 0 && !query.hits ? noWords : wordsOf(listing, query, searched.words);
  const ofFew = words.few || ofRecord.length > 0 || listing.isOwn === true;
  const within = query.within && between(numberIn(listing), ...query.within);
  return and(
    listing.scope,
    within,
    whereTrash(listing.table.deletedAt, query.trash, ofFew),
    words.where,
    ...ofRecord,
    ...(query.anyOrder ? ofMany : ofMany.map(likely)),
  );
}

const noWords = { where: undefined, few: false };

/** Returns the condition that a row contains the words, and whether an index makes it selective. */
function wordsOf<Table extends ListTable>(
  listing: Listing<Table>,
  { hits, skipIndex, within, readerId }: Pick<PlannedQuery, "hits" | "skipIndex" | "within" | "readerId">,
  words: string[],
): { where: SQL | undefined; few: boolean } {
  if (hits) return { where: numbered(numberIn(listing), hits.numbers), few: true };
  const byIndex = listing.index && !skipIndex ? indexed(listing.index, words, within) : undefined;
  const also = listing.index && words.some(isLong) ? listing.index.also?.(words, readerId) : undefined;
  const elsewhere = also && sql`${numberIn(listing)} in (${also})`;
  return byIndex
    ? { where: or(and(byIndex.found, holdsAll(listing.search, byIndex.others)), elsewhere), few: true }
    : { where: words.length === 0 ? undefined : or(holdsAll(listing.search, words), elsewhere), few: false };
}

/** Returns the column of a row's number: its number in the index, or its id. */
export const numberIn = <Table extends ListTable>({
  index,
  table,
}: Pick<Listing<Table>, "index" | "table">): AnySQLiteColumn => index?.number ?? table.id;

/**
 * Condition for live or deleted rows. The unary `+` keeps SQLite from using an index on `deleted_at`: few rows match a
 * search or a record, and those conditions have better indexes.
 */
function whereTrash(deletedAt: AnySQLiteColumn | undefined, trash: boolean, ofFew: boolean): SQL | undefined {
  if (!deletedAt) return undefined;
  if (trash) return sql`unlikely(${deletedAt} > 0)`; // same as "is not null", for which SQLite uses no index
  return ofFew ? sql`+${deletedAt} is null` : sql`${deletedAt} is null`;
}

interface FilterValue {
  rule: FilterRule | undefined;
  value: string;
  /** The values of all filters, by name. */
  others?: Record<string, string>;
}

/** Returns the conditions of a filter's value. */
export function conditionsOf({ rule, value, others = {} }: FilterValue): SQL[] {
  if (!rule) return [];
  const requested = typeof rule.by === "function" ? rule.by(value, others) : eq(comparedColumn(rule, rule.by), value);
  return [requested].flat().filter((condition) => condition !== undefined);
}

/**
 * Tells SQLite that most rows match, so that it reads them in the list's order instead of sorting. Conditions joined by
 * "and" need it individually.
 */
export const likely = (condition: SQL): SQL => sql`likely(${condition})`;

/** Returns the expression that an option is compared with. */
const comparedColumn = (rule: FilterRule, column: AnySQLiteColumn): SQL =>
  "anyCase" in rule && rule.anyCase ? anyCase(column) : sql`${column}`;

const isOfRecord = (rule: FilterRule | undefined) => rule !== undefined && "type" in rule && rule.type === "record";

/** Condition that a row contains each of these folded words; false if there are words but no columns. */
export function holdsAll(columns: (AnySQLiteColumn | SQL)[], words: string[]): SQL | undefined {
  if (columns.length === 0 && words.length > 0) return sql`false`;
  // Joins the columns to one text: words have no spaces, so none matches across two columns.
  const row = sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || ' ' || `,
  );
  return and(...words.map((word) => or(...spellings(word).map((text) => sql`instr(folded(${row}), ${text}) > 0`))));
}

/** Returns a stable order: by the sort column, then by id. */
export function order<Table extends ListTable>(listing: Listing<Table>, sort: ListQuery["sort"]) {
  const direction = sort.descending ? desc : asc;
  return [direction(sortedBy(listing, sort)), direction(listing.table.id)];
}

/** Returns the sort expression; the id by default. */
export const sortedBy = <Table extends ListTable>(listing: Listing<Table>, sort: ListQuery["sort"]): SQL =>
  sql`${listing.sorts[sort.key] ?? listing.table.id}`;
