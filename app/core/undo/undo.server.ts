/** Undoes acts, or single entries of them, in one transaction. */
import { and, asc, eq, gt, type SQL } from "drizzle-orm";
import type { Transaction } from "db";
import { journal, type JournalEntry, type User } from "db/schema";
import { needsErased } from "~/core/audit/entries.server";
import { withdrawNotifications } from "~/core/audit/act-notifications.server";
import { reachesAll, whereEntriesUndoable } from "~/core/audit/visible-entries.server";
import type { Reader } from "~/core/list/reach.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { type Act, actOnMany, RuleViolation } from "~/core/resource/act.server";
import { trySavepoint, changedSince } from "~/core/resource/bulk-outcome.server";
import { resourceOf } from "~/core/resource/registry.server";
import { withUndone } from "~/core/resource/undone-entries.server";
import { formatNumber } from "~/core/values/noun";

/** An entry that cannot be undone, and why. */
export interface NotUndone {
  entry: JournalEntry;
  why: string;
}

/** Result of an undo. If the `skipped` entries blocked it, `undoableCount` others could be undone. */
export type UndoOutcome = { skipped: NotUndone[] } & (
  { ok: true; entries: JournalEntry[]; batch?: string } | { ok: false; message: string; undoableCount: number }
);

interface UndoRequest {
  batch: string;
  /** Undoes only this entry. */
  only?: number;
  /** Skips entries that cannot be undone instead of refusing everything. */
  passingOver?: boolean;
}

/**
 * Undoes an act, or only one of its entries, in one transaction. The undo is an act itself, so undoing it is a redo.
 */
export async function undoChange(
  by: Reader & Pick<User, "name">,
  batch: string,
  only?: number,
  passingOver = false,
): Promise<UndoOutcome> {
  const tally = { skipped: [] as NotUndone[], undoableCount: 0 };
  const done = await actOnMany(by, (tx, act) => undoEntries(tx, act, by, { batch, only, passingOver }, tally), {
    undoes: batch,
  });
  const { skipped, undoableCount } = tally;
  return done.ok
    ? { ok: true, entries: done.rows, skipped, batch: done.batch }
    : { ok: false, message: Object.values(done.errors).join(" "), skipped, undoableCount };
}

async function undoEntries(
  tx: Transaction,
  act: Act,
  me: Reader,
  { batch, only, passingOver }: UndoRequest,
  tally: { skipped: NotUndone[]; undoableCount: number },
): Promise<JournalEntry[]> {
  const whereUndoable = and(eq(journal.batch, batch), whereEntriesUndoable(me));
  const requestedEntries = await entriesWhere(
    tx,
    and(whereUndoable, only === undefined ? undefined : eq(journal.id, only)),
  );
  if (requestedEntries.length === 0)
    throw new RuleViolation({ "": "There is nothing to undo: this change is not in the journal." });
  // A user who may undo an act undoes all of it: half of a merge would be neither one ticket nor two.
  const isInseparable = await touchesSeveralKinds(tx, batch);
  const isWhole = only === undefined || isInseparable;
  const entries = isWhole ? await entriesWhere(tx, eq(journal.batch, batch)) : requestedEntries;
  if (isWhole) await refuseLimited(tx, me, entries, whereUndoable);
  const open = (await withUndone(entries, tx)).filter((entry) => !entry.undone).reverse();
  if (open.length === 0) throw new RuleViolation({ "": "This was undone already." });
  const skipped = await undoEach(tx, act, open, isInseparable || open.length === 1);
  const requestedIds = new Set(
    (isWhole && only !== undefined ? await entriesWhere(tx, whereUndoable) : requestedEntries).map(({ id }) => id),
  );
  tally.skipped = skipped.filter(({ entry }) => requestedIds.has(entry.id));
  tally.undoableCount = open.length - skipped.length;
  if (skipped.length > 0 && (!passingOver || tally.undoableCount === 0))
    throw new RuleViolation({ "": undoRefusal(skipped, tally.skipped[0], open.length) });
  if (isWhole && skipped.length === 0) await withdrawNotifications(tx, batch);
  const skippedIds = new Set(skipped.map(({ entry }) => entry.id));
  return open.filter(({ id }) => requestedIds.has(id) && !skippedIds.has(id));
}

