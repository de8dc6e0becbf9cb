/** Reads every row of a list in batches, for exports, the API and bulk actions on all matching rows. */
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { and, asc, gt, isNotNull, isNull, lt, sql, type InferSelectModel, type SQL } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, type Transaction } from "db";
import { forBatchedReading } from "./list-search.server";
import type { IdOf, Listing, ListQuery, ListTable } from "./listing.server";
import { matching, order, sortedBy } from "./matching.server";
import { readSortedRows, type SortedRow } from "./list-read.server";

/** Rows per batch: small enough to take only milliseconds, so that other requests are served in between. */
const batch = 200;

/**
 * Yields every matching row in the list's order, in batches, so that a million rows fill neither memory nor the event
 * loop.
 */
export async function* batches<Table extends ListTable>(
  listing: Listing<Table>,
  requested: ListQuery,
): AsyncGenerator<InferSelectModel<Table>[]> {
  const query = await forBatchedReading(listing, requested);
  let stretches: (Stretch | undefined)[] = [undefined];
  do {
    const found: SortedRow<Table>[] = [];
    for (const stretch of stretches) {
      if (found.length < batch) found.push(...(await read(listing, query, stretch, batch - found.length)));
    }
    yield found.map(({ row }) => row);
    const last = found.at(-1);
    stretches = last && found.length === batch ? rangesAfter(listing, query.sort, last) : [];
    await yieldToEventLoop();
  } while (stretches.length > 0);
}

/** Maximum ids per batch. */
const manyIds = 5000;

/** Yields the ids of all matching rows, ordered by id, in batches. */
export async function* idBatches<Table extends ListTable>(
  listing: Listing<Table>,
  requested: ListQuery,
  from: Pick<Transaction, "select"> = db,
): AsyncGenerator<IdOf<Table>[]> {
  const query = await forBatchedReading(listing, requested);
  const { id } = listing.table;
  for (let last: unknown; ;) {
    const after = last === undefined ? undefined : gt(id, last);
    const found = await from
      .select({ id })
      .from(listing.table as SQLiteTable)
      .where(and(matching(listing, query), after))
      .orderBy(asc(id))
      .limit(manyIds);
    yield found.map((row) => row.id as IdOf<Table>);
    if (found.length < manyIds) return;
    last = found.at(-1)?.id;
    await yieldToEventLoop();
  }
}

/** SQL condition: the row's id is one of `ids`. Binds a single parameter, however many ids there are. */
export const whereIdAmong = <Table extends ListTable>({ id }: Table, ids: IdOf<Table>[]): SQL =>
  sql`${id} in (select value from json_each(${JSON.stringify(ids)}))`;

/** Returns those of `ids` that are in the listing's scope; all of them if it has no scope. */
export async function idsListed<Table extends ListTable>(
  { scope, table }: Pick<Listing<Table>, "scope" | "table">,
  ids: IdOf<Table>[],
  from: Pick<Transaction, "select"> = db,
): Promise<IdOf<Table>[]> {
  if (!scope) return ids;
  const found = await from
    .select({ id: table.id })
    .from(table as SQLiteTable)
    .where(and(whereIdAmong(table, ids), scope));
  const listed = new Set(found.map(({ id }) => id as IdOf<Table>));
  return ids.filter((id) => listed.has(id));
}

/**
 * A contiguous range of the list's order in an index. With `isAlike`, all its rows have the same sort value, so only
 * the id is left to sort by.
 */
interface Stretch {
  where: SQL;
  isAlike?: boolean;
}

function read<Table extends ListTable>(
  listing: Listing<Table>,
  query: ListQuery,
  stretch: Stretch | undefined,
  limit: number,
): Promise<SortedRow<Table>[]> {
  const whole = order(listing, query.sort);
  return readSortedRows(listing, {
    where: and(matching(listing, query), stretch?.where),
    by: sortedBy(listing, query.sort),
    order: stretch?.isAlike ? whole.slice(-1) : whole,
    limit,
  });
}

/** Returns the ranges that follow a row in the list's order. SQLite sorts nulls before everything else. */
function rangesAfter<Table extends ListTable>(
  listing: Listing<Table>,
  { key, descending }: ListQuery["sort"],
  { row, by }: SortedRow<Table>,
): Stretch[] {
  const sorted = sortedBy(listing, { key, descending });
  const after = descending ? lt : gt;
  const alike = { where: sql`${sorted} is ${by} and ${after(listing.table.id, row.id)}`, isAlike: true };
  if (by !== null) return [alike, { where: after(sorted, by) }, ...(descending ? [{ where: isNull(sorted) }] : [])];
  return descending ? [alike] : [alike, { where: isNotNull(sorted) }];
}
