import { isDeepStrictEqual } from "node:util";
import { aliasedTable, and, asc, eq, exists, gt, inArray, ne, type SQL } from "drizzle-orm";
import { db, type Transaction } from "db";
import { columnless, journal, type JournalEntry, type User, users } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { may } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import { resourceOf, resources } from "~/core/resource/registry.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { type Act, actOnMany, RuleViolation } from "~/core/resource/act.server";
import { erased } from "~/core/resource/erase.server";
import { trySavepoint, changedSince } from "~/core/resource/bulk-outcome.server";
import { changedLabels, type FieldLabel, labelOf } from "~/core/fields/fields";
import { toReadable } from "./readable.server";
import { hrefOfAct, withdrawNotifications } from "./act-notifications.server";
import { reachesAll, whereEntriesUndoable } from "./visible-entries.server";
import { withUndone } from "~/core/resource/undo-records.server";

/** A journal entry with its undo state and the URL of its record, if that still exists. */
export type Entry = JournalEntry & {
  undo: "open" | "undone" | "overtaken" | "none";
  href?: string;
  /** Labels of the changed fields to display. */
  fields: Record<string, FieldLabel>;
  /** URL of the whole act, if it changed several records in the same way. */ act?: string;
  /** Names of the users referenced in the values, by id. */ people?: Record<string, string>;
};

/** An entry that cannot be undone, and why. */
export interface NotUndone {
  entry: JournalEntry;
  why: string;
}

/**
 * Result of an undo. `left` was skipped, or blocked the undo: then `others` counts the entries that could be undone
 * without it.
 */
export type UndoOutcome = { left: NotUndone[] } & (
  { ok: true; entries: JournalEntry[]; batch?: string } | { ok: false; message: string; others: number }
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
  const tally = { left: [] as NotUndone[], others: 0 };
  const done = await actOnMany(by, (tx, act) => undoEntries(tx, act, by, { batch, only, passingOver }, tally), {
    undoes: batch,
  });
  const { left, others } = tally;
  return done.ok
    ? { ok: true, entries: done.rows, left, batch: done.batch }
    : { ok: false, message: Object.values(done.errors).join(" "), left, others };
}

async function undoEntries(
  tx: Transaction,
  act: Act,
  me: Reader,
  { batch, only, passingOver }: UndoRequest,
  tally: { left: NotUndone[]; others: number },
): Promise<JournalEntry[]> {
  const seen = and(eq(journal.batch, batch), whereEntriesUndoable(me));
  const requestedEntries = await entriesWhere(tx, and(seen, only === undefined ? undefined : eq(journal.id, only)));
  if (requestedEntries.length === 0)
    throw new RuleViolation({ "": "There is nothing to undo: this change is not in the journal." });
  // A user who may undo an act undoes all of it: half of a merge would be neither one ticket nor two.
  const isOne = await isOneThing(tx, batch);
  const isWhole = only === undefined || isOne;
  const entries = isWhole ? await entriesWhere(tx, eq(journal.batch, batch)) : requestedEntries;
  if (isWhole) await refuseOthers(tx, me, entries, seen);
  const open = (await withUndone(entries, tx)).filter((entry) => !entry.undone).reverse();
  if (open.length === 0) throw new RuleViolation({ "": "This was undone already." });
  const left = await undoEach(tx, act, open, isOne || open.length === 1);
  const shown = new Set(
    (isWhole && only !== undefined ? await entriesWhere(tx, seen) : requestedEntries).map(({ id }) => id),
  );
  tally.left = left.filter(({ entry }) => shown.has(entry.id));
  tally.others = open.length - left.length;
  if (left.length > 0 && (!passingOver || tally.others === 0))
    throw new RuleViolation({ "": undoRefusal(left, tally.left[0], open.length) });
  if (isWhole && left.length === 0) await withdrawNotifications(tx, batch);
  const over = new Set(left.map(({ entry }) => entry.id));
  return open.filter(({ id }) => shown.has(id) && !over.has(id));
}

/** Undoing a whole act requires the permission to change everything in it. Throws `RuleViolation`. */
async function refuseOthers(tx: Transaction, me: Reader, entries: JournalEntry[], seen: SQL | undefined) {
  const doubtful = entries.filter(({ entity }) => !reachesAll(me, entity, "change"));
  if (doubtful.length === 0) return;
  const own = new Set((await entriesWhere(tx, seen)).map(({ id }) => id));
  if (doubtful.some(({ id }) => !own.has(id)))
    throw new RuleViolation({
      "": "This changed more than your access lets you change, so you cannot take it back. Ask somebody with more access.",
    });
}

/**
 * Undoes entries, newest first, and returns those that cannot be undone; throws a `RuleViolation` for the first of them
 * if they belong together.
 */
async function undoEach(tx: Transaction, act: Act, entries: JournalEntry[], isOne: boolean): Promise<NotUndone[]> {
  const left: NotUndone[] = [];
  for (const entry of entries) {
    const undo = () => undoEntry(tx, act, entry);
    const tried = isOne ? await undo() : await trySavepoint(tx, act, undo);
    if (tried && "why" in tried) left.push({ entry, why: tried.why });
    await yieldToEventLoop();
  }
  return left;
}

/** Whether all of them failed only because the records were changed since. */
export const wereChanged = (left: NotUndone[]) => left.every(({ entry, why }) => why === changedSince(entry.label));

function undoRefusal(left: NotUndone[], first: NotUndone | undefined, all: number): string {
  const some = `${formatNumber(left.length)} of the ${formatNumber(all)}`;
  if (wereChanged(left))
    return `Nothing was undone, because ${some} ${left.length === 1 ? "was" : "were"} changed again since.`;
  return `Nothing was undone, because ${some} cannot be taken back. ${first?.why ?? ""}`.trim();
}

