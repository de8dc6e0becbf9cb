/** Loads a list's screen from the database. */
import { countMatching, countQuickly, countTabs, countTabsExactly } from "./counting.server";
import {
  type Counted,
  defaultPageSize,
  type ListFilter,
  type ListView,
  maxCounted,
  nearestPage,
  daysTitle,
} from "./list";
import { findWithCorrections, hasMoreToSearch, lookUp, forBatchedReading, searchNotes } from "./list-search.server";
import type { FilterRule, Listing, ListQuery, ListTable } from "./listing.server";
import { usualSpans } from "./days.server";
import { ignoredFilters, parseListQuery, writtenFilters } from "./list-query.server";
import { today } from "~/core/values/today.server";
import { formatNumber } from "~/core/values/noun";
import { log } from "~/core/process/log.server";
import { pageRows } from "./paging.server";
import { readStoredSums } from "./stored-sums.server";
import { noteSearch } from "~/core/http/request-context.server";
import { runSearch } from "~/core/http/work-queues.server";
import { QueueFull } from "~/core/process/fair-queue.server";

/**
 * Returns one page of rows and the number of matches, which it counts unless `counted` is given. A page past the end
 * returns the last one.
 */
export async function listPage<Table extends ListTable>(listing: Listing<Table>, query: ListQuery, counted?: Counted) {
  const { total, more, of } = counted ?? { total: await countMatching(listing, query), more: undefined, of: undefined };
  const pages = Math.max(1, Math.ceil(total / query.size));
  const page = Math.min(query.page, pages);
  return { rows: await pageRows(listing, { ...query, page }, { total, more, of }), total, more, page, pages };
}

/**
 * Loads the rows and view of a list page. If that fails, it logs the error and returns an empty view that says so and
 * keeps the filters; `readerId` is the reader whose permissions the search respects.
 */
export async function listView<Table extends ListTable>(listing: Listing<Table>, request: Request, readerId?: number) {
  const { searchParams } = new URL(request.url);
  const requested = { ...parseListQuery(listing, searchParams), readerId };
  const read = () => readSearched(listing, requested);
  const found = await (requested.q === "" ? read() : runSearch(read)).catch((error: unknown) => {
    if (error instanceof QueueFull) throw error;
    log.error({ err: error, list: listing.path }, "a list could not be read");
    return {
      query: requested,
      rows: [],
      total: 0,
      page: requested.page,
      pages: requested.page,
      more: undefined,
      everything: 0,
      everythingMore: undefined,
      tabs: undefined,
      sums: [],
      sumsLeft: false,
      titles: {},
      failed: "These rows could not be read just now.",
    };
  });
  const { query, rows, titles, ...counted } = found;
  if (requested.q && requested.page === 1 && !requested.trash && !("failed" in found))
    noteSearch({
      place: listing.path,
      term: requested.q,
      found: query === requested || query.q === requested.q ? found.total : 0,
    });
  const view: ListView = {
    path: listing.path,
    q: query.q,
    filters: filterViews(listing, query, titles),
    sort: query.sort,
    size: query.size,
    trash: query.trash,
    selectAll: query.selectAll,
    search: canonicalSearch(listing, { ...query, page: counted.page }),
    notes: [
      ...(query.q === requested.q ? [] : [`Nothing has “${requested.q}”, so this shows what has “${query.q}”.`]),
      ...(searchParams.get("q") ? searchNotes(listing, searchParams.get("q") ?? "", { query, ...counted }) : []),
      ...ignoredFilters(listing, searchParams, requested),
      ...pageNotes(query, counted),
    ],
    searchLeft: query.q !== "" && hasMoreToSearch(listing, query),
    exact: query.exact,
    ...counted,
  };
  return { rows, view };
}

/** Reads a view's rows, with the search corrected if nothing matches the typed words. */
async function readSearched<Table extends ListTable>(listing: Listing<Table>, requested: ListQuery) {
  if (requested.q === "") return { query: requested, ...(await readView(listing, requested)) };
  const query = await lookUp(listing, requested);
  const found = await readView(listing, query);
  if (found.total > 0 || found.more || query.q === "") return { query, ...found };
  const instead = await findWithCorrections(listing, query, async (better) => {
    const view = await readView(listing, better);
    return view.total > 0 ? { query: better, ...view } : undefined;
  });
  return instead ?? { query, ...found };
}

