/**
 * What is searched for in a list: which rows have it, what is said of it, and what is shown in its place when nothing
 * has what was typed.
 */
import { formatNumber } from "~/core/values/noun";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, desc, gte, lt, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { strangeTerms } from "./parse-search";
import { isCommon, isLong, isShort, maxFound, newest, newestAlso, newestWith, numbered } from "./index-search.server";
import type { Listing, ListQuery, ListTable, PlannedQuery, SearchHits } from "./listing.server";
import { knowsTerm, maxSearchLength, readSearch } from "./list-query.server";
import { holdsAll, numberIn } from "./matching.server";
import { nearestWords, type Vocabulary } from "./nearest.server";

/**
 * The query as a list shows it: its words are looked for once, and what has them, as far as it is shown, is all that is
 * read from then on. In a list of one's own rows they are looked for in these alone.
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
      ? foundByIndex(listing, words, query.readerId)
      : await foundByLooking(listing, words, listing.index === undefined && (query.exact || query.selectAll)),
  };
}

/** No more than a list shows. */
const newestOf = (numbers: number[]): SearchHits => ({
  numbers: numbers.slice(0, maxFound),
  more: numbers.length > maxFound,
});

/** Whether the index of all texts knows any of these words. */
export const isIndexed = <Table extends ListTable>(listing: Listing<Table>, words: string[]) =>
  listing.index !== undefined && words.some(isLong);

function foundByIndex<Table extends ListTable>(
  listing: Listing<Table>,
  words: string[],
  reader: number | undefined,
): SearchHits {
  const own = newestWith(listing.index!.kind, words.filter(isLong), maxFound + 1);
  const short = words.filter(isShort);
  const inRows =
    short.length === 0 ? own : rowsWith(listing, short, numbered(numberIn(listing), own.slice(0, maxFound)));
  const also = newestAlso(listing.index!, words, reader, maxFound + 1);
  const found = newestOf(
    also.length === 0 ? inRows : [...new Set([...inRows, ...also])].sort((one, other) => other - one),
  );
  return { ...found, more: found.more || own.length > maxFound };
}

/** Looks through the newest rows, or through all: then others are answered between two slices. */
async function foundByLooking<Table extends ListTable>(
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
    if (!next || !all || found.length > maxFound) return { ...newestOf(found), older: next !== undefined && !all };
    end = start;
  }
}

/** The numbers of the rows among these that have all words, the newest first. */
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
 * The query for who reads all that matches, a little at a time: words that very many rows have are looked for in the
 * rows as they come. Where something else narrows them too, these may be far between, and the index is asked after all.
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

/** The texts of a list that this reader may read, by which typing errors are put right. */
export function vocabulariesOf<Table extends ListTable>(
  { index, wordsIndex = index, scope }: Listing<Table>,
  reader: number | undefined,
): Vocabulary[] {
  if (!wordsIndex) return [];
  const texts = index?.alsoTexts?.(reader, scope);
  return [{ index: wordsIndex, of: scope }, ...(texts ? [{ texts }] : [])];
}

/**
 * The same query for words that are there, where those that were typed are not: of each, the word that is most like it.
 * Nothing where none is.
 */
export async function corrected<Table extends ListTable>(
  listing: Listing<Table>,
  query: PlannedQuery,
): Promise<PlannedQuery | undefined> {
  const vocabularies = vocabulariesOf(listing, query.readerId);
  if (vocabularies.length === 0) return undefined;
  const q = await nearestWords(query.q, readSearch(listing, query.q).words, vocabularies);
  return q === undefined ? undefined : lookUp(listing, { ...query, q });
}

/**
 * Whether older rows may be looked through as well. Of lists that an index is kept for, nobody reads more for a word of
 * two letters: neither exports nor the API.
 */
export const hasMoreToSearch = <Table extends ListTable>(listing: Listing<Table>, query: PlannedQuery): boolean =>
  !listing.index && query.hits?.older === true;

/** Sentences for filters that are to have several values, which nothing that was found has. */
export function contradictions(filters: [name: string, value: string][]): string[] {
  const names = [...new Set(filters.map(([name]) => name))];
  const values = names.map((name) => [
    ...new Set(filters.filter((filter) => filter[0] === name).map(([, value]) => `“${name}:${value}”`)),
  ]);
  return values
    .filter(({ length }) => length > 1)
    .map((several) => `Nothing here is ${several.join(" and ")} at once: ask for one of them.`);
}

/** What is said where an index is kept and older rows were not looked through. */
export const onlyNewest = `Words of one or two letters are looked for in the newest ${formatNumber(newest)} only.`;

/** What somebody should know of their search, as sentences; `more` rows match than are counted. */
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
          `More than ${formatNumber(maxFound)} have these words, so this is about the newest ${formatNumber(maxFound)} of them. Another word leads to the others.`,
        ]
      : []),
    ...(hasMoreToSearch(listing, query) ? [`Words are looked for in the newest ${formatNumber(newest)} only.`] : []),
    ...(listing.index && query.hits?.older ? [onlyNewest] : []),
  ];
}