/** Entries read per batch, as each contains the values of a record. */
const some = 250;

async function entriesWhere(tx: Transaction, where: SQL | undefined): Promise<JournalEntry[]> {
  const all: JournalEntry[] = [];
  for (let last = 0; ; last = all.at(-1)?.id ?? 0) {
    const found = await tx
      .select()
      .from(journal)
      .where(and(where, gt(journal.id, last)))
      .orderBy(asc(journal.id))
      .limit(some);
    all.push(...found);
    if (found.length < some) return all;
    await yieldToEventLoop();
  }
}

/** Undoes one entry. Throws `RuleViolation`. */
export async function undoEntry(tx: Transaction, act: Act, entry: JournalEntry): Promise<void> {
  const kind = resourceOf(entry.entity);
  if (entry.action === "sent") throw new RuleViolation({ "": "A mail that was sent cannot be called back." });
  if (!kind || entry.action === "security")
    throw new RuleViolation({ "": "Changes to sign-in and security cannot be undone." });
  if (hasErased(entry))
    throw new RuleViolation({ "": "This was about somebody who was erased since, so it cannot be undone." });
  await kind.undo(tx, act, entry);
}

/** Maximum entries of an act that touches several kinds of record; larger acts change records of one kind. */
const largestThing = 10_000;

/**
 * Whether an act touched several kinds of record, such as an order and its invoice; it can then only be undone as a
 * whole.
 */
export async function isOneThing(from: Pick<Transaction, "select">, batch: string): Promise<boolean> {
  const some = await from
    .select({ entity: journal.entity })
    .from(journal)
    .where(eq(journal.batch, batch))
    .limit(largestThing + 1);
  return some.length <= largestThing && new Set(some.map(({ entity }) => entity)).size > 1;
}

/**
 * Returns the entries for display, with their undo states for `viewer`. Runs two queries per kind among them and two
 * more, plus one if the viewer may not change all of them.
 */
export async function toEntries(entries: JournalEntry[], viewer?: Reader): Promise<Entry[]> {
  const among = await ofMany(entries);
  const people = await peopleIn(entries);
  const standing = new Map((await Promise.all(resources().map((kind) => kind.undoStates(entries, viewer)))).flat());
  const kept = await keptFrom(viewer, entries);
  return (await withUndone(entries, db)).map(({ undone, ...entry }) => ({
    ...entry,
    before: toReadable(entry.entity, entry.before),
    after: toReadable(entry.entity, entry.after),
    people: Object.fromEntries(idsIn(entry).flatMap((id) => (people.has(id) ? [[id, people.get(id) ?? ""]] : []))),
    fields: changedLabels(resourceOf(entry.entity)?.fields, entry),
    undo: undone ? "undone" : mayUndo(entry, kept.has(entry.id) ? "none" : standing.get(entry.id)),
    href: standing.has(entry.id) ? hrefFor(viewer, entry) : undefined,
    act: among.has(entry.id) ? hrefOfAct(entry.batch) : undefined,
  }));
}

/** Returns the ids of the entries that `viewer` may not undo. */
async function keptFrom(viewer: Reader | undefined, entries: JournalEntry[]): Promise<Set<number>> {
  const doubtful = viewer
    ? entries.filter(({ entity }) => !reachesAll(viewer, entity, "change")).map(({ id }) => id)
    : [];
  if (!viewer || doubtful.length === 0) return new Set();
  const own = await db
    .select({ id: journal.id })
    .from(journal)
    .where(and(inArray(journal.id, doubtful), whereEntriesUndoable(viewer)));
  return new Set(doubtful.filter((id) => !own.some((one) => one.id === id)));
}

/** Returns the URL of a record for `viewer`: users without access to the directory have a profile page of their own. */
const hrefFor = (viewer: Reader | undefined, { entity, recordId }: JournalEntry) =>
  entity === "users" && viewer && !may(viewer, "people.view") ? "/users/profile" : resourceOf(entity)?.href(recordId);

/** Returns the ids of users in an entry's values. */
const idsIn = ({ entity, before, after }: JournalEntry): number[] =>
  [before, after].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([field, value]) =>
      typeof value === "number" && labelOf(resourceOf(entity)?.fields, field).format === "person" ? value : [],
    ),
  );

async function peopleIn(entries: JournalEntry[]): Promise<Map<number, string>> {
  const ids = [...new Set(entries.flatMap(idsIn))];
  const found =
    ids.length === 0
      ? []
      : await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Returns the ids of entries whose act changed other records of the same kind. */
async function ofMany(entries: JournalEntry[]): Promise<Set<number>> {
  const other = aliasedTable(journal, "other");
  const alike = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.batch, journal.batch), eq(other.entity, journal.entity), ne(other.recordId, journal.recordId)));
  const found = await db
    .select({ id: journal.id })
    .from(journal)
    .where(
      and(
        inArray(
          journal.id,
          entries.map(({ id }) => id),
        ),
        exists(alike),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

/** Returns the undo state to display; "none" for security events, sent mails and erased records. */
function mayUndo(entry: JournalEntry, standing: Entry["undo"] = "none"): Entry["undo"] {
  return columnless.includes(entry.action) || !entry.after || hasErased(entry) || isSame(entry) ? "none" : standing;
}

/** Whether an entry only confirmed existing values, so that an undo would change nothing. */
const isSame = ({ before, after }: JournalEntry) => isDeepStrictEqual(before, after);

/** Whether an undo would need values of a person who was erased. Undoing a creation needs none. */
const hasErased = ({ action, before, after }: JournalEntry) =>
  action !== "created" && [before, after].some((values) => Object.values(values ?? {}).includes(erased));
