/** Finds records of one kind by id, including those in the trash and without any access check. */
import { eq, inArray } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, rowsByIds, type Transaction } from "db";
import { readId } from "~/core/list/list-query.server";
import type { RecordTable, RowOf } from "./resource.server";

export function recordFinder<Table extends RecordTable>(table: Table) {
  type Row = RowOf<Table>;
  type Id = Row["id"];
  const idOf = (written: unknown) => readId({ table }, written) as Id | undefined;

  async function find(tx: Pick<Transaction, "select">, id: Id | undefined): Promise<Row | undefined> {
    if (id === undefined) return undefined;
    // Drizzle cannot infer a row through a generic table; the row type is exactly this table's.
    const [row] = (await (tx === db
      ? rowsByIds(table as SQLiteTable, table.id, [id])
      : tx
          .select()
          .from(table as SQLiteTable)
          .where(eq(table.id, id)))) as unknown[];
    return row as Row | undefined;
  }

  /** Returns the existing rows in the order of `ids`. */
  async function findMany(tx: Pick<Transaction, "select">, ids: Id[]): Promise<Row[]> {
    const rows = (await tx
      .select()
      .from(table as SQLiteTable)
      .where(inArray(table.id, ids))) as unknown[];
    const found = new Map((rows as Row[]).map((row) => [row.id, row]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  return { idOf, find, findMany };
}
