/** The lists of which views can be saved: each that has a screen of its own. */
import { may, reachOf } from "~/core/access/access.server";
import { canonicalSearch } from "~/core/list/list-view.server";
import type { Listing, ListQuery, ListTable } from "~/core/list/listing.server";
import { parseListQuery } from "~/core/list/list-query.server";
import { type ListDefinition, lists } from "~/core/list/define-list.server";
import type { Reader } from "~/core/list/reach.server";

/** A list, with the rows that the user may see. */
export interface SavedList extends Pick<ListDefinition, "title" | "personal"> {
  listing: Listing<ListTable>;
}

const savableLists = () => lists().filter(({ isUnsaved }) => !isUnsaved);
const savedBy = (me: Reader) => savableLists().filter(({ needs }) => may(me, needs));

/** The addresses of the lists that this person may see. */
export const pathsFor = (me: Reader): string[] => savedBy(me).map(({ path }) => path);

/** Returns the paths of lists whose rows the user may see completely, so that filters of others reveal nothing new. */
export const wholePathsFor = (me: Reader): string[] =>
  savedBy(me).flatMap(({ needs, path, personal }) => (personal || reachOf(me, needs) === "all" ? path : []));

/**
 * The filters that this person may not narrow such a list by: a view that does would show them other rows than its name
 * says.
 */
export const closedFilters = (me: Reader) =>
  savableLists().flatMap(({ path, filters }) =>
    Object.entries(filters).flatMap(([name, { needs }]) => (needs && !may(me, needs) ? { path, name } : [])),
  );

/** Returns the lists that the user may see, each scoped to what they may read. */
export const listsFor = (me: Reader): SavedList[] =>
  savedBy(me).map(({ title, personal, listingFor }) => ({ title, personal, listing: listingFor(me) }));

/** Their addresses with their titles, for a filter. */
export const listTitles = (me: Reader) => savedBy(me).map(({ title, path }) => ({ value: path, title }));

/** Returns the list at a path; undefined if there is none that the user may see. */
export function listAt(me: Reader, path: string): SavedList | undefined {
  const list = savableLists().find((list) => list.path === path && may(me, list.needs));
  return list && { title: list.title, personal: list.personal, listing: list.listingFor(me) };
}

/** Returns the list query in a URL, without page and trash, which a view does not store. */
export function queryOf({ listing }: SavedList, search: string | URLSearchParams): ListQuery {
  return { ...parseListQuery(listing, new URLSearchParams(search)), page: 1, trash: false, selectAll: false };
}

/** Returns the canonical form of a query: unknown and default parameters are omitted. */
export const canonical = (list: SavedList, search: string | URLSearchParams): string =>
  canonicalSearch(list.listing, queryOf(list, search));

export const hrefOf = ({ listing }: SavedList, search: string): string => listing.path + (search && `?${search}`);
