/**
 * Reads whole rows of a list, without the fields that it hides from its reader. Nothing else selects them, so that none
 * is shown by omission; `rows.test.ts` checks that.
 */
import type { InferSelectModel, SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, rowsByIds } from "db";
import type { IdOf, Listing, ListTable } from "./listing.server";

type Source<Table extends ListTable> = Pick<Listing<Table>, "table" | "hides">;

/** Returns `row` without the fields that the listing hides from its reader. */
export const redactHiddenFields = <Table extends ListTable>(
  { hides }: Pick<Listing<Table>, "hides">,
  row: InferSelectModel<Table>,
): InferSelectModel<Table> => (hides ? { ...row, ...hides } : row);

/** Returns the rows that meet a condition, in an order if one is given. */
export async function readRows<Table extends ListTable>(
  listing: Source<Table>,
  where: SQL | undefined,
  order: SQL[] = [],
): Promise<InferSelectModel<Table>[]> {
  const rows = await db
    .select()
    .from(listing.table as SQLiteTable)
    .where(where)
    .orderBy(...order);
  return rows.map((row) => redactHiddenFields(listing, row as InferSelectModel<Table>));
}

/** Returns the existing rows with these ids, in no order. */
export async function readRowsById<Table extends ListTable>(
  listing: Source<Table>,
  ids: IdOf<Table>[],
): Promise<Map<IdOf<Table>, InferSelectModel<Table>>> {
  const rows = await rowsByIds(listing.table as SQLiteTable, listing.table.id, ids);
  return new Map(
    rows.map((row) => [row.id as IdOf<Table>, redactHiddenFields(listing, row as InferSelectModel<Table>)]),
  );
}

/** A row with the database's value of its sort expression. */
export interface SortedRow<Table extends ListTable> {
  row: InferSelectModel<Table>;
  by: unknown;
}

/** Returns the first rows that meet a condition, each with the value that it is sorted by. */
export async function readSortedRows<Table extends ListTable>(
  listing: Source<Table>,
  { where, by, order, limit }: { where: SQL | undefined; by: SQL; order: SQL[]; limit: number },
): Promise<SortedRow<Table>[]> {
  const rows = (await db
    .select({ row: listing.table as SQLiteTable, by })
    .from(listing.table as SQLiteTable)
    .where(where)
    .orderBy(...order)
    .limit(limit)) as SortedRow<Table>[];
  return rows.map(({ row, by }) => ({ row: redactHiddenFields(listing, row), by }));
}
