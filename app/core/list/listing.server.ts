/**
 * What a list is: one `Listing` says what may be searched, filtered and sorted, and the screen, the exports
 * and the API all read through it. Names that are not in it are ignored.
 */
import { and, gte, lt, lte, type InferSelectModel, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { config } from "config";
import { isDay, startOfDay, startOfNextDay } from "db/dates";
import { fold } from "db/fold";
import type { User } from "db/schema";
import type { Permission } from "~/core/access/access.server";
import { type ParsedSearch, parseSearch, type Term } from "./parse-search";
import { type Field, fieldCondition } from "./fields.server";
import { recordId } from "~/core/values/ids";
import type { Index } from "./index-search.server";
import { defaultPageSize, type ListSum, pageSizes } from "./list";

export type ListTable = SQLiteTable & { id: AnySQLiteColumn; deletedAt?: AnySQLiteColumn };

export type IdOf<Table extends ListTable> = InferSelectModel<Table>["id"];

/** What has to hold: one condition or several, each of which alone most rows may meet. */
type Condition = SQL | (SQL | undefined)[] | undefined;

export interface ChoiceRule {
  label: string;
  options: readonly { value: string; title: string }[];
  /**
   * The column must equal the value, which is stored as the option writes it; or, for what is no column, the condition
   * itself.
   */
  by: AnySQLiteColumn | ((value: string) => Condition);
  /** The column holds the values in any case (of ASCII letters). */
  anyCase?: boolean;
}

export type FilterRule = {
  /** What its readers need beside the list, where it says something of other records. */ needs?: Permission;
} & (
  | ChoiceRule
  /** A day such as `2026-11-21`. */
  | { label: string; type: "date"; by: (day: string) => Condition }
  /**
   * Days from one to another, both included and either left open, written `2026-11-01..2026-11-21`. Links set it; only
   * a chip shows it.
   */
  | { label: string; type: "days"; by: (days: string) => Condition }
  /** A text, such as a country. With `link` links alone set it, in a way of their own, and only a chip shows it. */
  | { label: string; type: "text" | "link"; by: (text: string) => Condition }
  | RecordRule
);

/** One record, named by its id. */
export interface RecordRule {
  label: string;
  type: "record";
  /** What its chip says. */
  title(id: string): Promise<string | undefined>;
  by: (id: string) => Condition;
  /** Finds the record by what people call it, in a search box; `among` is a further condition on it. */
  named?(written: string, among?: SQL): { id: number | string } | { problem: string };
  /** The column that holds its number, where the record is somebody of the directory. */
  person?: AnySQLiteColumn;
}

export interface Listing<Table extends ListTable> {
  path: string;
  table: Table;
  /** Which rows the list is about at all, where it is not about every one. */
  of?: SQL;
  /** What a row is searched in, as people see it. */
  search: (AnySQLiteColumn | SQL)[];
  /** Those of `search` that are not searched for whoever may not see the directory: they say who somebody is. */
  searchForDirectory?: (AnySQLiteColumn | SQL)[];
  /**
   * Where those texts stand in the index of all that is searched (`db/search`), and the column of a row's number there;
   * without it every row is read.
   */
  index?: Index;
  /**
   * What may be asked for by a sign in the search box, such as `total>100`. Filters may be named there too, such as
   * `status:pending`.
   */
  fields?: Record<string, Field>;
  /**
   * By their names in the address, where `q`, `sort`, `page`, `size`, `trash`, `select`, `exact` and what `bulk` says
   * there are taken.
   */
  filters: Record<string, FilterRule>;
  /**
   * What it may be sorted by: columns, or texts as `db/compare` compares them. Each has an index, see `listed` in
   * `db/schema`: `list-plans.test.ts` looks after that.
   */
  sorts: Record<string, AnySQLiteColumn | SQL>;
  /** How it is sorted when nobody says otherwise, such as `-createdAt`. */
  sort: string;
  /** Days that it may be narrowed to, for whose months there is an index in one of the list's orders. */
  months?: Months[];
  /** The filter that is also shown as tabs with counts. */
  tabs?: string;
  /** How many rows match, where a sum that the database keeps can say it; nothing where they are to be counted. */
  kept?(query: Pick<ListQuery, "q" | "filters" | "trash">): Promise<{ rows: number } | undefined>;
  /** What all rows that match come to, for the list's foot; of the list as its reader has it. */
  sums?(query: ListQuery, listing: Listing<Table>): Promise<ListSum[]>;
  /** Whose rows are whose, where some people reach their own alone. `listingFor` limits a list by it. */
  own?: Own<Table>;
  /** It is limited to rows that are few among many others, such as its reader's own. */
  isOwn?: boolean;
  /** Columns that its reader may not see, with what they read there instead. */
  hides?: Partial<InferSelectModel<Table>>;
}

export interface Own<Table extends ListTable> {
  /** What it takes to see the list; how much of that somebody reaches decides which rows they see. */
  needs: Permission;
  /** The rows that are somebody's own. */
  rows(me: Pick<User, "id">): SQL | undefined;
  /** What of its own rows such a reader is not shown, as in `hides`. */
  hides?: Partial<InferSelectModel<Table>>;
  /** Filters that are about the work on the rows and not about these, besides all that name a record. */
  staffFilters?: string[];
}

/**
 * An index of the months (`monthOf` in `db/schema`) of a column of moments or of days, each in the order of another,
 * that carries what other filters ask for too.
 */
export interface Months {
  /** The days that filters ask for, written as such a filter has them. */
  asked(filters: Record<string, string>): string | undefined;
  of: AnySQLiteColumn;
  sort: AnySQLiteColumn;
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
  /**
   * What is searched for is looked for in the rows as they come, and not in the index: very many have it. See
   * `readingOn`.
   */
  common?: boolean;
  /**
   * Who reads it, where what they may read of a row is searched too: see `also` of an index. Nobody may read what only
   * some may.
   */
  reader?: number;
  /** Where it was looked up what has the words, so that no question looks for them again. See `lookUp`. */
  found?: Found;
  /**
   * Any row that matches is wanted, not the first in some order: finding them by what they match is quicker than
   * walking along an index until one comes.
   */
  few?: boolean;
  /** Only rows with these numbers are asked for, both included. */
  within?: [from: number, to: number];
}

/** The numbers of the rows that have what is searched for, the highest first; with `more`, of the newest of them. */
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
    sort: parseSort(listing, params.get("sort")) ??
      parseSort(listing, listing.sort) ?? { key: "id", descending: false },
    page: wholeNumber(params.get("page")) ?? 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
    trash: params.get("trash") === "1" && listing.table.deletedAt !== undefined,
    selectAll: params.get("select") === "all",
    exact: params.get("exact") === "1",
  };
}

