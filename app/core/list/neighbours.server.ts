/** Finds the previous and next record in a list by its sort index, wherever in the list the record is. */
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import type { IdOf, Listing, ListQuery, ListTable } from "./listing.server";
import { matching, sortedBy } from "./matching.server";

type Id<Table extends ListTable> = IdOf<Table>;

/**
 * Returns the ids of the records before and after `id`, or undefined if it is out of scope. A record that no longer
 * matches, such as a ticket solved since, keeps its place in the order.
 */
export async function neighbours<Table extends ListTable>(
  listing: Listing<Table>,
  query: ListQuery,
  id: Id<Table>,
): Promise<{ previous?: Id<Table>; next?: Id<Table> } | undefined> {
  const by = sortedBy(listing, query.sort);
  const rows = listing.table as SQLiteTable;
  const [own] = await db
    .select({ value: sql<unknown>`${by}` })
    .from(rows)
    .where(and(eq(listing.table.id, id), listing.scope));
  if (!own) return undefined;

  const first = async (where: SQL | undefined, ...order: SQL[]) => {
    const found = await db
      .select({ id: listing.table.id })
      .from(rows)
      .where(and(matching(listing, query), where))
      .orderBy(...order)
      .limit(1);
    return found[0]?.id as Id<Table> | undefined;
  };
  // One query for rows with an equal value and one for those beyond: each starts at its place in the index. SQLite
  // sorts nulls first.
  const equal = own.value === null ? isNull(by) : sql`${by} = ${own.value}`;
  const upwards = async () => {
    const beyond = own.value === null ? isNotNull(by) : sql`${by} > ${own.value}`;
    return (
      (await first(and(equal, gt(listing.table.id, id)), asc(listing.table.id))) ??
      first(beyond, asc(by), asc(listing.table.id))
    );
  };
  const downwards = async () => {
    const near = await first(and(equal, lt(listing.table.id, id)), desc(listing.table.id));
    if (near !== undefined || own.value === null) return near;
    return (
      (await first(sql`${by} < ${own.value}`, desc(by), desc(listing.table.id))) ??
      first(isNull(by), desc(listing.table.id))
    );
  };
  const [before, after] = query.sort.descending ? [upwards, downwards] : [downwards, upwards];
  return { previous: await before(), next: await after() };
}
