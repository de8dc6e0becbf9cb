/** Derives a list's table in the full-text index (`db/search`) from its `search`. */
import { Column, getTableName, is, SQL, StringChunk } from "drizzle-orm";
import type { SearchedTable } from "db/search";
import type { Listing, ListTable } from "./listing.server";

/** Returns the index definition of a listing. Throws if it has no index or searches in what cannot be indexed. */
export function searchedTable({ path, table, index, search }: Listing<ListTable>): SearchedTable {
  if (!index) throw new Error(`${path} is not in the index.`);
  const changing = search.flatMap(columnsIn).filter((column) => !column.primary && column !== index.number);
  return {
    table: getTableName(table),
    number: index.number.name,
    texts: search.map(textOf),
    columns: [...new Set(changing.map(({ name }) => name))],
  };
}

const columnsIn = (part: unknown): Column[] =>
  is(part, Column) ? [part] : is(part, SQL) ? part.queryChunks.flatMap(columnsIn) : [];

/** Returns the SQL of a searched expression; null counts as "". */
function textOf(part: unknown): string {
  if (is(part, Column)) return part.notNull || part.primary ? part.name : `coalesce(${part.name}, '')`;
  if (is(part, StringChunk)) return part.value.join("");
  if (is(part, SQL)) return part.queryChunks.map(textOf).join("");
  throw new Error("Only columns and texts around them can stand in the index.");
}
