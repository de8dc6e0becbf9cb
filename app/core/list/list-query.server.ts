/** Parses a list's URL and its search box. Unknown names are ignored. */
import type { SQL } from "drizzle-orm";
import { isDay } from "db/dates";
import { fold } from "db/fold";
import { recordId } from "~/core/values/ids";
import { parseMoney } from "~/core/values/money";
import { daysIn, daysText, periodByName } from "./days.server";
import { fieldCondition } from "./fields.server";
import { defaultPageSize, lastDayOf, pageSizes } from "./list";
import type { FilterRule, IdOf, Listing, ListQuery, ListTable, RecordRule } from "./listing.server";
import { type ParsedSearch, parseSearch, type Term } from "./parse-search";

/** Maximum characters of a search. */
export const maxSearchLength = 200;

/** Returns the trimmed search text, cut to the maximum length. */
export const searchText = (typed: string | null) => (typed ?? "").replaceAll("\0", "").trim().slice(0, maxSearchLength);

/** Parses a list's URL. Unknown names and values are ignored. */
export function parseListQuery<Table extends ListTable>(listing: Listing<Table>, params: URLSearchParams): ListQuery {
  const filters: Record<string, string> = {};
  for (const [name, rule] of Object.entries(listing.filters)) {
    const value = readFilter(rule, params.get(name) ?? "");
    if (value) filters[name] = value;
  }
  const spans = readSpans(listing, params, filters);
  swapReversedSpans(listing, filters);
  const size = Number(params.get("size"));
  return {
    q: searchText(params.get("q")),
    filters,
    spans,
    sort: parseSort(listing, params.get("sort")) ??
      parseSort(listing, listing.sort) ?? { key: "id", descending: false },
    page: wholeNumber(params.get("page")) ?? 1,
    size: pageSizes.find((known) => known === size) ?? defaultPageSize,
    trash: params.get("trash") === "1" && listing.table.deletedAt !== undefined,
    selectAll: params.get("select") === "all",
    exact: params.get("exact") === "1",
  };
}

/** Returns the date filters of a list that are the first or last day of a range. */
const endsOf = <Table extends ListTable>({ filters }: Pick<Listing<Table>, "filters">) =>
  Object.entries(filters).flatMap(([name, rule]) => ("end" in rule ? { name, label: rule.label, end: rule.end } : []));

/** Expands named ranges in place of a first day into `filters`, and returns the names. */
function readSpans<Table extends ListTable>(
  listing: Listing<Table>,
  params: URLSearchParams,
  filters: Record<string, string>,
) {
  const words: Record<string, string> = {};
  const ends = endsOf(listing);
  for (const from of ends.filter(({ end }) => end === "from")) {
    const span = periodByName(params.get(from.name) ?? "");
    const to = lastDayOf(from, ends);
    if (!span || !to || filters[to.name]) continue;
    filters[from.name] = span.from;
    filters[to.name] = span.to;
    words[from.name] = span.value;
  }
  return words;
}

/** Returns the filters as the URL writes them: with the names of ranges instead of their days. */
export function writtenFilters<Table extends ListTable>(listing: Listing<Table>, { filters, spans = {} }: ListQuery) {
  const ends = endsOf(listing);
  const written = { ...filters, ...spans };
  for (const from of ends.filter(({ name }) => name in spans)) delete written[lastDayOf(from, ends)?.name ?? ""];
  return written;
}

/** Swaps the two days of a reversed range. */
function swapReversedSpans<Table extends ListTable>(listing: Listing<Table>, filters: Record<string, string>) {
  const ends = endsOf(listing);
  for (const from of ends) {
    const to = lastDayOf(from, ends);
    const [first, last] = [filters[from.name], to && filters[to.name]];
    if (to && first && last && first > last) {
      filters[from.name] = last;
      filters[to.name] = first;
    }
  }
}

