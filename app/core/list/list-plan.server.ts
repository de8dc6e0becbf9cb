/**
 * Plans how a list's page is read: what is stored or counted, how far pages reach, and whether the search is corrected.
 */
import { runSearch } from "~/core/http/work-queues.server";
import { countMatching, countQuickly, countTabs, countTabsExactly } from "./counting.server";
import { type Counted, type ListView, maxCounted, nearestPage } from "./list";
import { pageRows, readStoredSums } from "./list-read.server";
import { findWithCorrections, forBatchedReading, lookUp } from "./list-search.server";
import type { Listing, ListQuery, ListTable } from "./listing.server";

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

/** Reads the rows and counts of a list's page, with the search corrected if nothing matches the typed words. */
export async function readPlanned<Table extends ListTable>(listing: Listing<Table>, requested: ListQuery) {
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
