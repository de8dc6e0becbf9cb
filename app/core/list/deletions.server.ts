/** Finds who moved the rows in the trash there, and when. */
import { and, eq, inArray } from "drizzle-orm";
import { db } from "db";
import { journal } from "db/schema";
import { howMany } from "~/core/values/noun";
import { trashDays } from "~/core/values/trash";
import type { Deletion } from "./list";

const day = 86_400_000;

export interface InTrash {
  id: number | string;
  deletedAt?: Date | null;
}

const daysLeft = (at: Date) => trashDays - Math.floor((Date.now() - at.getTime()) / day);

/** Returns when a record in the trash will be purged, such as "in 12 days"; undefined if it is not in the trash. */
export function timeUntilPurge(deletedAt: Date | null): string | undefined {
  if (!deletedAt) return undefined;
  const left = daysLeft(deletedAt);
  return left > 0 ? `in ${howMany(left, "day")}` : "within the hour";
}

/**
 * Returns the deletions of rows in the trash, by row id. `by` is missing for rows that were imported as deleted or are
 * older than the journal.
 */
export async function deletionsOf(entity: string, rows: InTrash[]): Promise<Record<string, Deletion>> {
  const entries = await db
    .select({ id: journal.recordId, byName: journal.byName })
    .from(journal)
    .where(
      and(
        eq(journal.entity, entity),
        eq(journal.action, "deleted"),
        inArray(
          journal.recordId,
          rows.map(({ id }) => String(id)),
        ),
      ),
    )
    .orderBy(journal.id);
  const people = new Map(entries.map(({ id, byName }) => [id, byName])); // the latest deletion wins
  return Object.fromEntries(
    rows.flatMap(({ id, deletedAt: at }) =>
      at ? [[id, { at, daysLeft: daysLeft(at), by: people.get(String(id)) }]] : [],
    ),
  );
}
