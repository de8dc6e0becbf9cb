import { setImmediate as breathe } from "node:timers/promises";
import { and, asc, eq, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { journal, type JournalEntry } from "db/schema";
import { kindOf, kinds } from "~/kinds.server";
import { type Act, actOnMany, type Actor, Refusal } from "~/records/act.server";
import { erased } from "~/records/erase.server";
import { entriesFor } from "./shown.server";

/** An entry, how it stands with its undo, and where its record is while it is there. */
export type Entry = JournalEntry & { undo: "open" | "undone" | "overtaken" | "none"; href?: string };

type Undone = { ok: true; entries: JournalEntry[]; change?: string } | { ok: false; message: string };

/**
 * Takes back all of one act, or only its entry about one record; or nothing, with a sentence that says why.
 * An undo is an act itself: undoing it does the first one again.
 */
export async function undoChange(by: Actor, batch: string, only?: number): Promise<Undone> {
  const done = await actOnMany(by, (tx, act) => undoEntries(tx, act, batch, only), { undoes: batch });
  return done.ok ? { ok: true, entries: done.rows, change: done.change } : { ok: false, message: Object.values(done.errors).join(" ") };
}

async function undoEntries(tx: Transaction, act: Act, batch: string, only?: number): Promise<JournalEntry[]> {
  const ofAct = eq(journal.batch, batch);
  const all = await tx.select().from(journal).where(ofAct).orderBy(asc(journal.id));
  const seen = act.by.id === null ? all : await tx.select().from(journal).where(and(ofAct, entriesFor(act.by.id))).orderBy(asc(journal.id));
  const asked = seen.filter(({ id }) => only === undefined || id === only);
  // Whoever may take an act back takes back all of it: half a merge would be neither one ticket nor two.
  const entries = asked.length === 0 || (only !== undefined && !isOneThing(all)) ? asked : all;
  if (entries.length === 0) throw new Refusal({ "": "There is nothing to undo: this change is not in the journal." });
  const open = (await withUndone(entries, tx)).filter((entry) => !entry.undone);
  if (open.length === 0) throw new Refusal({ "": "This was undone already." });
  for (const [index, entry] of open.reverse().entries()) {
    const kind = kindOf(entry.entity);
    if (!kind || entry.action === "security") throw new Refusal({ "": "Changes to sign-in and security cannot be undone." });
    if (hasErased(entry)) throw new Refusal({ "": "This was about somebody who was erased since, so it cannot be undone." });
    await kind.undo(tx, act, entry);
    if (index % 50 === 49) await breathe();
  }
  return open.filter(({ id }) => seen.some((entry) => entry.id === id));
}

/** Whether an act touched several kinds of record, such as an order and the invoice that was made of it: then no part of it is undone alone. */
const isOneThing = (act: JournalEntry[]): boolean => new Set(act.map(({ entity }) => entity)).size > 1;

/** The same entries as people see them. Costs a query for each kind among them, and one more. */
export async function asShown(entries: JournalEntry[]): Promise<Entry[]> {
  const asLeft = new Map((await Promise.all(kinds().map((kind) => kind.asLeft(entries)))).flat());
  return (await withUndone(entries, db)).map(({ undone, ...entry }) => ({
    ...entry,
    undo: undone ? "undone" : mayUndo(entry, asLeft.get(entry.id)),
    href: asLeft.has(entry.id) ? kindOf(entry.entity)?.href(entry.recordId) : undefined,
  }));
}

/** What was erased has nothing to go back to. */
function mayUndo(entry: JournalEntry, asLeft: boolean | undefined): Entry["undo"] {
  if (entry.action === "security" || !entry.after || asLeft === undefined || hasErased(entry)) return "none";
  return asLeft ? "open" : "overtaken";
}

/** Whether somebody was erased from the values that an undo would look at. That of a creation looks at none. */
const hasErased = ({ action, before, after }: JournalEntry) => action !== "created" && [before, after].some((values) => Object.values(values ?? {}).includes(erased));

/** The same entries, each with whether it is undone: when an undo of it stands that was not undone itself, and so on. */
async function withUndone(entries: JournalEntry[], from: Pick<Transaction, "all">) {
  const later = await undosOf(entries, from);
  const stands = (batch: string, record: string): boolean => !later.some((undo) => undo.undoes === batch && undo.record === record && stands(undo.batch, record));
  return entries.map((entry) => ({ ...entry, undone: !stands(entry.batch, recordOf(entry)) }));
}

const recordOf = ({ entity, recordId }: Pick<JournalEntry, "entity" | "recordId">) => `${entity}/${recordId}`;

/** Every undo of these entries' acts, and every undo of those. */
async function undosOf(entries: JournalEntry[], from: Pick<Transaction, "all">): Promise<{ batch: string; undoes: string; record: string }[]> {
  const batches = [...new Set(entries.map((entry) => entry.batch))];
  if (batches.length === 0) return [];
  return from.all(sql`
    with recursive later(batch, undoes, record) as (
      select batch, undoes, entity || '/' || record_id from journal where undoes in (${sql.join(batches.map((batch) => sql`${batch}`), sql`, `)})
      union
      select journal.batch, journal.undoes, journal.entity || '/' || journal.record_id from journal join later on journal.undoes = later.batch
    )
    select batch, undoes, record from later`);
}