/**
 * Returns the query that a list's page shows, for exports and the API: with the search corrected if nothing matches.
 */
export async function correctedQuery<Table extends ListTable>(
  listing: Listing<Table>,
  requested: ListQuery,
): Promise<ListQuery> {
  if (!(listing.index ?? listing.wordsIndex) || requested.q === "") return requested;
  return runSearch(async () => {
    const query = await lookUp(listing, requested);
    if (!(await isNothing(listing, query))) return requested;
    const q = await findWithCorrections(listing, query, async (better) =>
      (await isNothing(listing, better)) ? undefined : better.q,
    );
    return q === undefined ? requested : { ...requested, q };
  });
}

async function isNothing<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<boolean> {
  const { total, more } = await countQuickly(listing, query);
  return total === 0 && !more;
}

/**
 * Reads the rows and counts of a view, reusing the counts of its tabs. All matches are counted if they are selected or
 * `?exact=1` asks for it.
 */
async function readView<Table extends ListTable>(listing: Listing<Table>, query: ListQuery) {
  const exact = query.exact || query.selectAll;
  const chosen = query.filters[listing.tabs ?? ""] ?? "";
  const stored = storedTabs(listing, query);
  const some = await tabsOf(listing, query, stored);
  const quick = countOfTab(some, chosen) ?? (await countQuickly(listing, query));
  const others = query.q !== "" || Object.keys(query.filters).some((name) => name !== listing.tabs);
  const everything =
    (others ? undefined : countOfTab(some, "")) ??
    (await countQuickly(listing, { q: "", filters: {}, trash: query.trash }));
  const more = quick.more || some?.items.some((tab) => tab.more);
  const requested = exact && more ? await forBatchedReading(listing, query) : query;
  const tabs = requested === query ? some : await tabsOf(listing, requested, new Map(), countTabsExactly);
  const page =
    requested === query
      ? await listPage(listing, withinReach(query, quick.total), { ...quick, of: everything.total })
      : await listPage(listing, requested, countOfTab(tabs, chosen));
  return {
    ...page,
    everything: everything.total,
    everythingMore: everything.more,
    tabs,
    sums:
      page.total > 0 && !page.more
        ? ((await listing.sums?.(
            { ...requested, anyOrder: page.total <= maxCounted.rows },
            listing,
            stored.get(chosen),
          )) ?? [])
        : [],
    sumsLeft: page.more === true,
    titles: await recordTitles(listing, query),
  };
}

function countOfTab(tabs: ListView["tabs"], value: string): Counted | undefined {
  const tab = tabs?.items.find((item) => item.value === value);
  return tab && { total: tab.count, more: tab.more };
}

/** Moves the query to the nearest page that can be read quickly. */
const withinReach = (query: ListQuery, total: number): ListQuery => ({
  ...query,
  page: query.page === 1 ? 1 : nearestPage(query.page, Math.ceil(total / query.size), query.size),
});

/** Explains why another page is shown than the one requested, if that page exists. */
function pageNotes({ page: requested, size }: ListQuery, { page, pages }: { page: number; pages: number }): string[] {
  if (requested === page || requested > pages) return [];
  const reach = Math.ceil(maxCounted.rows / size);
  return [
    `Pages ${formatNumber(reach + 1)} to ${formatNumber(pages - reach)} are too far into this list to be read. Another order, a filter or a search leads to their rows.`,
  ];
}

/** Returns the filters of a list with their current values, as its chips show them. */
export async function shownFilters<Table extends ListTable>(
  listing: Listing<Table>,
  query: ListQuery,
): Promise<ListFilter[]> {
  return filterViews(listing, query, await recordTitles(listing, query));
}

type Titles = Record<string, string | undefined>;

