/** Exports a list as a file: exactly the view of its URL, streamed while reading. */
import { and, inArray, type InferSelectModel } from "drizzle-orm";
import { streamArray, streamText } from "~/core/http/api.server";
import { capital } from "~/core/values/noun";
import { moneyText } from "~/core/values/money";
import { batches } from "./batches.server";
import { correctedQuery } from "./list-plan.server";
import type { IdOf, Listing, ListTable } from "./listing.server";
import { parseListQuery, readId } from "./list-query.server";
import { readRows } from "./list-read.server";

/** Maximum ids in `?ids=`: more than a page of a list has rows. */
const maxIds = 1000;

/** An amount of money; text files write it with two decimals. */
export interface Amount {
  cents: number;
}

export type Cell = string | number | Date | Amount | null;

/** Returns the cell of a row; `head` is the column's title if it is not derived from its name. */
export type Column<Row> = ((row: Row) => Cell) & { head?: string };

/** Columns by name: JSON uses the names as keys, CSV as titles in words. */
export type Columns<Row> = Record<string, Column<Row>>;

/** Returns the column with another title. */
export const withHead = <Row>(head: string, column: (row: Row) => Cell): Column<Row> =>
  Object.assign((row: Row) => column(row), { head });

/** Returns the title of a column in CSV: "lastStudied" becomes "Last studied". */
const headOf = (name: string, { head }: { head?: string }) =>
  head ??
  (name === "id" ? "Number" : capital(name.replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)));

/**
 * Exports the rows of a list as CSV or JSON, by the extension of the URL; `?ids=1,2` selects rows. `complete` adds data
 * of other tables one batch at a time, and `readerId` is the reader whose permissions the search respects.
 */
export async function exportRows<Table extends ListTable, Row = InferSelectModel<Table>>(
  request: Request,
  listing: Listing<Table>,
  columns: Columns<Row>,
  complete?: (rows: InferSelectModel<Table>[]) => Promise<Row[]>,
  readerId?: number,
  nameEnd = "",
): Promise<Response> {
  const url = new URL(request.url);
  const written = url.searchParams.get("ids")?.split(",").slice(0, maxIds);
  const found = written
    ? theRows(
        listing,
        written.flatMap((id) => readId(listing, id) ?? []),
      )
    : batches(listing, await correctedQuery(listing, { ...parseListQuery(listing, url.searchParams), readerId }));
  const rows = complete ? completed(found, complete) : (found as AsyncGenerator<Row[]>);
  const format = url.pathname.endsWith(".json") ? "json" : "csv";
  const headers = {
    "Content-Disposition": `attachment; filename="${listing.path.slice(1).replaceAll("/", "-")}${nameEnd}.${format}"`,
    "Cache-Control": "no-store",
  };
  if (format === "json") return streamArray(rows, (row) => mapValues(columns, (cell) => jsonValue(cell(row))), headers);
  return streamText(csv(rows, columns), { ...headers, "Content-Type": "text/csv; charset=utf-8" });
}

async function* completed<Found, Row>(batches: AsyncIterable<Found[]>, complete: (rows: Found[]) => Promise<Row[]>) {
  for await (const rows of batches) yield await complete(rows);
}

async function* theRows<Table extends ListTable>(listing: Listing<Table>, ids: IdOf<Table>[]) {
  yield await readRows(listing, and(listing.scope, inArray(listing.table.id, ids)));
}

/** Yields rows as chunks of CSV text. */
export async function* csv<Row>(batches: AsyncIterable<Row[]>, columns: Columns<Row>) {
  const heads = Object.entries(columns).map(([name, column]) => headOf(name, column));
  yield "\uFEFF" + csvLine(heads); // byte order mark, so that spreadsheets detect UTF-8
  const cells = Object.values(columns);
  for await (const rows of batches) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join("");
}

/** Formats one line of CSV (RFC 4180). */
export function csvLine(cells: Cell[]): string {
  return cells.map(csvCell).join(",") + "\r\n";
}

/** Formats a cell as plain text, before formulas are escaped. */
export function cellText(value: Cell): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? moneyText(value.cents) : String(value);
}

const isAmount = (value: Cell): value is Amount =>
  value !== null && typeof value === "object" && !(value instanceof Date);

/** Amounts are numbers in JSON. */
const jsonValue = (value: Cell) => (isAmount(value) ? value.cents / 100 : value);

/** Characters that begin a formula in a spreadsheet, including their full-width forms. */
const signs = "=+\\-@＝＋－＠";
/**
 * Characters at which a spreadsheet with other delimiters, or one that splits quoted lines, would start a new cell
 * within this one.
 */
const cellBreaks = "[;,|\\t\\r\\n]";

/**
 * Matches text that a spreadsheet would run as a formula, even after spaces, apostrophes and quotes; an apostrophe is
 * put before it.
 */
const formulaStart = `['" ]*[${signs}]`;
const beforeFormula = `(?=${formulaStart}|'*[\\t\\r])`;
/**
 * Within a cell, a dash or plus is escaped only before something that could call a function: it often begins list items
 * and amounts.
 */
const innerFormulaStart = `['" ]*(?:[=@＝＠]|[+\\-＋－][^;,\\t\\r\\n]*[(|!])`;
const beforeInnerFormula = `(?=${innerFormulaStart})`;
const formulas = {
  atStart: new RegExp(`^${beforeFormula}`),
  within: new RegExp(`(${cellBreaks})${beforeInnerFormula}`, "g"),
};
const guards = {
  atStart: new RegExp(`^'${beforeFormula}`),
  within: new RegExp(`(${cellBreaks})'${beforeInnerFormula}`, "g"),
};
/** A phone number with its country code is left alone; operators between its digits would be evaluated. */
const phone = /^\+\d[\d ]*$/;

const escapeFormulas = (text: string) =>
  phone.test(text) ? text : text.replace(formulas.within, "$1'").replace(formulas.atStart, "'");

/** Reverses the escaping of `csvLine` exactly. */
export const unescapeFormulas = (cell: string) => cell.replace(guards.atStart, "").replace(guards.within, "$1");

function csvCell(value: Cell): string {
  const safe = typeof value === "number" || isAmount(value) ? cellText(value) : escapeFormulas(cellText(value));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const mapValues = <Value, Result>(object: Record<string, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