/** Parses the value of a filter. Text is not trimmed, as stored values may begin with a space. */
function readFilter(rule: FilterRule, written: string): string | undefined {
  if (written === "") return undefined;
  if ("type" in rule && (rule.type === "text" || rule.type === "link"))
    return written.replaceAll("\0", "").slice(0, maxSearchLength) || undefined;
  const asked = written.trim();
  if ("options" in rule)
    return rule.options.find((option) => option.value.toLowerCase() === asked.toLowerCase())?.value;
  if (rule.type === "record") return recordIn(rule, asked);
  if (rule.type === "days") return daysIn(asked) ? asked : undefined;
  return isDay(asked) ? asked : undefined;
}

/** Returns the id of a record given by its id or name. */
function recordIn(rule: RecordRule, asked: string): string | undefined {
  const called = findByName(rule, asked);
  if (called) return "id" in called ? String(called.id) : undefined;
  return /^[\w-]{1,40}$/.test(asked) ? asked : undefined;
}

/** Looks up a record by name; undefined for numbers and if the filter does not search by name. */
const findByName = (rule: FilterRule, asked: string) =>
  "named" in rule && /[^\d\s]/.test(asked) ? rule.named?.(asked.slice(0, maxSearchLength)) : undefined;

/** Returns sentences about filters in the URL whose value is invalid and therefore ignored. */
export function ignoredFilters<Table extends ListTable>(
  listing: Listing<Table>,
  params: URLSearchParams,
  { spans = {} }: ListQuery,
): string[] {
  const asked = Object.entries(listing.filters).map(([name, rule]) => ({
    name,
    rule,
    value: params.get(name) ?? "",
  }));
  const ignored = asked.filter(
    ({ name, rule, value }) => value.trim() !== "" && !(name in spans) && readFilter(rule, value) === undefined,
  );
  return ignored.map(({ rule, value }) => {
    const short = value.trim().slice(0, 40);
    const called = findByName(rule, value.trim());
    if (called && "problem" in called) return `${called.problem} The filter “${rule.label}” is ignored.`;
    return `“${short}” ${filterError(rule)}. The filter “${rule.label}” is ignored.`;
  });
}

function filterError(rule: FilterRule): string {
  if ("options" in rule) return "is not one of the choices";
  if (rule.type === "date") return "is not a date such as 2026-11-21";
  return rule.type === "days" ? "is not a range such as 2026-11-01..2026-11-21" : "cannot be searched for";
}

function parseSort<Table extends ListTable>(listing: Listing<Table>, text: string | null) {
  const key = text?.replace(/^-/, "");
  return key && Object.hasOwn(listing.sorts, key) ? { key, descending: text?.startsWith("-") ?? false } : undefined;
}

