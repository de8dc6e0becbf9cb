/** What stands before and after a record in a list, found along the list's own index, wherever in it the record is. */
import { and, asc, desc, eq, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import type { IdOf, Listing, ListQuery, ListTable } from "./listing.server";
import { matching, sortedBy } from "./matching.server";

type Id<Table extends ListTable> = IdOf<Table>;

/**
 * The records around one in a list as it was asked for, by their ids; nothing for one that its reader does not reach.
 * One that has left the list since, such as an open ticket that was solved, stands where it would be.
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
  // One question for those that are equal and one for those beyond: each begins at its place in the index. What has no
  // value stands before all that has one, as SQLite sorts it.
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
