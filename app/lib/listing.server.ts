/**
 * What a list is: one `Listing` says what may be searched, filtered and sorted, and the screen, the exports
 * and the API all read through it. Names that are not in it are ignored.
 */
import { and, asc, between, desc, eq, gte, lt, lte, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { config } from "config";
import { anyCase } from "db/compare";
import { isDay, startOfDay, startOfNextDay } from "db/dates";
import { fold } from "db/fold";
import type { SearchKind } from "db/search";
import { type Asked, parseAsked, type Term } from "./asked";
import { type Field, fieldCondition } from "./fields.server";
import { recordId } from "./ids";
import { indexed, numbered } from "./index-search.server";
import { defaultPageSize, type ListSum, pageSizes } from "./list";

export type ListTable = SQLiteTable & { id: AnySQLiteColumn; deletedAt?: AnySQLiteColumn };

export type IdOf<Table extends ListTable> = InferSelectModel<Table>["id"];

/** What has to hold: one condition or several, each of which alone most rows may meet. */
export type Condition = SQL | (SQL | undefined)[] | undefined;

export interface ChoiceRule {
  label: string;
  options: readonly { value: string; title: string }[];
  /** The column must equal the value, which is stored as the option writes it; or, for what is no column, the condition itself. */
  by: AnySQLiteColumn | ((value: string) => Condition);
  /** The column holds the values in any case (of ASCII letters). */
  anyCase?: boolean;
}

export type FilterRule =
  | ChoiceRule
  /** A day such as `2026-11-21`. */
  | { label: string; type: "date"; by: (day: string) => Condition }
  /** Days from one to another, both included and either left open, written `2026-11-01..2026-11-21`. Links set it; only a chip shows it. */
  | { label: string; type: "days"; by: (days: string) => Condition }
  /** A text as it is kept, such as a country. Links set it; only a chip shows it. */
  | { label: string; type: "text"; by: (text: string) => Condition }
  /** One record, named by its id; `title` is what its chip says. */
  | { label: string; type: "record"; title(id: string): Promise<string | undefined>; by: (id: string) => Condition };

export interface Listing<Table extends ListTable> {
  path: string;
  table: Table;
  /** Which rows the list is about at all, where it is not about every one. */
  of?: SQL;
  /** What a row is searched in, as people see it. */
  search: (AnySQLiteColumn | SQL)[];
  /** Where those texts stand in the index of all that is searched (`db/search`), and the column of a row's number there; without it every row is read. */
  index?: { kind: SearchKind; number: AnySQLiteColumn };
  /** What may be asked for by a sign in the search box, such as `total>100`. Filters may be named there too, such as `status:pending`. */
  fields?: Record<string, Field>;
  /** By their names in the address, where `q`, `sort`, `page`, `size`, `trash`, `select`, `exact` and what `bulk` says there are taken. */
  filters: Record<string, FilterRule>;
  /** What it may be sorted by: columns, or texts as `db/compare` compares them. Each has an index, see `listed` in `db/schema`: `list-plans.test.ts` looks after that. */
  sorts: Record<string, AnySQLiteColumn | SQL>;
  /** How it is sorted when nobody says otherwise, such as `-createdAt`. */
  sort: string;
  /** The filter that is also shown as tabs with counts. */
  tabs?: string;
  /** How many rows match, where a sum that the database keeps can say it; nothing where they are to be counted. */
  kept?(query: Pick<ListQuery, "q" | "filters" | "trash">): Promise<{ rows: number } | undefined>;
  /** What all rows that match come to, for the list's foot. */
  sums?(query: ListQuery): Promise<ListSum[]>;
}

export interface ListQuery {
  q: string;
  filters: Record<string, string>;
  sort: { key: string; descending: boolean };
  page: number;
  size: number;
  trash: boolean;
  selectAll: boolean;
  /** Everything that matches is counted and added up, however long it takes (`?exact=1`). */
  exact: boolean;
  /** What is searched for is looked for in the rows as they come, and not in the index: very many have it. See `readingOn`. */
  common?: boolean;
  /** Where it was looked up what has the words, so that no question looks for them again. See `lookUp`. */
  found?: Found;
  /** Any row that matches is wanted, not the first in some order: finding them by what they match is quicker than walking along an index until one comes. */
  few?: boolean;
  /** Only rows with these numbers are asked for, both included. */
  within?: [from: number, to: number];
}

/** The numbers of the rows that have what is searched for; with `more`, of the newest of them. */
export interface Found {
  numbers: number[];
  more: boolean;
  /** There are older rows, which were not looked through. */
  older?: boolean;
}

/** Nobody means to search for more than this many characters. */
export const longestSearch = 200;

/** What somebody typed into a search box, as far as it is searched for. */
export const searchText = (typed: string | null) => (typed ?? "").replaceAll("\0", "").trim().slice(0, longestSearch);

/** Reads a list's address. Unknown names and values are ignored. */
export function parseListQuery<Table extends ListTable>(listing: Listing<Table>, params: URLSearchParams): ListQuery {
  const filters: Record<string, string> = {};
  for (const [name, rule] of Object.entries(listing.filters)) {
    const value = readFilter(rule, params.get(name) ?? "");
    if (value) filters[name] = value;
  }
  const size = Number(params.get("size"));
  return {
    q: searchText(params.get("q")),
    filters,
    sort: parseSort(listing, params.get("sort")) ?? parseSort(listing, listing.sort) ?? { key: "id", descending: false },
    page: wholeNumber(params.get("page")) ?? 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
    trash: params.get("trash") === "1" && listing.table.deletedAt !== undefined,
    selectAll: params.get("select") === "all",
    exact: params.get("exact") === "1",
  };
}

function readFilter(rule: FilterRule, asked: string): string | undefined {
  if ("options" in rule) return rule.options.find((option) => option.value.toLowerCase() === asked.toLowerCase())?.value;
  if (rule.type === "record") return /^[\w-]{1,40}$/.test(asked) ? asked : undefined;
  if (rule.type === "text") return asked.replaceAll("\0", "").slice(0, longestSearch) || undefined;
  if (rule.type === "days") return daysIn(asked) ? asked : undefined;
  return isDay(asked) ? asked : undefined;
}

/** Sentences for filters that an address sets to what they cannot be, so that they are ignored. */
export function ignoredFilters<Table extends ListTable>(listing: Listing<Table>, params: URLSearchParams): string[] {
  const asked = Object.entries(listing.filters).map(([name, rule]) => ({ rule, value: params.get(name) ?? "" }));
  const ignored = asked.filter(({ rule, value }) => value.trim() !== "" && readFilter(rule, value) === undefined);
  return ignored.map(({ rule, value }) => `“${value.slice(0, 40)}” ${isWrong(rule)}, so “${rule.label}” narrows nothing.`);
}

function isWrong(rule: FilterRule): string {
  if ("options" in rule) return "cannot be chosen here";
  if (rule.type === "date") return "is no day such as 2026-11-21";
  return rule.type === "days" ? "says no days such as 2026-11-01..2026-11-21" : "cannot be looked for";
}

/** What `2026-11-01..2026-11-21` says; either day may be left out, not both. */
export function daysIn(text: string): { from: string | undefined; to: string | undefined } | undefined {
  const parts = text.split("..");
  const sound = parts.length === 2 && text !== ".." && parts.every((part) => part === "" || isDay(part));
  return sound ? { from: parts[0] || undefined, to: parts[1] || undefined } : undefined;
}

/** Days as such a filter has them. */
export const daysText = (from = "", to = "") => `${from}..${to}`;

/** What lies on certain days, the first and the last included, as days are counted here. */
export const onDays = (column: AnySQLiteColumn, { from, to }: { from: string; to: string }) => and(gte(column, startOfDay(from, config.timeZone)), lt(column, startOfNextDay(to, config.timeZone)));

/** For a filter of `days`: what lies on them as days are counted here, of a column of moments. */
export const momentIn = (column: AnySQLiteColumn) => (days: string) => {
  const { from, to } = daysIn(days) ?? {};
  return [from ? gte(column, startOfDay(from, config.timeZone)) : undefined, to ? lt(column, startOfNextDay(to, config.timeZone)) : undefined];
};

/** The same of a column of days. */
export const dayIn = (column: AnySQLiteColumn) => (days: string) => {
  const { from, to } = daysIn(days) ?? {};
  return [from ? gte(column, from) : undefined, to ? lte(column, to) : undefined];
};

function parseSort<Table extends ListTable>(listing: Listing<Table>, text: string | null) {
  const key = text?.replace(/^-/, "");
  return key && Object.hasOwn(listing.sorts, key) ? { key, descending: text?.startsWith("-") ?? false } : undefined;
}

function wholeNumber(text: string | null) {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/** What is searched for in a list: words, what its terms come to as filters and conditions, and, as sentences, what of it makes no sense here, so that nothing is found, and what was passed over. */
export interface Searched {
  words: string[];
  filters: [name: string, value: string][];
  conditions: SQL[];
  problems: string[];
  passedOver: string[];
}

/** Whether a list can be asked for this by a term. */
export const knowsTerm = <Table extends ListTable>({ filters, fields = {} }: Pick<Listing<Table>, "filters" | "fields">, name: string) => Object.hasOwn(fields, name) || Object.hasOwn(filters, name);

/** Reads what was typed into a list's search box. A term with a name that the list does not know is a word. */
export function readSearch<Table extends ListTable>(listing: Pick<Listing<Table>, "filters" | "fields">, q: string): Searched {
  const { fields = {}, filters } = listing;
  const { words, terms, unfinished }: Asked = parseAsked(q, ({ name }) => knowsTerm(listing, name));
  const passedOver = unfinished.map(({ written }) => `Nothing stands after “${written}”, so it was passed over.`);
  const read: Searched = { words, filters: [], conditions: [], problems: [], passedOver };
  for (const term of terms) {
    const field = Object.hasOwn(fields, term.name) ? fields[term.name] : undefined;
    const found = term.negated ? { problem: `“${term.written}” cannot be asked for: a minus leaves nothing out. Ask for what you want to see.` } : field ? fieldCondition(field, term) : filterTerm(filters[term.name]!, term);
    if ("problem" in found) read.problems.push(found.problem);
    else if ("conditions" in found) read.conditions.push(...found.conditions);
    else read.filters.push([term.name, found.value]);
  }
  return read;
}

/** What a term says of a filter: the value as an address would have it, or why none. */
function filterTerm(rule: FilterRule, { name, sign, value, written }: Term): { value: string } | { problem: string } {
  const options = "options" in rule ? rule.options : undefined;
  const said = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");
  const meant = options?.find((option) => [option.value, option.title].some((text) => said(text) === said(value)))?.value ?? readFilter(rule, value);
  if (sign !== ":") return { problem: `“${written}” compares what has no order: write ${name}:${value}.` };
  if (meant !== undefined) return { value: meant };
  return { problem: options ? `“${written}” is none of ${options.map(({ title }) => title).join(", ")}.` : `“${written}” is nothing that can be looked for.` };
}

/** The rows that match, as a condition. */
export function matching<Table extends ListTable>(listing: Listing<Table>, query: Pick<ListQuery, "q" | "filters" | "trash" | "common" | "found" | "few" | "within">): SQL | undefined {
  const searched = readSearch(listing, query.q);
  if (searched.problems.length > 0) return sql`0`; // rather nothing than what was not asked for
  const filters = [...Object.entries(query.filters), ...searched.filters].map(([name, value]) => ({ rule: listing.filters[name], value }));
  const ofMany = [...filters.filter(({ rule }) => !isOfRecord(rule)).flatMap(conditionsOf), ...searched.conditions];
  const ofRecord = filters.filter(({ rule }) => isOfRecord(rule)).flatMap(conditionsOf);
  const words = wordsOf(listing, query, searched.words);
  const ofFew = words.few || ofRecord.length > 0;
  const within = query.within && between(numberIn(listing), ...query.within);
  return and(listing.of, within, isThere(listing.table.deletedAt, query.trash, ofFew), words.where, ...ofRecord, ...(query.few ? ofMany : ofMany.map(likely)));
}

/** That the words stand in a row; and whether that is read off an index, so that few rows are looked at. */
function wordsOf<Table extends ListTable>(listing: Listing<Table>, { found, common, within }: Pick<ListQuery, "found" | "common" | "within">, words: string[]): { where: SQL | undefined; few: boolean } {
  if (found) return { where: numbered(numberIn(listing), found.numbers), few: true };
  const byIndex = listing.index && !common ? indexed(listing.index, words, within) : undefined;
  return byIndex ? { where: and(byIndex.found, holdsAll(listing.search, byIndex.others)), few: true } : { where: holdsAll(listing.search, words), few: false };
}

/** The column of a row's number: of its place in the index, or its id. */
export const numberIn = <Table extends ListTable>({ index, table }: Pick<Listing<Table>, "index" | "table">): AnySQLiteColumn => index?.number ?? table.id;

/** Among the living, or in the trash. SQLite takes `+deleted_at` for no column of an index: what was found, or belongs to one record, is few, and read by that. */
function isThere(deletedAt: AnySQLiteColumn | undefined, trash: boolean, ofFew: boolean): SQL | undefined {
  if (!deletedAt) return undefined;
  if (trash) return sql`unlikely(${deletedAt} > 0)`; // the same as "is not null", which SQLite does not look up in an index
  return ofFew ? sql`+${deletedAt} is null` : sql`${deletedAt} is null`;
}

/** What a filter's value asks of a row: each of several conditions by itself. */
export function conditionsOf({ rule, value }: { rule: FilterRule | undefined; value: string }): SQL[] {
  if (!rule) return [];
  const asked = typeof rule.by === "function" ? rule.by(value) : eq(compared(rule, rule.by), value);
  return [asked].flat().filter((condition) => condition !== undefined);
}

/** Tells SQLite that many rows match, so that it reads them in the list's order instead of sorting all of them. Of conditions joined by "and" it has to be said of each. */
export const likely = (condition: SQL): SQL => sql`likely(${condition})`;

/** What a choice is compared with. */
export const compared = (rule: FilterRule, column: AnySQLiteColumn): SQL => ("anyCase" in rule && rule.anyCase ? anyCase(column) : sql`${column}`);

const isOfRecord = (rule: FilterRule | undefined) => rule !== undefined && "type" in rule && rule.type === "record";

/** Whether each of these words, which are folded, stands somewhere in the row. None stands in no columns. */
export function holdsAll(columns: (AnySQLiteColumn | SQL)[], words: string[]): SQL | undefined {
  if (columns.length === 0 && words.length > 0) return sql`false`;
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

/** An id as addresses, forms, JSON and the journal write it, read as a number or a text: whichever the table's ids are. Nothing for what can be none. */
export function readId<Table extends ListTable>({ table }: Pick<Listing<Table>, "table">, written: unknown): IdOf<Table> | undefined {
  if (table.id.dataType === "number") return recordId(written) || undefined;
  return typeof written === "string" && /^[\w-]{1,64}$/.test(written) ? written : undefined;
}
