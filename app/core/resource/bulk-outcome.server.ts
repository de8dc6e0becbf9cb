/**
 * The same done to many records, each for itself: what is refused is passed over with the reason, and the others are
 * done.
 */
import { sql } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import { deferredSince, type Transaction } from "db";
import type { Snapshot } from "db/schema";
import { sameStatus, statusWord } from "~/core/values/status";
import { type Act, RuleViolation } from "~/core/resource/act.server";
import { pick } from "~/core/resource/snapshot.server";

/** What can be done to many records at once. */
export type BulkAction = { act: "delete" | "restore" } | { act: "set"; status: string };

/** What became of one of them, or would. */
export interface BulkOutcome {
  label: string;
  href: string;
  outcome: "changed" | "same" | "refused";
  /** Why it was passed over, as a sentence. */
  why?: string;
  /** The changed columns as they were, and as they became. */
  before?: Snapshot;
  after?: Snapshot;
}

/** One that stays as it is. */
export type PassedOver = Pick<BulkOutcome, "label" | "outcome" | "why">;

/** The columns that an act sets. */
export function patchFor(what: BulkAction): Record<string, unknown> {
  if (what.act === "set") return { status: what.status };
  return { deletedAt: what.act === "delete" ? new Date() : null };
}

/** Whether an act says nothing new about a record, or is not for one in the trash; nothing where it is to be tried. */
export function unchangedOutcome(
  row: { deletedAt: Date | null; status?: unknown },
  what: BulkAction,
): Pick<BulkOutcome, "outcome" | "why"> | undefined {
  if (what.act === "restore") return row.deletedAt ? undefined : { outcome: "same", why: "It is not in the trash." };
  if (row.deletedAt) return { outcome: what.act === "delete" ? "same" : "refused", why: "It is in the trash." };
  if (what.act === "set" && sameStatus(String(row.status), what.status))
    return { outcome: "same", why: `It is ${statusWord(what.status)} already.` };
  return undefined;
}

/** Why an entry of the journal is not taken back where its record was changed after it. */
export const changedSince = (label: string) =>
  `${label} was changed again since, so this can no longer be undone by itself.`;

/** Does something to one of many. What is refused leaves nothing of itself behind, and answers why. */
export async function trySavepoint<Row>(
  tx: Transaction,
  act: Act,
  change: () => Promise<Row>,
): Promise<{ row: Row } | { why: string }> {
  const { entries } = act;
  const settled = act.atEnd.size;
  const forgetPutOff = deferredSince();
  tx.run(sql`savepoint one_of_many`);
  try {
    const row = await change();
    tx.run(sql`release one_of_many`);
    return { row };
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    tx.run(sql`rollback to one_of_many`);
    tx.run(sql`release one_of_many`);
    act.entries = entries;
    for (const name of [...act.atEnd.keys()].slice(settled)) act.atEnd.delete(name);
    forgetPutOff();
    return { why: error.errors[""] ?? error.message };
  }
}

/** The columns in which two states of a record differ, as both have them. */
export function difference(was: Snapshot, is: Snapshot): Required<Pick<BulkOutcome, "before" | "after">> {
  const names = Object.keys(is).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  return { before: pick(was, names), after: pick(is, names) };
}
