/**
 * What every kind of record can do: be created, changed, put in the trash, restored, undone. Each act is one transaction
 * that also writes the journal, so that nothing changes without a trace and everything can be taken back.
 */
import { randomUUID } from "node:crypto";
import { setImmediate as breathe } from "node:timers/promises";
import { eq, getTableColumns, type InferInsertModel, type InferSelectModel } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Transaction, write } from "db";
import { formKeys, journal, type JournalEntry, type Json, type Snapshot } from "db/schema";

/** Who acts. The system itself has no id. */
export interface Actor {
  id: number | null;
  name: string;
}
export const system: Actor = { id: null, name: "Portico" };

type RecordTable = SQLiteTable & Record<"id" | "revision" | "deletedAt", AnySQLiteColumn>;
type RecordRow = { id: number | string; revision: number; deletedAt: Date | null };

/** Thrown inside a change to take it all back; reaches the person as messages by field ("" is the whole form). */
export class Refusal extends Error {
  constructor(readonly errors: Record<string, string>) {
    super(Object.values(errors).join(" "));
  }
}

class Stale extends Error {
  constructor(readonly theirs: unknown) {
    super("The record was changed meanwhile");
  }
}

/** What became of an act. `change` names it for undo; it is missing when nothing changed. */
export type Outcome<Row> =
  | { ok: true; row: Row; change?: string }
  | { ok: false; reason: "absent" }
  | { ok: false; reason: "stale"; theirs: Row }
  | { ok: false; reason: "refused"; errors: Record<string, string> };

/** The same for many records at once: all of them or none. */
export type ManyOutcome<Row> =
  | { ok: true; rows: Row[]; change?: string }
  | { ok: false; reason: "refused"; errors: Record<string, string> };

interface Rules<Row> {
  /** The name in the journal and in addresses, such as `users`. */
  entity: string;
  /** What the journal calls a record. */
  label(row: Row): string;
  /** Runs in the transaction before each change, undo and restore included. Throws `Refusal`. */
  check?(tx: Transaction, change: { before: Row | undefined; after: Row }): Promise<void>;
}

interface Act {
  by: Actor;
  batch: string;
  undoes?: string;
}

type Undo = (tx: Transaction, act: Act, entry: JournalEntry) => Promise<void>;
const undoers = new Map<string, Undo>();

/** The kinds of record there are. */
export const entities = () => [...undoers.keys()];

