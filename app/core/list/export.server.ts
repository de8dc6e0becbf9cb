/** A list as a file: exactly the view of its address, streamed as it is read. */
import { and, inArray, type InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { streamArray, streamText } from "~/core/http/api.server";
import { batches } from "./batches.server";
import { correctedQuery } from "./list-view.server";
import type { IdOf, Listing, ListTable } from "./listing.server";
import { parseListQuery, readId } from "./list-query.server";
import { shown } from "./reach.server";

/** A page of a list has fewer rows than this. */
const maxIds = 1000;

export type Cell = string | number | Date | null;

/** What a file has of a row, by the heads of its columns. */
export type Columns<Row> = Record<string, (row: Row) => Cell>;

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
    "Content-Disposition": `attachment; filename="${listing.path.slice(1).replaceAll("/", "-")}.${format}"`,
    "Cache-Control": "no-store",
  };
  if (format === "json") return streamArray(rows, (row) => mapValues(columns, (cell) => cell(row)), headers);
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
  yield found.map((row) => shown(listing, row));
}

/** Rows as CSV, in pieces of text. */
export async function* csv<Row>(batches: AsyncIterable<Row[]>, columns: Columns<Row>) {
  yield "\uFEFF" + csvLine(Object.keys(columns)); // the mark by which spreadsheets know that it is UTF-8
  const cells = Object.values(columns);
  for await (const rows of batches) yield rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join("");
}

/** One line of CSV (RFC 4180). */
export function csvLine(cells: Cell[]): string {
  return cells.map(csvCell).join(",") + "\r\n";
}

/** A cell's value as plain text, before anything guards it. */
export function cellText(value: Cell): string {
  return value === null ? "" : value instanceof Date ? value.toISOString() : String(value);
}

/** By these signs a spreadsheet knows a formula, in their full width too. */
const signs = "=+\\-@＝＋－＠";
/**
 * Where a spreadsheet that takes another character than the comma for the end of a cell, or a quoted line's end for
 * one, would begin a cell within this one.
 */
const within = "[;,|\\t\\r\\n]";

/**
 * What would be run as a formula, with spaces, apostrophes and quotes before it or without: it gets one apostrophe
 * more.
 */
const begun = `['" ]*[${signs}]`;
const atStart = `(?=${begun}|'*[\\t\\r])`;
const formulas = { atStart: new RegExp(`^${atStart}`), within: new RegExp(`(${within})(?=${begun})`, "g") };
const guards = { atStart: new RegExp(`^'${atStart}`), within: new RegExp(`(${within})'(?=${begun})`, "g") };
const guarded = (text: string) => text.replace(formulas.within, "$1'").replace(formulas.atStart, "'");

/** The text of a cell as it was before `csvLine` guarded it: exactly the reverse. */
export const unguarded = (cell: string) => cell.replace(guards.atStart, "").replace(guards.within, "$1");

function csvCell(value: Cell): string {
  const safe = typeof value === "number" ? String(value) : guarded(cellText(value));
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

const mapValues = <Value, Result>(object: Record<string, Value>, map: (value: Value) => Result) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