/** Undoing a whole act requires the permission to change everything in it. Throws `RuleViolation`. */
async function refuseLimited(tx: Transaction, me: Reader, entries: JournalEntry[], whereUndoable: SQL | undefined) {
  const limited = entries.filter(({ entity }) => !reachesAll(me, entity, "change"));
  if (limited.length === 0) return;
  const own = new Set((await entriesWhere(tx, whereUndoable)).map(({ id }) => id));
  if (limited.some(({ id }) => !own.has(id)))
    throw new RuleViolation({
      "": "This changed more than your access lets you change, so you cannot take it back. Ask somebody with more access.",
    });
}

/**
 * Undoes entries, newest first, and returns those that cannot be undone; throws a `RuleViolation` for the first of them
 * if `allOrNothing`.
 */
async function undoEach(
  tx: Transaction,
  act: Act,
  entries: JournalEntry[],
  allOrNothing: boolean,
): Promise<NotUndone[]> {
  const skipped: NotUndone[] = [];
  for (const entry of entries) {
    const undo = () => undoEntry(tx, act, entry);
    const tried = allOrNothing ? await undo() : await trySavepoint(tx, act, undo);
    if (tried && "why" in tried) skipped.push({ entry, why: tried.why });
    await yieldToEventLoop();
  }
  return skipped;
}

/** Whether all of them failed only because the records were changed since. */
export const wereAllChanged = (skipped: NotUndone[]) =>
  skipped.every(({ entry, why }) => why === changedSince(entry.label));

function undoRefusal(skipped: NotUndone[], first: NotUndone | undefined, all: number): string {
  const some = `${formatNumber(skipped.length)} of the ${formatNumber(all)}`;
  if (wereAllChanged(skipped))
    return `Nothing was undone, because ${some} ${skipped.length === 1 ? "was" : "were"} changed again since.`;
  return `Nothing was undone, because ${some} cannot be taken back. ${first?.why ?? ""}`.trim();
}

/** Entries read per batch, as each contains the values of a record. */
const batchSize = 250;

async function entriesWhere(tx: Transaction, where: SQL | undefined): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for (let last = 0; ; last = all.at(-1)?.id ?? 0) {
    const found = await tx
      .select()
      .from(journal)
      .where(and(where, gt(journal.id, last)))
      .orderBy(asc(journal.id))
      .limit(batchSize);
    all.push(...found);
    if (found.length < batchSize) return all;
    await yieldToEventLoop();
  }
}

/** Undoes one entry. Throws `RuleViolation`. */
export async function undoEntry(tx: Transaction, act: Act, entry: JournalEntry): Promise<void> {
  const kind = resourceOf(entry.entity);
  if (entry.action === "sent") throw new RuleViolation({ "": "A mail that was sent cannot be called back." });
  if (!kind || entry.action === "security")
    throw new RuleViolation({ "": "Changes to sign-in and security cannot be undone." });
  if (needsErased(entry))
    throw new RuleViolation({ "": "This was about somebody who was erased since, so it cannot be undone." });
  await kind.undo(tx, act, entry);
}

/** Maximum entries of an act that touches several kinds of record; larger acts change records of one kind. */
const maxSeveralKinds = 10_000;

/**
 * Whether an act touched several kinds of record, such as an order and its invoice; it can then only be undone as a
 * whole.
 */
export async function touchesSeveralKinds(from: Pick<Transaction, "select">, batch: string): Promise<boolean> {
  const some = await from
    .select({ entity: journal.entity })
    .from(journal)
    .where(eq(journal.batch, batch))
    .limit(maxSeveralKinds + 1);
  return some.length <= maxSeveralKinds && new Set(some.map(({ entity }) => entity)).size > 1;
}
