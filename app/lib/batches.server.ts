/** All rows of a list, for exports and the API: some hundred at a time. */
import { and, eq, gt, isNotNull, isNull, lt, or, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { fold } from "db/fold";
import { type Listing, type ListQuery, type ListTable, matching, order, sortable, sortColumn } from "./list.server";

/** How many rows are read at a time where all are wanted: about a millisecond of work between two breaths. */
const batch = 500;

/** Every row that matches, in the list's order, in batches so that a million fill neither memory nor the event loop. */
export async function* batches<Table extends ListTable>(listing: Listing<Table>, query: ListQuery): AsyncGenerator<InferSelectModel<Table>[]> {
  for (let last: Record<string, unknown> | undefined; ; ) {
    const rows: Record<string, unknown>[] = await db
      .select()
      .from(listing.table as SQLiteTable)
      .where(and(matching(listing, query), last && beyond(listing, query.sort, last)))
      .orderBy(...order(listing, query.sort))
      .limit(batch);
    yield rows as InferSelectModel<Table>[];
    last = rows.at(-1);
    if (rows.length < batch) return;
    await new Promise(setImmediate);
  }
}

/** What comes after a row in the list's order. SQLite puts nulls before everything, so they come last when it is turned round. */
function beyond<Table extends ListTable>(listing: Listing<Table>, sort: ListQuery["sort"], last: Record<string, unknown>): SQL | undefined {
  const column = sortColumn(listing, sort);
  const name = Object.entries(listing.table).find(([, value]) => value === column)?.[0] ?? "id";
  const after = sort.descending ? lt : gt;
  const alike = after(listing.table.id, last.id);
  const value = last[name];
  if (value === null) return sort.descending ? and(isNull(column), alike) : or(isNotNull(column), alike);

  // As its column writes it, such as milliseconds for a time.
  const bound = typeof value === "string" ? sql`${fold(value)}` : sql`${sql.param(value, column)}`;
  const further = or(after(sortable(column), bound), and(eq(sortable(column), bound), alike));
  return sort.descending ? or(further, isNull(column)) : further;
}