/** Returns the chip texts of record filters, by filter name. */
async function recordTitles<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<Titles> {
  const titles: Titles = {};
  for (const [name, value] of Object.entries(query.filters)) {
    const rule = listing.filters[name];
    if (rule && "title" in rule) titles[name] = await rule.title(value);
  }
  return titles;
}

const filterViews = <Table extends ListTable>(listing: Listing<Table>, query: ListQuery, titles: Titles) =>
  Object.entries(listing.filters).map(([name, rule]) => filterView(name, rule, query, titles));

function filterView(name: string, rule: FilterRule, { filters, spans: asked }: ListQuery, titles: Titles): ListFilter {
  const value = filters[name] ?? "";
  const shown = { name, label: rule.label, value };
  if ("options" in rule)
    return { ...shown, type: "choice", options: rule.options.map(({ value, title }) => ({ value, title })) };
  if (rule.type === "date") {
    if (rule.end === "to") return { ...shown, type: "date", end: "to", options: [] };
    const spans = usualSpans(today());
    const span = spans.find(({ value }) => value === asked?.[name])?.title;
    return { ...shown, type: "date", end: "from", spans, ...(span && { span }), options: [] };
  }
  if (rule.type === "text") return { ...shown, type: "text", options: [] };
  const type = "named" in rule && rule.named ? "record" : "link";
  if (!value) return { ...shown, type, options: [] };
  const [from = "", to = ""] = value.split("..");
  const title = titles[name] ?? (rule.type === "days" ? daysTitle(from, to) : value);
  return { ...shown, type, options: [{ value, title }] };
}

type StoredTabs = Map<string, Record<string, number>>;

/** Returns the stored sums behind each tab, by the tab's value, read in one statement; empty if there are none. */
function storedTabs<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): StoredTabs {
  const { tabs: name = "" } = listing;
  const rule = listing.filters[name];
  if (!rule || !("options" in rule)) return new Map();
  const { [name]: _, ...filters } = query.filters;
  const values = ["", ...rule.options.map(({ value }) => value)];
  const sums = readStoredSums(
    listing,
    values.map((value) => ({ ...query, filters: value ? { ...filters, [name]: value } : filters })),
  );
  return new Map(values.flatMap((value, at) => (sums[at] ? [[value, sums[at]] as const] : [])));
}

/** Returns the tabs of a list with their counts: stored ones, else those of `count`. */
async function tabsOf<Table extends ListTable>(
  listing: Listing<Table>,
  query: ListQuery,
  stored: StoredTabs,
  count: typeof countTabs = countTabs,
): Promise<ListView["tabs"]> {
  const { tabs: name = "" } = listing;
  const rule = listing.filters[name];
  if (!rule || !("options" in rule)) return undefined;
  const isStored = stored.size === rule.options.length + 1;
  const counts = new Map(isStored ? [] : await count(listing, query, name));
  for (const [value, { rows = 0 }] of stored) counts.set(value, { total: rows });
  const items = [{ value: "", title: "All" }, ...rule.options].map(({ value, title }) => ({
    value,
    title,
    count: counts.get(value)?.total ?? 0,
    more: counts.get(value)?.more,
  }));
  return { name, items };
}

/** Returns the shortest query string of a list: without defaults and ignored parameters. */
export function canonicalSearch<Table extends ListTable>(listing: Listing<Table>, query: ListQuery) {
  const sort = (query.sort.descending ? "-" : "") + query.sort.key;
  return new URLSearchParams({
    ...(query.q && { q: query.q }),
    ...writtenFilters(listing, query),
    ...(sort !== listing.sort && { sort }),
    ...(query.size !== defaultPageSize && { size: String(query.size) }),
    ...(query.page > 1 && { page: String(query.page) }),
    ...(query.trash && { trash: "1" }),
  }).toString();
}

/** Like `canonicalSearch`, with named ranges replaced by their days, so that the result does not change tomorrow. */
export const fixedSearch = <Table extends ListTable>(listing: Listing<Table>, query: ListQuery) =>
  canonicalSearch(listing, { ...query, spans: undefined });
