/** The columns that a list's file has of a resource's fields. */
import { type Cell, type Columns, withHead } from "~/core/list/export.server";
import { type Field, type Fields, isInHundredths } from "./fields";

/** The name of a field's column in files; none of those that files do not have. */
export const headOf = ({ kind, file, name }: Field) =>
  file === false || kind === "picture" ? undefined : (file ?? name);

/**
 * The columns of a list's file, by their heads, after the record's id. `own` says how cells of a field read that do not
 * simply say its value; what has rules of its own is there only where that is said.
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

/** As people write it: hundredths are kept, and units are read. */
function cellOf({ kind }: Field, value: unknown): Cell {
  if (kind === "choices") return (value as string[]).join(", ");
  if (kind === "money" && value !== null) return { cents: value as number };
  return isInHundredths(kind) ? (value as number) / 100 : (value as Cell);
}
