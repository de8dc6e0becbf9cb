/** What is said of a search in a list, and what is shown in its place when nothing has what was typed. */
import { newest, isCommon, looksAtNewest } from "./index-search.server";
import { type Listing, type ListQuery, type ListTable, longestSearch, readSearch } from "./listing.server";
import { nearestWords } from "./nearest.server";

/** The query with whether it is for words that too many rows have: then a list reads on for its pages, and counts no further than it must. */
export async function withCommon<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<ListQuery> {
  if (!listing.index || query.q === "") return query;
  return { ...query, common: await isCommon(listing.index, readSearch(listing, query.q).words) };
}

/** The same query for words that are there, where those that were typed are not: of each, the word that is most like it. Nothing where none is. */
export async function corrected<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<ListQuery | undefined> {
  if (!listing.index) return undefined;
  const q = await nearestWords(query.q, readSearch(listing, query.q).words, [listing.index.kind]);
  return q === undefined ? undefined : withCommon(listing, { ...query, q });
}

/** What somebody should know of their search, as sentences. */
export function searchNotes<Table extends ListTable>(listing: Listing<Table>, typed: string, rows: number): string[] {
  const { words, problems, filters, conditions } = readSearch(listing, typed.slice(0, longestSearch));
  const empty = typed !== "" && words.length + problems.length + filters.length + conditions.length === 0;
  const short = listing.index !== undefined && looksAtNewest(words) && rows > newest;
  return [
    ...problems,
    ...(typed.length > longestSearch ? [`Only the first ${longestSearch} characters are searched for.`] : []),
    ...(empty ? [`There is no word in “${typed.slice(0, 20)}” that could be searched for, so this is everything.`] : []),
    ...(short ? [`Words of one or two letters are looked for in the newest ${newest.toLocaleString("en-US")} only.`] : []),
  ];
}
