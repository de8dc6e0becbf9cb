/** All rows of a list, for exports and the API: some hundred at a time. */
import { and, gt, isNotNull, isNull, lt, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { type Listing, type ListQuery, type ListTable, matching, order, sortedBy } from "./listing.server";

/** How many rows are read at a time where all are wanted: about a millisecond of work between two breaths. */
const batch = 500;

/** Every row that matches, in the list's order, in batches so that a million fill neither memory nor the event loop. */
export async function* batches<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): AsyncGenerator<InferSelectModel<Table>[]> {
  let conditions: (SQL | undefined)[] = [undefined];
  do {
    const found: Found<Table>[] = [];
    for (const condition of conditions) {
      if (found.length < batch) found.push(...(await read(listing, query, condition, batch - found.length)));
    }
    yield found.map(({ row }) => row);
    const last = found.at(-1);
    conditions = last && found.length === batch ? beyond(listing, query.sort, last) : [];
    await new Promise(setImmediate);
  } while (conditions.length > 0);
}

/** A row, and what it is sorted by, as the database has it. */
interface Found<Table extends ListTable> {
  row: InferSelectModel<Table>;
  by: unknown;
}

async function read<Table extends ListTable>(listing: Listing<Table>, query: ListQuery, condition: SQL | undefined, most: number) {
  const rows = await db
    .select({ row: listing.table as SQLiteTable, by: sortedBy(listing, query.sort) })
    .from(listing.table as SQLiteTable)
    .where(and(matching(listing, query), condition))
    .orderBy(...order(listing, query.sort))
    .limit(most);
  return rows as Found<Table>[];
}

/** What comes after a row in the list's order: conditions, in their order, each of which is a stretch of an index. SQLite puts nulls before everything. */
function beyond<Table extends ListTable>(listing: Listing<Table>, { key, descending }: ListQuery["sort"], { row, by }: Found<Table>): SQL[] {
  const sorted = sortedBy(listing, { key, descending });
  const after = descending ? lt : gt;
  const alike = sql`${sorted} is ${by} and ${after(listing.table.id, row.id)}`;
  if (by !== null) return [alike, after(sorted, by), ...(descending ? [isNull(sorted)] : [])];
  return descending ? [alike] : [alike, isNotNull(sorted)];
}
