/** What the index of all that is searched (`db/search`) has of a list, as its `search` says it. */
import { Column, getTableName, is, SQL, StringChunk } from "drizzle-orm";
import type { SearchedTable } from "db/search";
import type { Listing, ListTable } from "./listing.server";

/** Throws where the list has no index, or searches in what cannot stand in one. */
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

/** A part of what is searched as SQL; nothing in it is as good as empty text. */
function textOf(part: unknown): string {
  if (is(part, Column)) return part.notNull || part.primary ? part.name : `coalesce(${part.name}, '')`;
  if (is(part, StringChunk)) return part.value.join("");
  if (is(part, SQL)) return part.queryChunks.map(textOf).join("");
  throw new Error("Only columns and texts around them can stand in the index.");
}
