/** Searches in a list: finds the rows, explains the result, and corrects typos if nothing matches. */
import { formatNumber } from "~/core/values/noun";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, desc, gte, lt, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { strangeTerms } from "./parse-search";
import { isCommon, isLong, isShort, maxHits, newest, newestAlso, newestWith, numbered } from "./index-search.server";
import type { Listing, ListQuery, ListTable, PlannedQuery, SearchHits } from "./listing.server";
import { knowsTerm, maxSearchLength, readSearch } from "./list-query.server";
import { holdsAll, numberIn } from "./matching.server";
import { findCorrected, type Vocabulary } from "./nearest.server";

/**
 * Runs the search once and adds its hits to the query, so that later queries need not search again. Listings of the
 * reader's own rows are not looked up.
 */
export async function lookUp<Table extends ListTable>(
  listing: Listing<Table>,
  query: ListQuery,
): Promise<PlannedQuery> {
  const { words } = readSearch(listing, query.q);
  if (listing.isOwn || words.length === 0 || numberIn(listing).dataType !== "number") return query;
  return {
    ...query,
    hits: isIndexed(listing, words)
      ? findByIndex(listing, words, query.readerId)
      : await findByScan(listing, words, listing.index === undefined && (query.exact || query.selectAll)),
  };
}

/** Limits hits to the maximum that a list shows. */
const newestOf = (numbers: number[]): SearchHits => ({
  numbers: numbers.slice(0, maxHits),
  more: numbers.length > maxHits,
});

/** Whether any of these words is in the full-text index. */
export const isIndexed = <Table extends ListTable>(listing: Listing<Table>, words: string[]) =>
  listing.index !== undefined && words.some(isLong);

function findByIndex<Table extends ListTable>(
  listing: Listing<Table>,
  words: string[],
  reader: number | undefined,
): SearchHits {
  const own = newestWith(listing.index!.kind, words.filter(isLong), maxHits + 1);
  const short = words.filter(isShort);
  const inRows =
    short.length === 0 ? own : rowsWith(listing, short, numbered(numberIn(listing), own.slice(0, maxHits)));
  const also = newestAlso(listing.index!, words, reader, maxHits + 1);
  const found = newestOf(
    also.length === 0 ? inRows : [...new Set([...inRows, ...also])].sort((one, other) => other - one),
  );
  return { ...found, more: found.more || own.length > maxHits };
}

/** Scans the newest rows, or with `all` every row, yielding to other requests between slices. */
async function findByScan<Table extends ListTable>(
  listing: Listing<Table>,
  words: string[],
  all: boolean,
): Promise<SearchHits> {
  const [number, table] = [numberIn(listing), listing.table as SQLiteTable];
  const found: number[] = [];
  for (let end = Number.MAX_SAFE_INTEGER; ; await yieldToEventLoop()) {
    const before = lt(number, end);
    const [first, next] = await db
      .select({ number })
      .from(table)
      .where(before)
      .orderBy(desc(number))
      .limit(2)
      .offset(newest - 1);
    const start = Number(first?.number ?? Number.MIN_SAFE_INTEGER);
    found.push(...rowsWith(listing, words, and(before, gte(number, start))));
    if (!next || !all || found.length > maxHits) return { ...newestOf(found), older: next !== undefined && !all };
    end = start;
  }
}

/** Returns the numbers of the rows within `among` that contain all words, newest first. */
function rowsWith<Table extends ListTable>(
  listing: Listing<Table>,
  words: string[],
  among: ReturnType<typeof and>,
): number[] {
  const number = numberIn(listing);
  const rows = db
    .select({ number })
    .from(listing.table as SQLiteTable)
    .where(and(among, holdsAll(listing.search, words)))
    .orderBy(sql`+${number} desc`)
    .all();
  return rows.map((row) => Number(row.number));
}

/**
 * Returns the query for batched reads: very common words are matched in the rows as they come. If other conditions
 * narrow the rows, the index is used nonetheless, as matches may be far apart.
 */
