/** Derives export columns from a resource's fields. */
import { type Cell, type Columns, withHead } from "~/core/list/export.server";
import { type Field, type Fields, isInHundredths } from "./fields";

/** Returns the column name of a field in exports; undefined if it is left out. */
export const headOf = ({ kind, file, name }: Field) =>
  file === false || kind === "picture" ? undefined : (file ?? name);

/**
 * Returns the export columns by name, after the record's id. `own` overrides the cells of some fields, and is required
 * for fields of kind "other".
 */
export function fileColumnsOf<Row extends { id: number | string }, All extends Fields = Fields>(
  all: All,
  own: { [Name in keyof All]?: Columns<Row>[string] } = {},
): Columns<Row> {
  const columns: Columns<Row> = { id: (row) => row.id };
  for (const field of Object.values(all)) {
    const head = headOf(field);
    const said = own[field.name];
    if (head === undefined || (field.kind === "other" && !said)) continue;
    columns[head] = withHead(
      field.fileLabel ?? field.label,
      said ?? ((row: Row) => cellOf(field, (row as Record<string, unknown>)[field.name])),
    );
  }
  return columns;
}

/** Returns a field's cell in display units instead of hundredths. */
function cellOf({ kind }: Field, value: unknown): Cell {
  if (kind === "choices") return (value as string[]).join(", ");
  if (kind === "money" && value !== null) return { cents: value as number };
  return isInHundredths(kind) ? (value as number) / 100 : (value as Cell);
}
