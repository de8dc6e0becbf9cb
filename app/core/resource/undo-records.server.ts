/** What of the journal is taken back already. */
import { and, asc, eq, gt, inArray, isNotNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { journal, type JournalEntry } from "db/schema";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { chunks } from "~/core/values/chunks";

/** An undo's entry: which act it is of, and which it takes back. */
interface Undo {
  batch: string;
  undoes: string | null;
}

/** So many records are asked about at once, so that others have their turn in between. */
const batchSize = 200;

/**
 * The same entries, each with whether it is undone: when an undo of it stands that was not undone itself, and so on.
 */
export async function withUndone<Entry extends JournalEntry>(
  entries: Entry[],
  from: Pick<Transaction, "select">,
): Promise<(Entry & { undone: boolean })[]> {
  const undos = await undosOf(entries, from);
  return entries.map((entry) => ({ ...entry, undone: !stands(entry.batch, undos.get(recordOf(entry)) ?? []) }));
}

const stands = (batch: string, undos: Undo[]): boolean =>
  !undos.some((undo) => undo.undoes === batch && stands(undo.batch, undos));

const recordOf = ({ entity, recordId }: Pick<JournalEntry, "entity" | "recordId">) => `${entity}/${recordId}`;

/** Every undo that there was of these entries' records, by record. They are few, whatever an act touched besides. */
async function undosOf(entries: JournalEntry[], from: Pick<Transaction, "select">): Promise<Map<string, Undo[]>> {
  const undos = new Map<string, Undo[]>();
  const { batch, undoes, entity, recordId } = journal;
  for (const entityName of new Set(entries.map((entry) => entry.entity))) {
    const ids = [...new Set(entries.filter((entry) => entry.entity === entityName).map((entry) => entry.recordId))];
    for (const some of chunks(ids, batchSize)) {
      const theirs = and(eq(entity, entityName), inArray(recordId, some), isNotNull(undoes));
      for (const undo of await from.select({ batch, undoes, entity, recordId }).from(journal).where(theirs))
        undos.set(recordOf(undo), [...(undos.get(recordOf(undo)) ?? []), undo]);
      await yieldToEventLoop();
    }
  }
  return undos;
}

/** How many entries of an act are not taken back: each that is has one in an undo that stands. */
export async function standingEntries(batch: string): Promise<number> {
  let standing = await db.$count(journal, eq(journal.batch, batch));
  for (const undo of await undosOfAct(batch)) standing -= await standingEntries(undo);
  return standing;
}

/** The acts that took something of an act back. */
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

/** How many entries an act has, and how many of them are taken back. */
export async function undoneOf(batch: string): Promise<{ all: number; undone: number }> {
  const all = await db.$count(journal, eq(journal.batch, batch));
  return { all, undone: all - (await standingEntries(batch)) };
}
