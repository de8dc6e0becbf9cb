import { and, eq, lt, sql } from "drizzle-orm";
import type { Transaction } from "db";
import { journal } from "db/schema";
import type { Id, Resource } from "./resource.server";

/** What the journal calls a record, or a person, that was erased. */
export const erased = "(erased)";

/**
 * Removes a record for good if it was put in the trash before that moment, and from the journal its name, its values
 * and the reasons for its changes: that then only says that something happened to it, when, and by whom. Answers
 * whether it did. Throws the database's error when something else still refers to the record.
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
  const note = sql`case when ${journal.action} = 'security' then ${journal.note} end`; // such a note says what was done
  await tx.update(journal).set({ label: erased, before: null, after: null, note }).where(ofRecord);
  return true;
}
