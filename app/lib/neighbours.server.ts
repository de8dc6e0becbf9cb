/** What stands before and after a record in a list, found along the list's own index, wherever in it the record is. */
import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { type IdOf, type Listing, type ListQuery, type ListTable, matching, sortedBy } from "./listing.server";

type Id<Table extends ListTable> = IdOf<Table>;

/** The records around one in a list as it was asked for, by their ids; nothing for one that is not in it. */
export async function neighbours<Table extends ListTable>(listing: Listing<Table>, query: ListQuery, id: Id<Table>): Promise<{ previous?: Id<Table>; next?: Id<Table> } | undefined> {
  const by = sortedBy(listing, query.sort);
  const rows = listing.table as SQLiteTable;
  const [own] = await db.select({ value: sql<unknown>`${by}` }).from(rows).where(and(eq(listing.table.id, id), matching(listing, query)));
  if (!own) return undefined;

  const first = async (where: SQL | undefined, direction: typeof asc) => {
    const found = await db.select({ id: listing.table.id }).from(rows).where(and(matching(listing, query), where)).orderBy(direction(by), direction(listing.table.id)).limit(1);
    return found[0]?.id as Id<Table> | undefined;
  };
  // What has no value stands before all that has one, as SQLite sorts it.
  const upwards = async () => {
    if (own.value !== null) return first(sql`(${by}, ${listing.table.id}) > (${own.value}, ${id})`, asc);
    return (await first(and(isNull(by), sql`${listing.table.id} > ${id}`), asc)) ?? first(isNotNull(by), asc);
  };
  const downwards = async () => {
    if (own.value === null) return first(and(isNull(by), sql`${listing.table.id} < ${id}`), desc);
    return (await first(sql`(${by}, ${listing.table.id}) < (${own.value}, ${id})`, desc)) ?? first(isNull(by), desc);
  };
  const [before, after] = query.sort.descending ? [upwards, downwards] : [downwards, upwards];
  return { previous: await before(), next: await after() };
}
