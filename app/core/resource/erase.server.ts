import { and, eq, lt, sql } from "drizzle-orm";
import type { Transaction } from "db";
import { journal } from "db/schema";
import type { Id, Resource } from "./resource.server";

/** Label in the journal of an erased record or user. */
export const erased = "(erased)";

/**
 * Permanently deletes a record trashed before `trashedBefore`, and removes its name, values and notes from the journal,
 * which keeps only action, time and actor. Returns whether it did; throws the database's error if the record is still
 * referenced.
 */
export async function erase(
  tx: Transaction,
  { entity, table }: Pick<Resource, "entity" | "table">,
  id: Id,
  trashedBefore: Date,
): Promise<boolean> {
  const gone = await tx
    .delete(table)
    .where(and(eq(table.id, id), lt(table.deletedAt, trashedBefore)))
    .returning({ id: table.id });
  if (gone.length === 0) return false;
  const ofRecord = and(eq(journal.entity, entity), eq(journal.recordId, String(id)));
  const note = sql`case when ${journal.action} = 'security' then ${journal.note} end`; // it describes the event only
  await tx.update(journal).set({ label: erased, before: null, after: null, note }).where(ofRecord);
  return true;
}