/** What a filter is set to; a text as it is kept, which may begin with a space. */
function readFilter(rule: FilterRule, written: string): string | undefined {
  if ("type" in rule && (rule.type === "text" || rule.type === "link"))
    return written.replaceAll("\0", "").slice(0, longestSearch) || undefined;
  const asked = written.trim();
  if ("options" in rule)
    return rule.options.find((option) => option.value.toLowerCase() === asked.toLowerCase())?.value;
  if (rule.type === "record") return /^[\w-]{1,40}$/.test(asked) ? asked : undefined;
  if (rule.type === "days") return daysIn(asked) ? asked : undefined;
  return isDay(asked) ? asked : undefined;
}

/** Sentences for filters that an address sets to what they cannot be, so that they are ignored. */
export function ignoredFilters<Table extends ListTable>(listing: Listing<Table>, params: URLSearchParams): string[] {
  const asked = Object.entries(listing.filters).map(([name, rule]) => ({ rule, value: params.get(name) ?? "" }));
  const ignored = asked.filter(({ rule, value }) => value.trim() !== "" && readFilter(rule, value) === undefined);
  return ignored.map(
    ({ rule, value }) => `“${value.trim().slice(0, 40)}” ${isWrong(rule)}, so “${rule.label}” narrows nothing.`,
  );
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

/** The same for two filters, one of the first day and one of the last, where either is asked for. */
export const fromTo = ({ from, to }: Record<string, string>) => (from || to ? daysText(from, to) : undefined);

/** What lies on certain days, the first and the last included, as days are counted here. */
export const onDays = (column: AnySQLiteColumn, { from, to }: { from: string; to: string }) =>
  and(gte(column, startOfDay(from, config.timeZone)), lt(column, startOfNextDay(to, config.timeZone)));

/** For a filter of `days`: what lies on them as days are counted here, of a column of moments. */
export const momentIn = (column: AnySQLiteColumn) => (days: string) => {
  const { from, to } = daysIn(days) ?? {};
  return [
    from ? gte(column, startOfDay(from, config.timeZone)) : undefined,
    to ? lt(column, startOfNextDay(to, config.timeZone)) : undefined,
  ];
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

/**
 * What is searched for in a list: words, what its terms come to as filters and conditions, and, as sentences, what of
 * it makes no sense here, so that nothing is found, and what was passed over.
 */
export interface Searched {
  words: string[];
  filters: [name: string, value: string][];
  conditions: SQL[];
  problems: string[];
  passedOver: string[];
}

/** Whether a list can be asked for this by a term. */
export const knowsTerm = <Table extends ListTable>(
  { filters, fields = {} }: Pick<Listing<Table>, "filters" | "fields">,
  name: string,
) => Object.hasOwn(fields, name) || Object.hasOwn(filters, name);

/** Reads what was typed into a list's search box. A term with a name that the list does not know is a word. */
export function readSearch<Table extends ListTable>(
  listing: Pick<Listing<Table>, "filters" | "fields">,
  q: string,
): Searched {
  const { fields = {}, filters } = listing;
  const { words, terms, unfinished }: ParsedSearch = parseSearch(q, ({ name }) => knowsTerm(listing, name));
  const passedOver = unfinished.map(({ written }) => `Nothing stands after “${written}”, so it was passed over.`);
  const read: Searched = { words, filters: [], conditions: [], problems: [], passedOver };
  for (const term of terms) {
    const field = Object.hasOwn(fields, term.name) ? fields[term.name] : undefined;
    const found = term.negated
      ? { problem: `“${term.written}” cannot be asked for: a minus leaves nothing out. Ask for what you want to see.` }
      : field
        ? fieldCondition(field, term)
        : filterTerm(filters[term.name]!, term);
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
  const meant =
    options?.find((option) => [option.value, option.title].some((text) => said(text) === said(value)))?.value ??
    readFilter(rule, value);
  if (sign !== ":") return { problem: `“${written}” compares what has no order: write ${name}:${value}.` };
  const named = "named" in rule && /[^\d\s]/.test(value) ? rule.named?.(value) : undefined;
  if (named) return "id" in named ? { value: String(named.id) } : named;
  if (meant !== undefined) return { value: meant };
  return {
    problem: options
      ? `“${written}” is none of ${options.map(({ title }) => title).join(", ")}.`
      : `“${written}” is nothing that can be looked for.`,
  };
}

/**
 * An id as addresses, forms, JSON and the journal write it, read as a number or a text: whichever the table's ids are.
 * Nothing for what can be none.
 */
export function readId<Table extends ListTable>(
  { table }: Pick<Listing<Table>, "table">,
  written: unknown,
): IdOf<Table> | undefined {
  if (table.id.dataType === "number") return recordId(written) || undefined;
  return typeof written === "string" && /^[\w-]{1,64}$/.test(written) ? written : undefined;
}
