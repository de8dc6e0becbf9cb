/**
 * A list as its address describes it. Browser-safe: what the list screen draws, and how its links are written.
 * The database side of it is `list-view.server.ts`.
 */
import { formatNumber, type Noun } from "~/core/values/noun";
import { formatDate } from "~/core/values/time-format";

export const pageSizes = [10, 25, 50, 100] as const;
export const defaultPageSize = 25;

export interface ListFilter {
  name: string;
  label: string;
  /**
   * How it is chosen: from its options, as a day (`2026-11-21`), as text, as a record by what it is called, or by links
   * elsewhere alone.
   */
  type: "choice" | "date" | "text" | "record" | "link";
  /** Of a day: whether it is the first or the last one. The filter of the other has the same label. */
  end?: "from" | "to";
  /** Of a first day: the days that people ask for most, up to the last. */
  spans?: { value: string; title: string }[];
  /** Of a first day: which of these was asked for. */
  span?: string;
  /** The chosen value, or "" for any. */
  value: string;
  /** What may be chosen; where a link does it, only what is. */
  options: { value: string; title: string }[];
}

/** Something that all rows of a list come to: an amount in cents, or a number. */
export interface ListSum {
  label: string;
  value: number;
  as: "money" | "number";
}

/**
 * Rows are counted this far where no sum of them is kept: further, counting would take longer than reading the page. So
 * far pages are read, too, from either end of a list.
 */
export const maxCounted = { rows: 2_000 };

/**
 * The page that is read for one that was asked for: itself, or the nearest that is no more than `maxCounted` rows from
 * an end of the list.
 */
export function nearestPage(page: number, pages: number, size: number): number {
  const reach = Math.ceil(maxCounted.rows / size);
  if (page <= reach || page > pages - reach) return page;
  return page - reach < pages - reach + 1 - page ? reach : pages - reach + 1;
}

/** How many rows there are; with `more`, at least so many. */
export interface Counted {
  total: number;
  more?: boolean;
  /** Of how many, where that is known. */
  of?: number;
}

/** Such as "1,312", or "2,000+". */
export const countText = ({ total, more }: Counted) => formatNumber(total) + (more ? "+" : "");

export interface ListView {
  /** Where the list lives, such as `/users`. */
  path: string;
  q: string;
  filters: ListFilter[];
  /** Links over the table that set one filter, each with how many rows it would show. */
  tabs?: { name: string; items: { value: string; title: string; count: number; more?: boolean }[] };
  sort: { key: string; descending: boolean };
  page: number;
  pages: number;
  size: number;
  /** Rows that match, on all pages together. */
  total: number;
  /** There are more rows than `total`: nobody has counted them all. */
  more?: boolean;
  sums: ListSum[];
  /** The rows are many, and nobody has counted them or added them up yet: `?exact=1` does. */
  sumsLeft?: boolean;
  /** Rows there are without search and filters. */
  everything: number;
  /** There are more than `everything`: nobody has counted them all. */
  everythingMore?: boolean;
  trash: boolean;
  /** The journal's last entry when the rows were read. */
  last?: number;
  /** Everything that matches is selected (`?select=all`), not only what is ticked. */
  selectAll: boolean;
  /** What to know of the search, as sentences. */
  notes: string[];
  /** Older rows were not searched: `?exact=1` does. */
  searchLeft?: boolean;
  /** All is counted and searched, as `?exact=1` asks. */
  exact?: boolean;
  /** Why the rows could not be read, as a sentence. */
  failed?: string;
  /** The address's parameters with the defaults left out, such as `q=ada&status=Active`. */
  search: string;
}

/** When something was moved to the trash, for how many days it stays there, and who did it, where that is known. */
export interface Deletion {
  at: Date;
  daysLeft: number;
  by?: string;
}

/** A list with what its screen says and offers beside the rows. */
export interface ListScreenView extends ListView {
  title: string;
  /** What a row is, for sentences such as "No user matches". */
  noun: Noun;
  /** It can be had as a file: at its address with `.csv` or `.json`. */
  hasFile: boolean;
  /** What its file with a row for each line of a record is called, where it has one. */
  lineFile?: string;
  /** Whether its reader may change rows of it. */
  mayChange: boolean;
  /** How the rows of a trash came there, by their ids. */
  deletions?: Record<string, Deletion>;
  /** Where its reader may make a row. */
  create?: { href: string; label: string };
  /** Where its reader may bring rows in from a file. */
  importHref?: string;
}

/** The same view with some parameters changed; `null` takes one out. Any change but of page goes back to page one. */
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

/** Sorting by a head: the first press sorts upwards, the next turns it round. */
export function sortHref(view: Pick<ListView, "path" | "search" | "sort">, key: string) {
  const again = view.sort.key === key && !view.sort.descending;
  return listHref(view, { sort: again ? `-${key}` : key });
}

/** The filter of the last day of something, by that of its first day; nothing for any other. */
export const lastDayOf = <One extends Pick<ListFilter, "label" | "end">>(
  { label, end }: One,
  all: One[],
): One | undefined => (end === "from" ? all.find((one) => one.end === "to" && one.label === label) : undefined);

/** Such as "1 Nov 2026 – 21 Nov 2026", or "from 1 Nov 2026"; either day may be "". */
export function daysTitle(from: string, to: string): string {
  const [first, last] = [from, to].map((day) => day && formatDate(day));
  if (first === last) return first ?? "";
  return first && last ? `${first} – ${last}` : first ? `from ${first}` : `until ${last}`;
}

/** What a filter is set to, in words; nothing when it is not. */
export function filterText({ value, options, end, span }: ListFilter) {
  if (end) return span ?? (end === "from" ? daysTitle(value, "") : daysTitle("", value));
  return options.find((option) => option.value === value)?.title ?? value;
}

/** What narrows the list now: one removable chip each. */
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
