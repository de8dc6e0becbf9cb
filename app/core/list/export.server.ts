/** A list as a file: exactly the view of its address, streamed as it is read. */
import { and, inArray, type InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { streamArray, streamText } from "~/core/http/api.server";
import { capital } from "~/core/values/noun";
import { moneyText } from "~/core/values/money";
import { batches } from "./batches.server";
import { correctedQuery } from "./list-view.server";
import type { IdOf, Listing, ListTable } from "./listing.server";
import { parseListQuery, readId } from "./list-query.server";
import { redactHiddenFields } from "./reach.server";

/** A page of a list has fewer rows than this. */
const maxIds = 1000;

/** An amount of money: text files write it with two decimals. */
export interface Amount {
  cents: number;
}

export type Cell = string | number | Date | Amount | null;

/** Reads the cell of one column; `head` names the column for people, where its own name does not. */
export type Column<Row> = ((row: Row) => Cell) & { head?: string };

/** The columns of a file by their names, which JSON has as they are and CSV in words. */
export type Columns<Row> = Record<string, Column<Row>>;

/** Returns a column with another head. */
export const withHead = <Row>(head: string, column: (row: Row) => Cell): Column<Row> =>
  Object.assign((row: Row) => column(row), { head });

/** Returns the head of a column in CSV: "lastStudied" is "Last studied". */
const headOf = (name: string, { head }: { head?: string }) =>
  head ??
  (name === "id" ? "Number" : capital(name.replace(/(?<=\p{Ll})\p{Lu}/gu, (letter) => ` ${letter.toLowerCase()}`)));

/**
 * The rows of a list's address as `.csv` or `.json`, by the address's own ending. `?ids=1,2` narrows them to these. The
 * columns' names are the file's heads. `complete` adds to the rows what other tables know of them, a batch at a time;
 * `readerId` is who reads the list.
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
  const { table, scope } = listing;
  const found = (await db
    .select()
    .from(table as SQLiteTable)
    .where(and(scope, inArray(table.id, ids)))) as InferSelectModel<Table>[];
  yield found.map((row) => redactHiddenFields(listing, row));
}

/** Rows as CSV, in pieces of text. */
export async function* csv<Row>(batches: AsyncIterable<Row[]>, columns: Columns<Row>) {
  const heads = Object.entries(columns).map(([name, column]) => headOf(name, column));
  yield "\uFEFF" + csvLine(heads); // the mark by which spreadsheets know that it is UTF-8
  const cells = Object.values(columns);
  for await (const rows of batches) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join("");
}

/** One line of CSV (RFC 4180). */
export function csvLine(cells: Cell[]): string {
  return cells.map(csvCell).join(",") + "\r\n";
}

/** A cell's value as plain text, before anything guards it. */
export function cellText(value: Cell): string {
  if (value === null) return "";
  if (value instanceof Date) return value.toISOString();
  return typeof value === "object" ? moneyText(value.cents) : String(value);
}

const isAmount = (value: Cell): value is Amount =>
  value !== null && typeof value === "object" && !(value instanceof Date);

/** An amount is a number in JSON. */
const jsonValue = (value: Cell) => (isAmount(value) ? value.cents / 100 : value);

/** By these signs a spreadsheet knows a formula, in their full width too. */
const signs = "=+\\-@＝＋－＠";
/**
 * Where a spreadsheet that takes another character than the comma for the end of a cell, or a quoted line's end for
 * one, would begin a cell within this one.
 */
const cellBreaks = "[;,|\\t\\r\\n]";

/**
 * What would be run as a formula, with spaces, apostrophes and quotes before it or without: it gets one apostrophe
 * more.
 */
const begun = `['" ]*[${signs}]`;
const atStart = `(?=${begun}|'*[\\t\\r])`;
/** Within a cell, a dash or a plus is guarded only before what could call something: it begins lists and amounts. */
const begunWithin = `['" ]*(?:[=@＝＠]|[+\\-＋－][^;,\\t\\r\\n]*[(|!])`;
const calling = `(?=${begunWithin})`;
const formulas = { atStart: new RegExp(`^${atStart}`), within: new RegExp(`(${cellBreaks})${calling}`, "g") };
const guards = { atStart: new RegExp(`^'${atStart}`), within: new RegExp(`(${cellBreaks})'${calling}`, "g") };
/** A phone number with its country code; signs between its digits would be reckoned with. */
const phone = /^\+\d[\d ]*$/;

const guarded = (text: string) =>
  phone.test(text) ? text : text.replace(formulas.within, "$1'").replace(formulas.atStart, "'");

/** The text of a cell as it was before `csvLine` guarded it: exactly the reverse. */
export const unguarded = (cell: string) => cell.replace(guards.atStart, "").replace(guards.within, "$1");

function csvCell(value: Cell): string {
  const safe = typeof value === "number" || isAmount(value) ? cellText(value) : guarded(cellText(value));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const mapValues = <Value, Result>(object: Record<string, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
