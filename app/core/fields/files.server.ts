/** The columns that a list's file has of a resource's fields. */
import type { Cell, Columns } from "~/core/list/export.server";
import { type Field, type Fields, isInHundredths } from "./fields";

/** The head of a field in files. */
export const headOf = (field: Field) => field.file || field.name;

/** Whether files have it: what has rules of its own is there where its resource says how it reads. */
const isInFiles = ({ kind, file, name }: Field, own: Columns<never>) =>
  file !== false && kind !== "picture" && (kind !== "other" || Object.hasOwn(own, name));

/**
 * The columns of a list's file, by their heads, after the record's id. `own` says by field how cells read that do not
 * simply say its value.
 */
export function columnsOf<Row extends { id: number | string }>(all: Fields, own: Columns<Row> = {}): Columns<Row> {
  const cell = (field: Field) => (row: Row) => cellOf(field, (row as Record<string, unknown>)[field.name]);
  const some = Object.values(all).filter((field) => isInFiles(field, own));
  return {
    id: (row) => row.id,
    ...Object.fromEntries(some.map((field) => [headOf(field), own[field.name] ?? cell(field)])),
  };
}

/** As people write it: hundredths are kept, and units are read. */
function cellOf({ kind }: Field, value: unknown): Cell {
  if (kind === "choices") return (value as string[]).join(", ");
  return isInHundredths(kind) ? (value as number) / 100 : (value as Cell);
}
