/** What files have of a resource's fields: columns of exports, and the same for imports. */
import type { Cell, Columns } from "~/core/list/export.server";
import type { ImportField } from "~/core/import/importer.server";
import type { Noun } from "~/core/values/noun";
import { type Field, type Fields, isInHundredths } from "./fields";

const inFiles = (field: Field) => field.file !== false && field.kind !== "picture" && field.kind !== "other";
const headOf = (field: Field) => field.file || field.name;

/** The fields that files have, first those that an import sets. */
function ordered(all: Fields): Field[] {
  const some = Object.values(all).filter(inFiles);
  return [...some.filter(({ readOnly }) => !readOnly), ...some.filter(({ readOnly }) => readOnly)];
}

/** The columns of a list's file, by their heads, after the record's id. */
export function columnsOf<Row extends { id: number | string }>(all: Fields): Columns<Row> {
  const cell = (field: Field) => (row: Row) => cellOf(field, (row as Record<string, unknown>)[field.name]);
  return { id: (row) => row.id, ...Object.fromEntries(ordered(all).map((field) => [headOf(field), cell(field)])) };
}

/** As people write it: hundredths are kept, and units are read. */
function cellOf({ kind }: Field, value: unknown): Cell {
  if (kind === "choices") return (value as string[]).join(", ");
  return isInHundredths(kind) ? (value as number) / 100 : (value as Cell);
}

/** What the cells of those that are set are, where spreadsheets write that in more than one way. */
function formatOf({ kind, readOnly }: Field): ImportField<never>["as"] {
  if (readOnly) return undefined;
  if (kind === "money" || kind === "day") return kind;
  return kind === "percent" || kind === "whole" ? "number" : undefined;
}

/** The same for an import. */
export function importFieldsOf<Row extends { id: number | string }>(
  all: Fields,
  noun: Noun,
): Record<string, ImportField<Row>> {
  const columns = columnsOf<Row>(all);
  const id = { label: "Number", also: [noun.one, `${noun.one} id`], show: columns.id };
  const each = (field: Field): ImportField<Row> => ({
    label: field.label,
    also: [...(field.aliases ?? [])],
    show: columns[headOf(field)],
    as: formatOf(field),
    ...(field.kind === "choice" && { options: field.options }),
    ...(field.readOnly && { fixed: true }),
  });
  return { id, ...Object.fromEntries(ordered(all).map((field) => [headOf(field), each(field)])) };
}
