/** Describes a list as its screen shows it: rows, filters with their values, notes and the address. */
import { defaultPageSize, type ListFilter, type ListView, maxCounted, daysTitle } from "./list";
import { readPlanned } from "./list-plan.server";
import { hasMoreToSearch, searchNotes } from "./list-search.server";
import type { FilterRule, Listing, ListQuery, ListTable } from "./listing.server";
import { usualSpans } from "./days.server";
import { ignoredFilters, parseListQuery, writtenFilters } from "./list-query.server";
import { today } from "~/core/values/today.server";
import { formatNumber } from "~/core/values/noun";
import { log } from "~/core/process/log.server";
import { noteSearch } from "~/core/http/request-context.server";
import { runSearch } from "~/core/http/work-queues.server";
import { QueueFull } from "~/core/process/fair-queue.server";

/**
 * Loads the rows and view of a list page. If that fails, it logs the error and returns an empty view that says so and
 * keeps the filters; `readerId` is the reader whose permissions the search respects.
 */
export async function listView<Table extends ListTable>(listing: Listing<Table>, request: Request, readerId?: number) {
  const { searchParams } = new URL(request.url);
  const requested = { ...parseListQuery(listing, searchParams), readerId };
  const read = async () => {
    const found = await readPlanned(listing, requested);
    return { ...found, titles: await recordTitles(listing, found.query) };
  };
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
