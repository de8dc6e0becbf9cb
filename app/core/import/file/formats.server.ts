/** Detects the formats of a file's columns, and cells that fit none. */
import { currencyCode } from "~/core/values/money";
import type { Import } from "db/schema";
import { unescapeFormulas } from "~/core/list/export.server";
import { exampleOf, type Format, FormatSeen, isOtherwise, isOwnCurrency, type Kind, parseColumnEntry } from "./formats";
import type { Importer } from "../importer.server";
import { rowsOf } from "../imports.server";

/** Rows scanned per batch. */
const batchSize = 500;

/**
 * Scans all cells of the columns with numbers or dates, and returns what they reveal about their formats, by column
 * index.
 */
export async function formatsIn(
  { id }: Pick<Import, "id">,
  { fields }: Pick<Importer, "fields">,
  taken: string[],
): Promise<Map<number, FormatSeen>> {
  const seen = new Map<number, FormatSeen>();
  for (const [index, entry] of taken.entries()) {
    const { as: kind, fixed } = fields[parseColumnEntry(entry).field] ?? {};
    if (kind && !fixed) seen.set(index, new FormatSeen(kind));
  }
  if (seen.size === 0) return seen;
  for await (const rows of rowsOf(id, undefined, undefined, batchSize))
    for (const { cells } of rows) for (const [place, column] of seen) column.see(unescapeFormulas(cells[place] ?? ""));
  return seen;
}

const shortYear = /^\d{1,2}[./\s-](?:\d{1,2}|[a-z]{3,9}\.?)[./\s-]\d{2}(?![\d:])/i;
const marked = /^[-−]?\s*([a-z]{0,3}\p{Sc}|[a-z]{3})?\s*[-−]?\d[\d.,'’\s]*?([a-z]{0,3}\p{Sc}|[a-z]{3})?$/iu;
const codes = new Set(Intl.supportedValuesOf("currency"));

/**
 * Returns an error for a cell that the rules would reject with a vague message or misread, saying what to write
 * instead.
 */
export function formatError(kind: Kind, written: string, format?: Format): string | undefined {
  const cell = written.trim();
  if (cell.length > 40) return undefined;
  if (kind === "day") return shortYear.test(cell) ? "Write the year with four digits, such as 2026-11-21" : undefined;
  const marks = (marked.exec(cell) ?? [])
    .slice(1)
    .filter((mark) => mark !== undefined && (/\p{Sc}/u.test(mark) || codes.has(mark.toUpperCase())));
  const otherwise = isOtherwise(format, cell)
    ? `Write this as the column is said to be written, such as ${exampleOf(format)}`
    : undefined;
  if (kind === "number")
    return marks.length > 0 ? "Write a number without a currency: this is no amount of money" : otherwise;
  if (!marks.every(isOwnCurrency)) return `This is in another currency. Write it in ${currencyCode()}, such as 12.50`;
  return otherwise;
}
