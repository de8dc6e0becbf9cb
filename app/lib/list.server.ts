/**
 * Lists, the database side: one `Listing` says what may be searched, filtered and sorted, and the screen, the exports
 * and the API all read through it. Names that are not in it are ignored.
 */
import { and, asc, count, desc, eq, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { anyCase } from "db/compare";
import { fold } from "db/fold";
import { recordId } from "./ids";
import { log } from "./log.server";
import { defaultPageSize, type ListFilter, type ListView, pageSizes } from "./list";

export type ListTable = SQLiteTable & { id: AnySQLiteColumn; deletedAt?: AnySQLiteColumn };

export type IdOf<Table extends ListTable> = InferSelectModel<Table>["id"];

interface ChoiceRule {
  label: string;
  options: readonly { value: string; title: string }[];
  /** The column must equal the value, which is stored as the option writes it; or, for what is no column, the condition itself. */
  by: AnySQLiteColumn | ((value: string) => SQL | undefined);
  /** The column holds the values in any case (of ASCII letters). */
  anyCase?: boolean;
}

type FilterRule =
  | ChoiceRule
  /** A day such as `2026-11-21`. */
  | { label: string; type: "date"; by: (day: string) => SQL | undefined }
  /** One record, named by its id; `title` is what its chip says. */
  | { label: string; type: "record"; title(id: string): Promise<string | undefined>; by: (id: string) => SQL | undefined };

export interface Listing<Table extends ListTable> {
  path: string;
  table: Table;
  /** Which rows the list is about at all, where it is not about every one. */
  of?: SQL;
  /** What a row is searched in, as people see it. */
  search: (AnySQLiteColumn | SQL)[];
  filters: Record<string, FilterRule>;
  /** What it may be sorted by: columns, or texts as `db/compare` compares them. Each has an index, see `db/schema`, which `list-plans.test.ts` looks after. */
  sorts: Record<string, AnySQLiteColumn | SQL>;
  /** How it is sorted when nobody says otherwise, such as `-createdAt`. */
  sort: string;
  /** The filter that is also shown as tabs with counts. */
  tabs?: string;
}

export interface ListQuery {
  q: string;
  filters: Record<string, string>;
  sort: { key: string; descending: boolean };
  page: number;
  size: number;
  trash: boolean;
  selectAll: boolean;
}

/** Nobody means to search for more than this many characters. */
const longestSearch = 200;

/** Reads a list's address. Unknown names and values are ignored. */
export function parseListQuery<Table extends ListTable>(listing: Listing<Table>, params: URLSearchParams): ListQuery {
  const filters: Record<string, string> = {};
  for (const [name, rule] of Object.entries(listing.filters)) {
    const value = readFilter(rule, params.get(name) ?? "");
    if (value) filters[name] = value;
  }
  const size = Number(params.get("size"));
  return {
    q: (params.get("q") ?? "").replaceAll("\0", "").trim().slice(0, longestSearch),
    filters,
    sort: parseSort(listing, params.get("sort")) ?? parseSort(listing, listing.sort) ?? { key: "id", descending: false },
    page: wholeNumber(params.get("page")) ?? 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
    trash: params.get("trash") === "1" && listing.table.deletedAt !== undefined,
    selectAll: params.get("select") === "all",
  };
}

function readFilter(rule: FilterRule, asked: string): string | undefined {
  if ("options" in rule) return rule.options.find((option) => option.value.toLowerCase() === asked.toLowerCase())?.value;
  if (rule.type === "record") return /^[\w-]{1,40}$/.test(asked) ? asked : undefined;
  return isDay(asked) ? asked : undefined;
}

/** Whether there is such a day: there is no 30 February, which `Date` takes for one in March. */
const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

function parseSort<Table extends ListTable>(listing: Listing<Table>, text: string | null) {
  const key = text?.replace(/^-/, "");
  return key && Object.hasOwn(listing.sorts, key) ? { key, descending: text?.startsWith("-") ?? false } : undefined;
}

function wholeNumber(text: string | null) {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** The rows that match, as a condition. `without` leaves one filter out, to count what its other values would show. */
export function matching<Table extends ListTable>(listing: Listing<Table>, query: Pick<ListQuery, "q" | "filters" | "trash">, without?: string): SQL | undefined {
  const filters = Object.entries(query.filters).filter(([name]) => name !== without);
  const conditions = filters.map(([name, value]) => filterCondition(listing.filters[name], value));
  const ofOneRecord = filters.some(([name]) => isOfRecord(listing.filters[name]));
  return and(listing.of, isThere(listing.table.deletedAt, query.trash, ofOneRecord), searchCondition(listing.search, query.q), ...conditions);
}

/** Among the living, or in the trash. SQLite takes `+deleted_at` for no column of an index: what belongs to one record is few, and found by that. */
function isThere(deletedAt: AnySQLiteColumn | undefined, trash: boolean, ofOneRecord: boolean): SQL | undefined {
  if (!deletedAt) return undefined;
  if (trash) return sql`unlikely(${deletedAt} > 0)`; // the same as "is not null", which SQLite does not look up in an index
  return ofOneRecord ? sql`+${deletedAt} is null` : sql`${deletedAt} is null`;
}

function filterCondition(rule: FilterRule | undefined, value: string) {
  if (!rule) return undefined;
  const condition = typeof rule.by === "function" ? rule.by(value) : eq(compared(rule, rule.by), value);
  return condition && !isOfRecord(rule) ? likely(condition) : condition;
}

/** Tells SQLite that many rows match, so that it reads them in the list's order instead of sorting all of them. Of conditions joined by "and" it has to be said of each. */
export const likely = (condition: SQL): SQL => sql`likely(${condition})`;

const compared = (rule: FilterRule, column: AnySQLiteColumn): SQL => ("anyCase" in rule && rule.anyCase ? anyCase(column) : sql`${column}`);

const isOfRecord = (rule: FilterRule | undefined) => rule !== undefined && "type" in rule && rule.type === "record";

/** Every word must stand somewhere in the row, whatever its case and marks. */
function searchCondition(columns: (AnySQLiteColumn | SQL)[], q: string) {
  const words = fold(q).split(/\s+/).filter(Boolean).slice(0, 10);
  // One text for the whole row: words have no spaces, so none is found across the edge of two columns.
  const row = sql.join(columns.map((column) => sql`coalesce(${column}, '')`), sql` || ' ' || `);
  return and(...words.map((word) => sql`instr(folded(${row}), ${word}) > 0`));
}

/** Rows that are equal in what they are sorted by keep one order by id. */
export function order<Table extends ListTable>(listing: Listing<Table>, sort: ListQuery["sort"]) {
  const direction = sort.descending ? desc : asc;
  return [direction(sortedBy(listing, sort)), direction(listing.table.id)];
}

/** What a list is sorted by. */
export const sortedBy = <Table extends ListTable>(listing: Listing<Table>, sort: ListQuery["sort"]): SQL => sql`${listing.sorts[sort.key] ?? listing.table.id}`;

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
  const query = parseListQuery(listing, new URL(request.url).searchParams);
  const found = await readView(listing, query).catch((error: unknown) => {
    log.error({ err: error, list: listing.path }, "a list could not be read");
    return { rows: [], total: 0, page: query.page, pages: query.page, everything: 0, tabs: undefined, titles: {}, failed: "These rows could not be read just now." };
  });
  const { rows, titles, ...counted } = found;
  const view: ListView = {
    path: listing.path,
    q: query.q,
    filters: Object.entries(listing.filters).map(([name, rule]) => filterView(name, rule, query.filters[name] ?? "", titles)),
    sort: query.sort,
    size: query.size,
    trash: query.trash,
    selectAll: query.selectAll,
    search: canonicalSearch(listing, { ...query, page: counted.page }),
    ...counted,
  };
  return { rows, view };
}

/** What of a view only the database knows. The tabs have counted most of it already. */
async function readView<Table extends ListTable>(listing: Listing<Table>, query: ListQuery) {
  const tabs = await readTabs(listing, query);
  const counted = (value: string) => tabs?.items.find((item) => item.value === value)?.count;
  const page = await listPage(listing, query, counted(query.filters[tabs?.name ?? ""] ?? ""));
  const others = query.q !== "" || Object.keys(query.filters).some((name) => name !== tabs?.name);
  const everything = others ? undefined : counted("");
  return {
    ...page,
    everything: everything ?? (await countRows(listing, matching(listing, { q: "", filters: {}, trash: query.trash }))),
    tabs,
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
  return { ...shown, type: "record", options: value ? [{ value, title: titles[name] ?? value }] : [] };
}

async function readTabs<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): Promise<ListView["tabs"]> {
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

function canonicalSearch<Table extends ListTable>(listing: Listing<Table>, query: ListQuery) {
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

/** An id as addresses, forms, JSON and the journal write it, read as a number or a text: whichever the table's ids are. Nothing for what can be none. */
export function readId<Table extends ListTable>({ table }: Pick<Listing<Table>, "table">, written: unknown): IdOf<Table> | undefined {
  if (table.id.dataType === "number") return recordId(written) || undefined;
  return typeof written === "string" && /^[\w-]{1,64}$/.test(written) ? written : undefined;
}
