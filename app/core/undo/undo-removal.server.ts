/** Undos that move records to the trash, which need a confirmation. */
import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { db } from "db";
import { journal, type JournalEntry } from "db/schema";
import type { Reader } from "~/core/list/reach.server";
import { resourceOf, resources } from "~/core/resource/registry.server";
import type { Noun } from "~/core/values/noun";
import { whereEntriesUndoable } from "~/core/audit/visible-entries.server";
import { withUndone } from "~/core/resource/undone-entries.server";

/** The records that an undo would move to the trash. */
interface UndoRemoval {
  noun: Noun;
  count: number;
  /** Labels of the first few. */
  names: string[];
  /** The consequence for each of them. */
  means: string;
}

/** Maximum records that are named. */
const maxNamed = 5;

/** Returns what undoing an act, or one entry of it, would move to the trash; undefined if no confirmation is needed. */
export async function removalByUndo(me: Reader, batch: string, only?: number): Promise<UndoRemoval | undefined> {
  const asking = resources().filter(({ trashWarning }) => trashWarning);
  const comings = and(
    eq(journal.batch, batch),
    sql`+${journal.entity} in ${asking.map(({ entity }) => entity)}`,
    inArray(journal.action, ["created", "restored"]),
  );
  const where = and(comings, whereEntriesUndoable(me), only === undefined ? undefined : eq(journal.id, only));
  const first = await db.select().from(journal).where(where).orderBy(asc(journal.id)).limit(100);
  const isOldEnough = ({ entity, at }: JournalEntry) =>
    Date.now() - at.getTime() >= (resourceOf(entity)?.trashWarningAfterMs ?? 0);
  const standing = (await withUndone(first.filter(isOldEnough), db)).filter(({ undone }) => !undone);
  const kind = resourceOf(standing[0]?.entity ?? "");
  if (!kind?.trashWarning) return undefined;
  const count = first.length < 100 ? standing.length : await db.$count(journal, where);
  return {
    noun: kind.noun,
    count,
    names: standing.slice(0, maxNamed).map(({ label }) => label),
    means: kind.trashWarning,
  };
}
