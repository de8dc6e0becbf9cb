/** Determines which journal entries have been undone. */
import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { journal, type JournalEntry } from "db/schema";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { chunks } from "~/core/values/chunks";

/** Batches of an undo: its own, and the one that it undoes. */
interface Undo {
  batch: string;
  undoes: string | null;
}

/** Records queried per batch, to let other requests run in between. */
const batchSize = 200;

/** Adds to each entry whether it is undone: it is if an undo of it has not itself been undone, recursively. */
export async function withUndone<Entry extends JournalEntry>(
  entries: Entry[],
  from: Pick<Transaction, "select">,
): Promise<(Entry & { undone: boolean })[]> {
  const undos = await undosOf(entries, from);
  return entries.map((entry) => ({ ...entry, undone: !isInEffect(entry.batch, undos.get(recordOf(entry)) ?? []) }));
}

const isInEffect = (batch: string, undos: Undo[]): boolean =>
  !undos.some((undo) => undo.undoes === batch && isInEffect(undo.batch, undos));

const recordOf = ({ entity, recordId }: Pick<JournalEntry, "entity" | "recordId">) => `${entity}/${recordId}`;

/** Returns all undos of the entries' records, by record. They are few, whatever the size of the act. */
async function undosOf(entries: JournalEntry[], from: Pick<Transaction, "select">): Promise<Map<string, Undo[]>> {
  const undos = new Map<string, Undo[]>();
  const { batch, undoes, entity, recordId } = journal;
  for (const entityName of new Set(entries.map((entry) => entry.entity))) {
    const ids = [...new Set(entries.filter((entry) => entry.entity === entityName).map((entry) => entry.recordId))];
    for (const chunk of chunks(ids, batchSize)) {
      const theirs = and(eq(entity, entityName), inArray(recordId, chunk), isNotNull(undoes));
      for (const undo of await from.select({ batch, undoes, entity, recordId }).from(journal).where(theirs))
        undos.set(recordOf(undo), [...(undos.get(recordOf(undo)) ?? []), undo]);
      await yieldToEventLoop();
    }
  }
  return undos;
}

/** Returns the number of an act's entries that are not undone: each undone one has an entry in an undo that stands. */
export async function standingEntries(batch: string): Promise<number> {
  let standing = await db.$count(journal, eq(journal.batch, batch));
  for (const undo of await undosOfAct(batch)) standing -= await standingEntries(undo);
  return standing;
}

/** Returns the batches that undid entries of an act. */
async function undosOfAct(batch: string): Promise<Set<string>> {
  const undos = new Set<string>();
  for (let last = 0; ; await yieldToEventLoop()) {
    const some = await db
      .select({ id: journal.id, batch: journal.batch })
      .from(journal)
      .where(and(eq(journal.undoes, batch), gt(journal.id, last)))
      .orderBy(asc(journal.id))
      .limit(1_000);
    for (const undo of some) undos.add(undo.batch);
    if (some.length < 1_000) return undos;
    last = some.at(-1)?.id ?? 0;
  }
}

/** Returns the number of an act's entries, and how many are undone. */
export async function undoneOf(batch: string): Promise<{ all: number; undone: number }> {
  const all = await db.$count(journal, eq(journal.batch, batch));
  return { all, undone: all - (await standingEntries(batch)) };
}