function wholeNumber(text: string | null) {
  return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

/**
 * A parsed search: words, the filters and conditions of its terms, problems (nothing matches then) and notes about
 * ignored parts.
 */
export interface Searched {
  words: string[];
  filters: [name: string, value: string][];
  conditions: SQL[];
  problems: string[];
  passedOver: string[];
}

export const knowsTerm = <Table extends ListTable>(
  { filters, fields = {} }: Pick<Listing<Table>, "filters" | "fields">,
  name: string,
) => Object.hasOwn(fields, name) || Object.hasOwn(filters, name);

/** Parses the search box of a list. A term whose name the list does not know counts as a word. */
export function readSearch<Table extends ListTable>(
  listing: Pick<Listing<Table>, "filters" | "fields">,
  q: string,
): Searched {
  const { fields = {}, filters } = listing;
  const { words, terms, unfinished }: ParsedSearch = parseSearch(q, ({ name }) => knowsTerm(listing, name));
  const passedOver = unfinished.map(({ written }) => `“${written}” has no value, so it is ignored.`);
  const [amounts, others] = [words.filter(isAmount), words.filter((word) => !isAmount(word))];
  const money = ["total", "amount"].find((name) => Object.hasOwn(fields, name));
  const totals = money ? amounts.map((amount) => asTerm(money, amount)) : [];
  const read: Searched = {
    words: money ? others : words,
    filters: [],
    conditions: [],
    problems: [],
    passedOver,
  };
  for (const term of [...terms, ...totals]) {
    const found = term.negated
      ? { problem: `“${term.written}” cannot be asked for: a minus leaves nothing out. Ask for what you want to see.` }
      : (spanTerm(filters, term) ?? readTerm(fields, filters, term));
    if ("problem" in found) read.problems.push(found.problem);
    else if ("conditions" in found) read.conditions.push(...found.conditions);
    else read.filters.push(...("filters" in found ? found.filters : [[term.name, found.value] as [string, string]]));
  }
  return read;
}

/** Whether a word is an amount with cents or a currency sign, such as "288.60" or "$1,240", as in a bank statement. */
const isAmount = (word: string) =>
  /^(?:\p{Sc}\d.*|\d.*[.,]\d\d)$/u.test(word) && parseMoney(word.replace(/^\p{Sc}/u, "")) !== undefined;

const asTerm = (name: string, amount: string): Term => ({
  name,
  sign: ":",
  value: amount.replace(/^\p{Sc}/u, ""),
  written: amount,
});

type AnyListing = Listing<ListTable>;

/** Returns the filters that a term such as `from:this-month` sets; undefined if it names no range. */
function spanTerm(filters: AnyListing["filters"], { name, sign, value }: Term): Pick<Searched, "filters"> | undefined {
  const rule = Object.hasOwn(filters, name) ? filters[name] : undefined;
  const span = sign === ":" ? periodByName(value) : undefined;
  if (!span || !rule || !("type" in rule)) return undefined;
  if (rule.type === "days") return { filters: [[name, daysText(span.from, span.to)]] };
  if (rule.type !== "date") return undefined;
  if (rule.end === "to") return { filters: [[name, span.to]] };
  const ends = endsOf({ filters });
  const from = ends.find((end) => end.name === name);
  const to = from && lastDayOf(from, ends);
  return { filters: [[name, span.from], ...(to ? [[to.name, span.to] as [string, string]] : [])] };
}

/** Parses a term. A field and a filter may share a name: `stock<5` uses the field, `stock:low` the filter. */
function readTerm(fields: NonNullable<AnyListing["fields"]>, filters: AnyListing["filters"], term: Term) {
  const comparable = Object.hasOwn(fields, term.name) ? fields[term.name] : undefined;
  const rule = Object.hasOwn(filters, term.name) ? filters[term.name] : undefined;
  const field = comparable && fieldCondition(comparable, term);
  const filter = rule && filterTerm(rule, term);
  return [field, filter].find((read) => read && !("problem" in read)) ?? field ?? filter!;
}

/** Returns the filter value of a term as the URL writes it, or a sentence about why it is invalid. */
function filterTerm(rule: FilterRule, { name, sign, value, written }: Term): { value: string } | { problem: string } {
  const options = "options" in rule ? rule.options : undefined;
  const said = (text: string) => fold(text).replace(/[^\p{L}\p{N}]/gu, "");
  if (sign !== ":") return { problem: `“${written}” compares what has no order: write ${name}:${value}.` };
  const called = findByName(rule, value);
  if (called) return "id" in called ? { value: String(called.id) } : called;
  const meant =
    options?.find((option) => [option.value, option.title].some((text) => said(text) === said(value)))?.value ??
    readFilter(rule, value);
  if (meant !== undefined) return { value: meant };
  return {
    problem: options
      ? `“${written}” is none of ${options.map(({ title }) => title).join(", ")}.`
      : `“${written}” is nothing that can be looked for.`,
  };
}

/**
 * Parses an id from a URL, form, JSON or the journal as a number or text, depending on the table; undefined if it is
 * invalid.
 */
export function readId<Table extends ListTable>(
  { table }: Pick<Listing<Table>, "table">,
  written: unknown,
): IdOf<Table> | undefined {
  if (table.id.dataType === "number") return recordId(written) || undefined;
  return typeof written === "string" && /^[\w-]{1,64}$/.test(written) ? written : undefined;
}
