/** Describes the query of a saved view in words. */
import type { SavedView } from "db/schema";
import { activeFilters } from "~/core/list/list";
import { shownFilters } from "~/core/list/list-view.server";
import type { Reader } from "~/core/list/reach.server";
import { canonical, hrefOf, listAt, queryOf, type SavedList } from "./lists.server";

export interface Described {
  /** Its list, as its screen is titled. */
  title: string;
  href: string;
  search: string;
  /** The filters and the sort order; empty for the unfiltered list. */
  parts: string[];
}

/** Describes the query in a URL; undefined if there is no such list. */
export async function described(
  me: Reader,
  { path, search }: Pick<SavedView, "path" | "search">,
): Promise<Described | undefined> {
  const list = listAt(me, path);
  if (!list) return undefined;
  const short = canonical(list, search);
  return { title: list.title, href: hrefOf(list, short), search: short, parts: await partsOf(list, short) };
}

async function partsOf(list: SavedList, search: string): Promise<string[]> {
  const query = queryOf(list, search);
  const filters = await shownFilters(list.listing, query);
  const chips = activeFilters({ path: list.listing.path, search, q: query.q, filters }).map(({ label }) => label);
  const written = new URLSearchParams(search);
  if (written.has("sort"))
    chips.push(`Sorted by ${inWords(query.sort.key)}${query.sort.descending ? ", descending" : ""}`);
  if (written.has("size")) chips.push(`${query.size} rows on a page`);
  return chips;
}

/** "createdAt" → "created at". */
const inWords = (key: string) => key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
