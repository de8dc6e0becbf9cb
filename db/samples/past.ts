/** Journal entries of the sample. */
import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Transaction } from "..";
import { journal, type Json, type Snapshot } from "../schema";
import { demo } from "./users";

/** A change of a record. */
export interface Step {
  at: Date;
  /** The changed columns before and after. */
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  reason?: string;
  /** The user who made the change; the demo user by default. */
  by?: Doer;
}

interface Doer {
  id: number;
  name: string;
}

export type NewEntry = typeof journal.$inferInsert & { at: Date };

interface Kind {
  table: SQLiteTable;
  entity: string;
  label: string;
  /** Columns that the journal omits. */
  secret?: string[];
  /** The user who created the record; the system by default. */
  by?: Doer;
}

/**
 * Inserts a row in its current state. Returns journal entries for its creation and each step, as if users had made
 * them.
 */
export async function addWithPast(
  tx: Transaction,
  { table, entity, label, secret = [], by }: Kind,
  values: object,
  steps: Step[] = [],
): Promise<NewEntry[]> {
  const rows: Record<string, unknown>[] = await tx
    .insert(table)
    .values({ ...values, revision: steps.length + 1 })
    .returning();
  const row = Object.fromEntries(
    Object.entries(rows[0] ?? {}).filter(([name]) => name !== "revision" && !secret.includes(name)),
  );
  const first = steps.reduceRight((state, { before }) => ({ ...state, ...before }), row);
  const common = { entity, recordId: String(row.id), label };
  const creation = {
    ...common,
    batch: randomUUID(),
    at: row.createdAt as Date,
    byId: by?.id,
    byName: by?.name ?? "Portico",
    action: "created" as const,
    after: snapshot(first),
  };
  return [creation, ...steps.map((step) => ({ ...common, ...changeOf(step) }))];
}

function changeOf({ at, before, after, reason, by = demo }: Step) {
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(after[name], before[name]));
  const those = (state: Record<string, unknown>) =>
    snapshot(Object.fromEntries(changed.map((name) => [name, state[name]])));
  return {
    batch: randomUUID(),
    at,
    byId: by.id,
    byName: by.name,
    action: "changed" as const,
    before: those(before),
    after: those(after),
    note: reason,
  };
}

/** Inserts journal entries in chronological order. */
export async function writePast(tx: Transaction, entries: NewEntry[]) {
  for (const entry of entries.toSorted((one, other) => one.at.getTime() - other.at.getTime()))
    await tx.insert(journal).values(entry);
}

/** Converts times to milliseconds since 1970, as the journal stores them. */
const snapshot = (row: Record<string, unknown>): Snapshot =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? value.getTime() : ((value ?? null) as Json),
    ]),
  );
