/**
 * A list as its URL describes it: the data of its screen, and how its links are built. Browser-safe;
 * `list-view.server.ts` is its database side.
 */
import type { ListedRemoval } from "~/core/values/removal-words";
import { formatNumber, type Noun } from "~/core/values/noun";
import { formatDate } from "~/core/values/time-format";

export const pageSizes = [10, 25, 50, 100] as const;
export const defaultPageSize = 25;

export interface ListFilter {
  name: string;
  label: string;
  /**
   * Kind of input: a choice of options, a date (`2026-11-21`), text, a record found by name, or a link elsewhere
   * ("link").
   */
  type: "choice" | "date" | "text" | "record" | "link";
  /** Whether a date is the first or last day of a range. Both filters of a range have the same label. */
  end?: "from" | "to";
  /** The most common ranges, for a first day. */
  spans?: { value: string; title: string }[];
  /** Title of the named range in the URL, for a first day. */
  span?: string;
  /** The chosen value, or "" for any. */
  value: string;
  /** All options; for links and records only the current value. */
  options: { value: string; title: string }[];
}

/** A total over all rows of a list: an amount in cents, or a number. */
export interface ListSum {
  label: string;
  value: number;
  as: "money" | "number";
}

/**
 * Maximum rows that are counted without a stored count, as counting more would take longer than reading the page. Also
 * the farthest row that can be paged to from either end.
 */
export const maxCounted = { rows: 2_000 };

/** Returns the page to read: the requested one, or the nearest within `maxCounted` rows of an end of the list. */
export function nearestPage(page: number, pages: number, size: number): number {
  const reach = Math.ceil(maxCounted.rows / size);
  if (page <= reach || page > pages - reach) return page;
  return page - reach < pages - reach + 1 - page ? reach : pages - reach + 1;
}

/** A number of rows; with `more`, a lower bound. */
export interface Counted {
  total: number;
  more?: boolean;
  /** Number of all rows, matching or not, if known. */
  of?: number;
}

/** Formats a count, such as "1,312" or "2,000+". */
export const countText = ({ total, more }: Counted) => formatNumber(total) + (more ? "+" : "");

export interface ListView {
  /** Path of the list, such as `/users`. */
  path: string;
  q: string;
  filters: ListFilter[];
  /** Tabs above the table; each sets one filter and shows its number of rows. */
  tabs?: { name: string; items: { value: string; title: string; count: number; more?: boolean }[] };
  sort: { key: string; descending: boolean };
  page: number;
  pages: number;
  size: number;
  /** Matching rows on all pages. */
  total: number;
  /** `total` is a lower bound: not all rows were counted. */
  more?: boolean;
  sums: ListSum[];
  /** The sums were left out, as the rows are many: `?exact=1` computes them. */
  sumsLeft?: boolean;
  /** Number of rows without search and filters. */
  everything: number;
  /** `everything` is a lower bound. */
  everythingMore?: boolean;
  trash: boolean;
  /** Id of the newest journal entry when the rows were read. */
  last?: number;
  /** Amounts of the rows that an action on selected ones confirms; see `writeAmounts`. */
  amounts?: string;
  /** All matching rows are selected (`?select=all`), not only the checked ones. */
  selectAll: boolean;
  /** Notes about the search, as sentences. */
  notes: string[];
  /** Older rows were not searched: `?exact=1` does. */
  searchLeft?: boolean;
  /** All rows are counted and searched (`?exact=1`). */
  exact?: boolean;
  /** Why the rows could not be read, as a sentence. */
  failed?: string;
  /** Query string without defaults, such as `q=ada&status=Active`. */
  search: string;
}

/** When a row was moved to the trash, how many days remain until it is purged, and who moved it, if known. */
export interface Deletion {
  at: Date;
  daysLeft: number;
  by?: string;
}

/** A list view with the titles and actions of its screen. */
export interface ListScreenView extends ListView {
  title: string;
  /** Noun for a row, for sentences such as "No user matches". */
  noun: Noun;
  /** Whether the list can be exported, at its path with `.csv` or `.json`. */
  hasFile: boolean;
  /** Title of the second export with one row per line item, if there is one. */
  lineFile?: string;
  /** Whether the reader may change rows. */
  mayChange: boolean;
  /** Words for taking its records away and back. */
  removal: ListedRemoval;
  /** Deletions of the rows in the trash, by row id. */
  deletions?: Record<string, Deletion>;
  /** Link to the form that creates a row, if the reader may use it. */
  create?: { href: string; label: string };
  /** Link to the import from a file, if the reader may use it. */
  importHref?: string;
}

/**
 * Builds a link to the same view with some parameters changed; `null` removes one. Any change except of the page
 * returns to page 1.
 */
export function listHref(
  view: Pick<ListView, "path" | "search">,
  changes: Record<string, string | number | null>,
  suffix = "",
) {
  const params = new URLSearchParams(view.search);
  if (!("page" in changes)) params.delete("page");
  params.delete("select");
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === "") params.delete(name);
    else params.set(name, String(value));
  }
  const search = params.toString();
  return view.path + suffix + (search ? `?${search}` : "");
}

/** Builds the link of a column head: it sorts ascending, then descending. */
export function sortHref(view: Pick<ListView, "path" | "search" | "sort">, key: string) {
  const again = view.sort.key === key && !view.sort.descending;
  return listHref(view, { sort: again ? `-${key}` : key });
}

/** Returns the last-day filter that belongs to a first-day filter; undefined for any other. */
export const lastDayOf = <One extends Pick<ListFilter, "label" | "end">>(
  { label, end }: One,
  all: One[],
): One | undefined => (end === "from" ? all.find((one) => one.end === "to" && one.label === label) : undefined);

/** Formats a range, such as "1 Nov 2026 – 21 Nov 2026" or "from 1 Nov 2026"; either day may be "". */
export function daysTitle(from: string, to: string): string {
  const [first, last] = [from, to].map((day) => day && formatDate(day));
  if (first === last) return first ?? "";
  return first && last ? `${first} – ${last}` : first ? `from ${first}` : `until ${last}`;
}

/** Formats a filter's value for its chip; "" if it is not set. */
export function filterText({ value, options, end, span }: ListFilter) {
  if (end) return span ?? (end === "from" ? daysTitle(value, "") : daysTitle("", value));
  return options.find((option) => option.value === value)?.title ?? value;
}

/** Returns the removable chips: one per active filter, and one for the search. */
export function activeFilters(view: Pick<ListView, "path" | "search" | "filters" | "q">) {
  const saidBefore = view.filters.map((filter) => filter.span && lastDayOf(filter, view.filters));
  const chips = view.filters
    .filter((filter) => filter.value && !saidBefore.includes(filter))
    .map((filter) => ({
      label: `${filter.label}: ${filterText(filter)}`,
      href: listHref(view, { [filter.name]: null }),
    }));
  if (view.q) chips.unshift({ label: `“${view.q}”`, href: listHref(view, { q: null }) });
  return chips;
}
