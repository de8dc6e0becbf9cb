/** What imports take of a resource's fields. */
import { z } from "zod";
import { config } from "config";
import { atTime, startOfDay } from "db/dates";
import type { Columns } from "~/core/list/export.server";
import type { Given, ImportField } from "~/core/import/importer.server";
import type { Noun } from "~/core/values/noun";
import { apiPaths, put } from "./api.server";
import type { Field, Fields } from "./fields";
import { columnsOf, headOf } from "./files.server";

/** What the cells of a field are, where spreadsheets write that in more than one way. */
function formatOf({ kind, readOnly }: Field): ImportField<never>["as"] {
  if (readOnly) return undefined;
  if (kind === "money" || kind === "day") return kind;
  if (kind === "moment") return "day";
  return kind === "percent" || kind === "whole" ? "number" : undefined;
}

const momentHint = `A moment such as 2026-11-21T10:15:00Z, or a day such as 2026-11-21 or 21.11.2026. Days, and times without a zone, are those of ${config.timeZone}.`;

/** The fields of an import. `own` says, by head, what else there is to say of some; `columns` how records read. */
export function importFieldsOf<Row extends { id: number | string }>(
  all: Fields,
  noun: Noun,
  own: Record<string, Partial<ImportField<Row>>> = {},
  columns: Columns<Row> = columnsOf<Row>(all),
): Record<string, ImportField<Row>> {
  const id = { label: "Number", also: [noun.one, `${noun.one} id`, `${noun.one} number`], show: columns.id };
  const each = (field: Field): ImportField<Row> => ({
    label: field.label,
    also: [...(field.aliases ?? [])],
    show: columns[headOf(field)],
    as: formatOf(field),
    ...(field.kind === "choice" && { options: field.options }),
    ...(field.kind === "moment" && !field.readOnly && { hint: momentHint }),
    ...(field.readOnly && { fixed: true }),
    ...own[headOf(field)],
  });
  const some = Object.values(all).filter((field) => Object.hasOwn(columns, headOf(field)));
  return { id, ...Object.fromEntries(some.map((field) => [headOf(field), each(field)])) };
}

/** The body that `/api` would be sent of such cells, by head; what is no head of a field is left out. */
export function bodyOf(all: Fields, cells: Given) {
  const body: Record<string, unknown> = {};
  for (const { field, path } of apiPaths(all)) {
    const cell = cells[headOf(field)];
    if (cell !== undefined) put(body, path, valueOf(field, cell));
  }
  return body;
}

/** The heads of fields by their names in `/api`, such as `customer.name`. */
export const headsByApiName = (all: Fields): Record<string, string> =>
  Object.fromEntries(apiPaths(all).map(({ field, path }) => [path.join("."), headOf(field)]));

function valueOf({ kind }: Field, cell: string): string | string[] {
  if (kind === "choices") return listOf(cell);
  return kind === "moment" ? momentOf(cell) : cell;
}

const listOf = (cell: string) =>
  cell
    .split(/[,;|]/)
    .map((item) => item.trim())
    .filter(Boolean);

const day = z.iso.date();
const localTime = z.iso.datetime({ local: true });

/**
 * A cell as a moment with its zone: days begin, and clocks show the time, where the server counts its days. As it is
 * where it is neither.
 */
function momentOf(cell: string): string {
  if (day.safeParse(cell).data) return startOfDay(cell, config.timeZone).toISOString();
  return !cell.endsWith("Z") && localTime.safeParse(cell).success ? atTime(cell, config.timeZone).toISOString() : cell;
}
