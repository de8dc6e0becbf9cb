/** Lists, read from the database: a page of rows, how many there are, and all that a list's screen shows. */
import { count, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { defaultPageSize, type ListFilter, type ListView } from "./list";
import { corrected, searchNotes, withCommon } from "./list-search.server";
import { type ChoiceRule, compared, type FilterRule, type IdOf, type Listing, type ListQuery, type ListTable, matching, order, parseListQuery } from "./listing.server";
import { log } from "./log.server";
import { noteSearch } from "./searched.server";
import { formatDay } from "~/ui/time";

/** One page of rows and how many match, for who knows that already. A page past the end is the last one. */
export async function listPage<Table extends ListTable>(listing: Listing<Table>, query: ListQuery, known?: number) {
  const total = known ?? (await countMatching(listing, query));
  const pages = Math.max(1, Math.ceil(total / query.size));
  const page = Math.min(query.page, pages);
  const rows = await pageQuery(listing, { ...query, page });
  return { rows: rows as InferSelectModel<Table>[], total, page, pages };
}

/** Reads the rows of a page, wherever the list ends. */
export function pageQuery<Table extends ListTable>(listing: Listing<Table>, query: ListQuery) {
  const rows = db.select().from(listing.table as SQLiteTable).where(matching(listing, query));
  return rows.orderBy(...order(listing, query.sort)).limit(query.size).offset((query.page - 1) * query.size);
}

async function countRows<Table extends ListTable>(listing: Listing<Table>, where: SQL | undefined) {
  const [row] = await db.select({ total: count() }).from(listing.table as SQLiteTable).where(where);
  return row?.total ?? 0;
}

/** How many rows match. */
export const countMatching = <Table extends ListTable>(listing: Listing<Table>, query: ListQuery) => countRows(listing, matching(listing, query));

/**
 * All that a list page draws: its rows and its view. When they cannot be read, the view is empty and says so, so that
 * the page still has its filters; why is in the log.
 */
export async function listView<Table extends ListTable>(listing: Listing<Table>, request: Request) {
  const { searchParams } = new URL(request.url);
  const asked = parseListQuery(listing, searchParams);
  const found = await readSearched(listing, asked).catch((error: unknown) => {
    log.error({ err: error, list: listing.path }, "a list could not be read");
    return { query: asked, rows: [], total: 0, page: asked.page, pages: asked.page, everything: 0, tabs: undefined, sums: [], titles: {}, failed: "These rows could not be read just now." };
  });
  const { query, rows, titles, ...counted } = found;
  if (asked.q && asked.page === 1 && !asked.trash && !("failed" in found)) noteSearch({ place: listing.path, term: asked.q, found: query === asked || query.q === asked.q ? found.total : 0 });
  const view: ListView = {
    path: listing.path,
    q: query.q,
    filters: Object.entries(listing.filters).map(([name, rule]) => filterView(name, rule, query.filters[name] ?? "", titles)),
    sort: query.sort,
    size: query.size,
    trash: query.trash,
    selectAll: query.selectAll,
    search: canonicalSearch(listing, { ...query, page: counted.page }),
    notes: [...(query.q === asked.q ? [] : [`Nothing has “${asked.q}”, so this shows what has “${query.q}”.`]), ...searchNotes(listing, searchParams.get("q") ?? "", counted.everything)],
    ...counted,
  };
  return { rows, view };
}

/** A view's rows; where nothing has the words that were typed, those of the words that are most like them. */
async function readSearched<Table extends ListTable>(listing: Listing<Table>, asked: ListQuery) {
  const query = await withCommon(listing, asked);
  const found = await readView(listing, query);
  const better = found.total === 0 && query.q !== "" ? await corrected(listing, query) : undefined;
  const instead = better && (await readView(listing, better));
  return instead && instead.total > 0 ? { query: better, ...instead } : { query, ...found };
}

/** What of a view only the database knows. The tabs have counted most of it already. */
async function readView<Table extends ListTable>(listing: Listing<Table>, query: ListQuery) {
  const tabs = await tabsOf(listing, query);
  const counted = (value: string) => tabs?.items.find((item) => item.value === value)?.count;
  const page = await listPage(listing, query, counted(query.filters[tabs?.name ?? ""] ?? ""));
  const others = query.q !== "" || Object.keys(query.filters).some((name) => name !== tabs?.name);
  const everything = others ? undefined : counted("");
  return {
    ...page,
    everything: everything ?? (await countRows(listing, matching(listing, { q: "", filters: {}, trash: query.trash }))),
    tabs,
    sums: page.total > 0 ? ((await listing.sums?.(query)) ?? []) : [],
    titles: await recordTitles(listing, query),
  };
}

/** What the chips of filters by a record say, by the filter's name. */
async function recordTitles<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<Record<string, string | undefined>> {
  const titles: Record<string, string | undefined> = {};
  for (const [name, value] of Object.entries(query.filters)) {
    const rule = listing.filters[name];
    if (rule && "title" in rule) titles[name] = await rule.title(value);
  }
  return titles;
}

function filterView(name: string, rule: FilterRule, value: string, titles: Record<string, string | undefined>): ListFilter {
  const shown = { name, label: rule.label, value };
  if ("options" in rule) return { ...shown, type: "choice", options: rule.options.map(({ value, title }) => ({ value, title })) };
  if (rule.type === "date") return { ...shown, type: "date", options: [] };
  const title = titles[name] ?? (rule.type === "days" ? daysTitle(value) : value);
  return { ...shown, type: "link", options: value ? [{ value, title }] : [] };
}

/** Such as "1 Nov 2026 – 21 Nov 2026". */
function daysTitle(value: string) {
  const [from = "", to = ""] = value.split("..").map((day) => day && formatDay(new Date(day), "UTC"));
  if (from === to) return from;
  return from && to ? `${from} – ${to}` : from ? `from ${from}` : `until ${to}`;
}

/** What a column comes to over all rows that match. */
export async function sumMatching<Table extends ListTable>(listing: Listing<Table>, query: ListQuery, column: AnySQLiteColumn | SQL): Promise<number> {
  const [row] = await db.select({ sum: sql<number>`coalesce(sum(${column}), 0)` }).from(listing.table as SQLiteTable).where(matching(listing, query));
  return row?.sum ?? 0;
}

/** How many rows each tab of a list shows, whichever is chosen. */
export async function tabsOf<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<ListView["tabs"]> {
  const name = listing.tabs;
  const rule = name ? listing.filters[name] : undefined;
  if (!name || !rule || !("options" in rule)) return undefined;
  const counts = await countOptions(listing, rule, matching(listing, query, name));
  return { name, items: [{ value: "", title: "All" }, ...rule.options].map(({ value, title }) => ({ value, title, count: counts.get(value) ?? 0 })) };
}

/** How many of the rows that match each option would show, in one query; "" is all of them. */
async function countOptions<Table extends ListTable>(listing: Listing<Table>, rule: ChoiceRule, where: SQL | undefined): Promise<Map<string, number>> {
  const { by, options } = rule;
  const rows = listing.table as SQLiteTable;
  if (typeof by === "function") {
    const each = options.map(({ value }) => [value, sql<number>`count(*) filter (where ${by(value) ?? sql`true`})`]);
    const [counts = {}] = await db.select({ "": count(), ...(Object.fromEntries(each) as Record<string, SQL<number>>) }).from(rows).where(where);
    return new Map(Object.entries(counts));
  }
  const value = compared(rule, by); // as an index may have it in order: of a million rows that takes half the time
  const groups = await db.select({ value: sql<string>`${value}`, count: count() }).from(rows).where(where).groupBy(value);
  const written = (text: string) => (rule.anyCase ? text.toLowerCase() : text);
  const of = (wanted: string) => groups.find((group) => written(group.value) === written(wanted))?.count ?? 0;
  return new Map([["", groups.reduce((sum, group) => sum + group.count, 0)], ...options.map(({ value }) => [value, of(value)] as const)]);
}

/** A list's address as short as it can be: what it asks for, without what goes without saying or is ignored. */
export function canonicalSearch<Table extends ListTable>(listing: Listing<Table>, query: ListQuery) {
  const sort = (query.sort.descending ? "-" : "") + query.sort.key;
  return new URLSearchParams({
    ...(query.q && { q: query.q }),
    ...query.filters,
    ...(sort !== listing.sort && { sort }),
    ...(query.size !== defaultPageSize && { size: String(query.size) }),
    ...(query.page > 1 && { page: String(query.page) }),
    ...(query.trash && { trash: "1" }),
  }).toString();
}

/** The ids of everything that matches. */
export async function matchingIds<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<IdOf<Table>[]> {
  const rows = await db.select({ id: listing.table.id }).from(listing.table as SQLiteTable).where(matching(listing, query));
  return rows.map((row) => row.id as IdOf<Table>);
}