/** A kind of record. Making it also teaches the journal to undo it. */
export function records<Table extends RecordTable>(table: Table, rules: Rules<InferSelectModel<Table>>) {
  type Row = InferSelectModel<Table> & RecordRow;
  type Values = Partial<InferInsertModel<Table>>;
  type Id = Row["id"];
  const columns = getTableColumns(table);

  async function find(tx: Pick<Transaction, "select">, id: Id): Promise<Row | undefined> {
    // Drizzle cannot infer a row through a generic table; the row type is exactly this table's.
    const rows = (await tx.select().from(table as SQLiteTable).where(eq(table.id, id))) as unknown[];
    return rows[0] as Row | undefined;
  }

  async function apply(tx: Transaction, act: Act, before: Row, patch: Values): Promise<Row> {
    const was = snapshot(before);
    const becomes = snapshot(patch);
    const changed = Object.keys(becomes).filter((name) => !same(was[name], becomes[name]));
    if (changed.length === 0) return before;

    const after = { ...before, ...patch, revision: before.revision + 1 };
    await rules.check?.(tx, { before, after });
    await tx.update(table as SQLiteTable).set({ ...patch, revision: after.revision }).where(eq(table.id, before.id));
    const action = before.deletedAt === after.deletedAt ? "changed" : after.deletedAt ? "deleted" : "restored";
    await record(tx, act, { id: before.id, label: rules.label(after), action, before: pick(was, changed), after: pick(becomes, changed) });
    return after;
  }

  async function record(
    tx: Transaction,
    act: Act,
    entry: { id: Id; label: string } & Pick<JournalEntry, "action" | "before" | "after">,
  ) {
    await tx.insert(journal).values({
      batch: act.batch,
      undoes: act.undoes,
      byId: act.by.id,
      byName: act.by.name,
      entity: rules.entity,
      recordId: String(entry.id),
      label: entry.label,
      action: entry.action,
      before: entry.before,
      after: entry.after,
    });
  }

  async function create(tx: Transaction, by: Actor, values: InferInsertModel<Table>, key?: string): Promise<{ row: Row; change?: string }> {
    const earlier = key && (await tx.select().from(formKeys).where(eq(formKeys.key, key)))[0];
    if (earlier) {
      const row = await find(tx, recordId(earlier.recordId));
      if (row) return { row };
    }
    await rules.check?.(tx, { before: undefined, after: values as unknown as Row });
    const made = (await tx.insert(table).values(values).returning()) as unknown[];
    const row = made[0] as Row;
    const act = { by, batch: randomUUID() };
    await record(tx, act, { id: row.id, label: rules.label(row), action: "created", before: null, after: snapshot(row) });
    if (key) await tx.insert(formKeys).values({ key, entity: rules.entity, recordId: String(row.id) });
    return { row, change: act.batch };
  }

  async function change(tx: Transaction, by: Actor, id: Id, patch: Values, revision?: number) {
    const before = await find(tx, id);
    if (!before || before.deletedAt) return undefined;
    if (revision !== undefined && revision !== before.revision) throw new Stale(before);
    const act = { by, batch: randomUUID() };
    const row = await apply(tx, act, before, patch);
    return { row, change: row === before ? undefined : act.batch };
  }

  /** One transaction, yet others may read meanwhile: every few rows it lets go of the event loop. */
  async function applyToMany(tx: Transaction, act: Act, ids: Id[], patch: Values, trashed: boolean): Promise<Row[]> {
    const rows: Row[] = [];
    for (const [index, id] of ids.entries()) {
      const before = await find(tx, id);
      if (before && !!before.deletedAt === trashed) rows.push(await apply(tx, act, before, patch));
      if (index % 50 === 49) await breathe();
    }
    return rows;
  }

  const recordId = (text: string): Id => (columns.id?.dataType === "number" ? Number(text) : text);

  async function undo(tx: Transaction, act: Act, entry: JournalEntry) {
    const now = await find(tx, recordId(entry.recordId));
    if (!now) throw new Refusal({ "": `${entry.label} is gone for good.` });
    const created = entry.action === "created";
    const expected: Snapshot = created ? { deletedAt: null } : (entry.after ?? {});
    const current = snapshot(now);
    if (!Object.keys(expected).every((name) => same(current[name], expected[name]))) {
      throw new Refusal({ "": `${entry.label} was changed again since, so this can no longer be undone by itself.` });
    }
    await apply(tx, act, now, (created ? { deletedAt: new Date() } : revive(entry.before ?? {})) as Values);
  }

  function revive(values: Snapshot) {
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, columns[name]?.dataType === "date" && typeof value === "number" ? new Date(value) : value]),
    );
  }

  undoers.set(rules.entity, undo);

  return {
    /** Adds a record. With a one-time `key`, a second call answers the record that the first one made. */
    create: (by: Actor, values: InferInsertModel<Table>, key?: string): Promise<Outcome<Row>> =>
      outcome<Row>(() => write((tx) => create(tx, by, values, key))),

    /** Changes the named columns. With a `revision`, refuses to overwrite what someone else changed since. */
    change: (by: Actor, id: Id, patch: Values, revision?: number): Promise<Outcome<Row>> =>
      outcome<Row>(() => write((tx) => change(tx, by, id, patch, revision))),

    /** The same change to many records, in one act with one undo. Absent ones are passed over. */
    changeMany: (by: Actor, ids: Id[], patch: Values) => many(by, ids, patch, false),
    trash: (by: Actor, ids: Id[]) => many(by, ids, { deletedAt: new Date() } as Values, false),
    restore: (by: Actor, ids: Id[]) => many(by, ids, { deletedAt: null } as Values, true),
    /** For changes that are part of a larger transaction. Throws `Refusal`. */
    within: { create, change, find },
  };

  async function many(by: Actor, ids: Id[], patch: Values, trashed: boolean): Promise<ManyOutcome<Row>> {
    const act = { by, batch: randomUUID() };
    try {
      const rows = await write((tx) => applyToMany(tx, act, ids, patch, trashed));
      return { ok: true, rows, change: rows.length ? act.batch : undefined };
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, reason: "refused", errors: error.errors };
      throw error;
    }
  }
}

async function outcome<Row>(act: () => Promise<{ row: Row; change?: string } | undefined>): Promise<Outcome<Row>> {
  try {
    const done = await act();
    return done ? { ok: true, ...done } : { ok: false, reason: "absent" };
  } catch (error) {
    if (error instanceof Stale) return { ok: false, reason: "stale", theirs: error.theirs as Row };
    if (error instanceof Refusal) return { ok: false, reason: "refused", errors: error.errors };
    throw error;
  }
}

/** Takes back all of one act, or none of it. Undoing an undo does it again. */
export async function undoChange(by: Actor, batch: string): Promise<{ ok: true; entries: JournalEntry[]; change: string } | { ok: false; message: string }> {
  const act = { by, batch: randomUUID(), undoes: batch };
  try {
    const entries = await write((tx) => undoBatch(tx, act, batch));
    return { ok: true, entries, change: act.batch };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message };
    throw error;
  }
}

async function undoBatch(tx: Transaction, act: Act, batch: string) {
  const entries = await tx.select().from(journal).where(eq(journal.batch, batch));
  if (entries.length === 0) throw new Refusal({ "": "There is nothing to undo: this change is not in the journal." });
  for (const [index, entry] of entries.reverse().entries()) {
    const undo = undoers.get(entry.entity);
    if (!undo || entry.action === "security") throw new Refusal({ "": "Changes to sign-in and security cannot be undone." });
    await undo(tx, act, entry);
    if (index % 50 === 49) await breathe();
  }
  return entries;
}

/** Writes down a security act: that it happened, never a value. It has no undo. */
export async function recordSecurity(tx: Transaction, by: Actor, person: { id: number; name: string }, note: string) {
  await tx.insert(journal).values({
    batch: randomUUID(),
    byId: by.id,
    byName: by.name,
    entity: "users",
    recordId: String(person.id),
    label: person.name,
    action: "security",
    note,
  });
}

function snapshot(row: object): Snapshot {
  const entries = Object.entries(row).filter(([name, value]) => name !== "revision" && value !== undefined);
  return Object.fromEntries(entries.map(([name, value]) => [name, value instanceof Date ? value.getTime() : (value as Json)]));
}

const same = (one: Json | undefined, other: Json | undefined) => JSON.stringify(one) === JSON.stringify(other);
const pick = (values: Snapshot, names: string[]): Snapshot => Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