export async function forBatchedReading<Table extends ListTable, Query extends Pick<ListQuery, "q">>(
  listing: Listing<Table>,
  query: Query,
): Promise<Query & { hits: undefined; skipIndex: boolean }> {
  const { words, conditions } = readSearch(listing, query.q);
  const narrow = conditions.length > 0 || words.some(isShort);
  return {
    ...query,
    hits: undefined,
    skipIndex: !narrow && listing.index !== undefined && words.length > 0 && (await isCommon(listing.index, words)),
  };
}

/** Returns the texts of a list that the reader may read, for correcting typos. */
export function vocabulariesOf<Table extends ListTable>(
  { index, wordsIndex = index, scope }: Listing<Table>,
  reader: number | undefined,
): Vocabulary[] {
  if (!wordsIndex) return [];
  const texts = index?.alsoTexts?.(reader, scope);
  return [{ index: wordsIndex, of: scope }, ...(texts ? [{ texts }] : [])];
}

/** Returns the first result of `find` for the query with its unknown words corrected; undefined if there is none. */
export async function findWithCorrections<Table extends ListTable, Result>(
  listing: Listing<Table>,
  query: PlannedQuery,
  find: (better: PlannedQuery) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  const vocabularies = vocabulariesOf(listing, query.readerId);
  if (vocabularies.length === 0) return undefined;
  const { words } = readSearch(listing, query.q);
  const corrected = await findCorrected(query.q, words, vocabularies, async (q) =>
    find(await lookUp(listing, { ...query, q })),
  );
  return corrected?.result;
}

/**
 * Whether older rows can be searched as well. In indexed lists short words only search the newest rows, in exports and
 * the API too.
 */
export const hasMoreToSearch = <Table extends ListTable>(listing: Listing<Table>, query: PlannedQuery): boolean =>
  !listing.index && query.hits?.older === true;

/** Returns sentences about filters that are given several values, which no row can have at once. */
export function contradictions(filters: [name: string, value: string][]): string[] {
  const names = [...new Set(filters.map(([name]) => name))];
  const values = names.map((name) => [
    ...new Set(filters.filter((filter) => filter[0] === name).map(([, value]) => `“${name}:${value}”`)),
  ]);
  return values
    .filter(({ length }) => length > 1)
    .map((several) => `Nothing here is ${several.join(" and ")} at once: ask for one of them.`);
}

/** Shown if the list is indexed and older rows were not searched. */
export const onlyNewest = `Words of one or two letters are looked for in the newest ${formatNumber(newest)} only.`;

/** Returns notes about a search, as sentences; `more` says that the total is a lower bound. */
export function searchNotes<Table extends ListTable>(
  listing: Listing<Table>,
  typed: string,
  { query, total, more }: { query: PlannedQuery; total: number; more: boolean | undefined },
): string[] {
  const { words, problems, passedOver, filters, conditions } = readSearch(listing, typed.slice(0, maxSearchLength));
  const empty =
    typed.trim() !== "" &&
    words.length + problems.length + passedOver.length + filters.length + conditions.length === 0;
  return [
    ...problems,
    ...passedOver,
    ...(total === 0 ? contradictions([...Object.entries(query.filters), ...filters]) : []),
    ...(total === 0 ? strangeTerms(typed.slice(0, maxSearchLength), (name) => knowsTerm(listing, name)) : []),
    ...(typed.length > maxSearchLength ? [`Only the first ${maxSearchLength} characters are searched for.`] : []),
    ...(empty
      ? [`There is no word in “${typed.slice(0, 20)}” that could be searched for, so this is everything.`]
      : []),
    ...(query.hits?.more && more
      ? [
          `More than ${formatNumber(maxHits)} have these words, so this is about the newest ${formatNumber(maxHits)} of them. Another word leads to the others.`,
        ]
      : []),
    ...(hasMoreToSearch(listing, query) ? [`Words are looked for in the newest ${formatNumber(newest)} only.`] : []),
    ...(listing.index && query.hits?.older ? [onlyNewest] : []),
  ];
}
