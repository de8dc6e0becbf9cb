/** The rows of a list as SQL: what has to hold of those that match, and the order in which they come. */
import { and, asc, between, desc, eq, or, sql, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { anyCase } from "db/compare";
import { indexed, isLong, numbered } from "./index-search.server";
import type { FilterRule, Listing, ListQuery, ListTable, PlannedQuery } from "./listing.server";
import { readSearch } from "./list-query.server";
import { spellings } from "./spellings";

/** The rows that match, as a condition. */
export function matching<Table extends ListTable>(
  listing: Listing<Table>,
  query: Pick<PlannedQuery, "q" | "filters" | "trash" | "skipIndex" | "hits" | "anyOrder" | "within" | "readerId">,
): SQL | undefined {
  const searched = readSearch(listing, query.q);
  if (searched.problems.length > 0) return sql`0`; // rather nothing than what was not asked for
  const filters = [...Object.entries(query.filters), ...searched.filters].map(([name, value]) => ({
    rule: listing.filters[name],
    value,
  }));
  const ofMany = [...filters.filter(({ rule }) => !isOfRecord(rule)).flatMap(conditionsOf), ...searched.conditions];
  const ofRecord = filters.filter(({ rule }) => isOfRecord(rule)).flatMap(conditionsOf);
  const words = wordsOf(listing, query, searched.words);
  const ofFew = words.few || ofRecord.length > 0 || listing.isOwn === true;
  const within = query.within && between(numberIn(listing), ...query.within);
  return and(
    listing.scope,
    within,
    trashCondition(listing.table.deletedAt, query.trash, ofFew),
    words.where,
    ...ofRecord,
    ...(query.anyOrder ? ofMany : ofMany.map(likely)),
  );
}

/** That the words stand in a row; and whether that is read off an index, so that few rows are looked at. */
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

/** The column of a row's number: of its place in the index, or its id. */
export const numberIn = <Table extends ListTable>({
  index,
  table,
}: Pick<Listing<Table>, "index" | "table">): AnySQLiteColumn => index?.number ?? table.id;

/**
 * Among the living, or in the trash. SQLite takes `+deleted_at` for no column of an index: what was found, or belongs
 * to one record, is few, and read by that.
 */
function trashCondition(deletedAt: AnySQLiteColumn | undefined, trash: boolean, ofFew: boolean): SQL | undefined {
  if (!deletedAt) return undefined;
  if (trash) return sql`unlikely(${deletedAt} > 0)`; // the same as "is not null", which SQLite does not look up in an index
  return ofFew ? sql`+${deletedAt} is null` : sql`${deletedAt} is null`;
}

/** What a filter's value asks of a row: each of several conditions by itself. */
export function conditionsOf({ rule, value }: { rule: FilterRule | undefined; value: string }): SQL[] {
  if (!rule) return [];
  const requested = typeof rule.by === "function" ? rule.by(value) : eq(compared(rule, rule.by), value);
  return [requested].flat().filter((condition) => condition !== undefined);
}

/**
 * Tells SQLite that many rows match, so that it reads them in the list's order instead of sorting all of them. Of
 * conditions joined by "and" it has to be said of each.
 */
export const likely = (condition: SQL): SQL => sql`likely(${condition})`;

/** What a choice is compared with. */
const compared = (rule: FilterRule, column: AnySQLiteColumn): SQL =>
  "anyCase" in rule && rule.anyCase ? anyCase(column) : sql`${column}`;

const isOfRecord = (rule: FilterRule | undefined) => rule !== undefined && "type" in rule && rule.type === "record";

/** Whether each of these words, which are folded, stands somewhere in the row. None stands in no columns. */
export function holdsAll(columns: (AnySQLiteColumn | SQL)[], words: string[]): SQL | undefined {
  if (columns.length === 0 && words.length > 0) return sql`false`;
  // One text for the whole row: words have no spaces, so none is found across the edge of two columns.
  const row = sql.join(
    columns.map((column) => sql`coalesce(${column}, '')`),
    sql` || ' ' || `,
  );
  return and(...words.map((word) => or(...spellings(word).map((text) => sql`instr(folded(${row}), ${text}) > 0`))));
}

/** Rows that are equal in what they are sorted by keep one order by id. */
export function order<Table extends ListTable>(listing: Listing<Table>, sort: ListQuery["sort"]) {
  const direction = sort.descending ? desc : asc;
  return [direction(sortedBy(listing, sort)), direction(listing.table.id)];
}

/** What a list is sorted by. */
export const sortedBy = <Table extends ListTable>(listing: Listing<Table>, sort: ListQuery["sort"]): SQL =>
  sql`${listing.sorts[sort.key] ?? listing.table.id}`;
