/** Derives import columns from a resource's fields. */
import { timeZone } from "db/company-settings";
import { momentIn } from "~/core/values/moments";
import type { Columns } from "~/core/list/export.server";
import type { GivenCells, ImportField } from "~/core/import/importer.server";
import type { Noun } from "~/core/values/noun";
import { apiPaths, setAt } from "./api.server";
import type { Field, Fields } from "./fields";
import { fileColumnsOf, headOf } from "./files.server";

/** Returns the cell format to parse if spreadsheets write it in several ways, or to display. */
function formatOf({ kind, readOnly }: Field): ImportField<never>["as"] {
  if (kind === "money") return kind;
  if (readOnly) return undefined;
  if (kind === "day") return kind;
  if (kind === "moment") return "day";
  return kind === "percent" || kind === "whole" ? "number" : undefined;
}

/** Hint for cells with timestamps. */
export const momentHint =
  "A moment such as 2026-11-21T10:15:00Z or 21 Nov 2026 10:15 +0100, or a day such as 2026-11-21 or 21.11.2026. Days, and times without a zone, are those of the company's time zone.";

/**
 * Returns the import columns by name. `own` adds options for some fields or the id; `columns` are the export's, which
 * show a record's current values.
 */
export function importFieldsOf<Row extends { id: number | string }, All extends Fields = Fields>(
  all: All,
  noun: Noun,
  own: { [Name in keyof All | "id"]?: Partial<ImportField<Row>> } = {},
  columns: Columns<Row> = fileColumnsOf<Row>(all),
): Record<string, ImportField<Row>> {
  const known: Record<string, ImportField<Row>> = {
    id: { label: "Number", also: [noun.one, `${noun.one} id`], show: columns.id, ...own.id },
  };
  for (const field of Object.values(all)) {
    const head = headOf(field);
    if (head === undefined || !Object.hasOwn(columns, head)) continue;
    known[head] = {
      label: field.label,
      also: [...(field.aliases ?? [])],
      show: columns[head],
      as: formatOf(field),
      ...(field.kind === "choice" && { options: field.options }),
      ...(field.kind === "longText" && { words: true }),
      ...(field.kind === "moment" && !field.readOnly && { hint: momentHint }),
      ...(field.readOnly && { fixed: true }),
      ...own[field.name],
    };
  }
  return known;
}

/** Converts import cells to the equivalent `/api` body, without read-only fields and unknown columns. */
export function bodyOf(all: Fields, cells: GivenCells) {
  const body: Record<string, unknown> = {};
  for (const { field, path } of apiPaths(all)) {
    const head = field.readOnly ? undefined : headOf(field);
    const cell = head === undefined ? undefined : cells[head];
    if (cell !== undefined) setAt(body, path, cellValue(field, cell));
  }
  return body;
}

/** Returns the import column names by `/api` name, such as `customer.name`. */
export const headsByApiName = (all: Fields): Record<string, string> =>
  Object.fromEntries(
    apiPaths(all).flatMap(({ field, path }) => {
      const head = headOf(field);
      return head === undefined ? [] : [[path.join("."), head]];
    }),
  );

function cellValue({ kind }: Field, cell: string): string | string[] {
  if (kind === "choices") return listOf(cell);
  return kind === "moment" ? momentIn(cell, timeZone()) : cell;
}

const listOf = (cell: string) =>
  cell
    .split(/[,;|]/)
    .map((item) => item.trim())
    .filter(Boolean);
