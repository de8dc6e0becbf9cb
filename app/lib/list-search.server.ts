/** What is said of a search in a list, and what is shown in its place when nothing has what was typed. */
import { strangeTerms } from "./asked";
import { isCommon, isShort, looksAtNewest, mostFound, newest } from "./index-search.server";
import { knowsTerm, type Listing, type ListQuery, type ListTable, longestSearch, readSearch } from "./listing.server";
import { nearestWords } from "./nearest.server";

const commonIn = <Table extends ListTable>(listing: Listing<Table>, { q }: Pick<ListQuery, "q">) => q !== "" && listing.index !== undefined && isCommon(listing.index, readSearch(listing, q).words);

/** The query as a list shows it: of words that very many rows have, among the newest of these. */
export async function amongNewest<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<ListQuery> {
  return (await commonIn(listing, query)) ? { ...query, among: mostFound } : query;
}

/**
 * The query for who reads all that matches, a little at a time: words that very many rows have are looked for in the rows as they come.
 * Where something else narrows them too, these may be far between, and the index is asked after all.
 */
export async function readingOn<Table extends ListTable, Query extends Pick<ListQuery, "q">>(listing: Listing<Table>, query: Query): Promise<Query & { among: undefined; common: boolean }> {
  const { words, conditions } = readSearch(listing, query.q);
  const narrow = conditions.length > 0 || words.some(isShort);
  return { ...query, among: undefined, common: !narrow && (await commonIn(listing, query)) };
}

/** The same query for words that are there, where those that were typed are not: of each, the word that is most like it. Nothing where none is. */
export async function corrected<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<ListQuery | undefined> {
  if (!listing.index) return undefined;
  const q = await nearestWords(query.q, readSearch(listing, query.q).words, [listing.index.kind]);
  return q === undefined ? undefined : amongNewest(listing, { ...query, q, among: undefined });
}

/** What somebody should know of their search, as sentences. */
export function searchNotes<Table extends ListTable>(listing: Listing<Table>, typed: string, { rows, total, among }: { rows: number; total: number; among?: number }): string[] {
  const { words, problems, filters, conditions } = readSearch(listing, typed.slice(0, longestSearch));
  const empty = typed !== "" && words.length + problems.length + filters.length + conditions.length === 0;
  const short = listing.index !== undefined && looksAtNewest(words) && rows > newest;
  return [
    ...problems,
    ...(total === 0 ? strangeTerms(typed.slice(0, longestSearch), (name) => knowsTerm(listing, name)) : []),
    ...(typed.length > longestSearch ? [`Only the first ${longestSearch} characters are searched for.`] : []),
    ...(empty ? [`There is no word in “${typed.slice(0, 20)}” that could be searched for, so this is everything.`] : []),
    ...(among ? [`More than ${among.toLocaleString("en-US")} have these words, so this is about the newest ${among.toLocaleString("en-US")} of them. Another word leads to the others.`] : []),
    ...(short ? [`Words of one or two letters are looked for in the newest ${newest.toLocaleString("en-US")} only.`] : []),
  ];
}
