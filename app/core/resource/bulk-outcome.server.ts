/** Changes many records individually: refused ones are skipped with the reason, and the others are changed. */
import { sql } from "drizzle-orm";
import { isDeepStrictEqual } from "node:util";
import { deferredSince, type Transaction } from "db";
import type { Snapshot } from "db/schema";
import { sameStatus, statusWord } from "~/core/values/status";
import { type Act, RuleViolation } from "~/core/resource/act.server";
import type { Id } from "./resource.server";
import { pick } from "~/core/resource/snapshot.server";

/**
 * An action on many records. With `backwards`, a status is also set on records that are further on already; `choice`
 * answers the question of the kind, see `ActionQuestion`.
 */
export type BulkAction = ({ act: "delete" | "restore" } | { act: "set"; status: string; backwards?: true }) & {
  choice?: string;
};

/** Outcome or preview of the action on one record. */
export interface BulkOutcome {
  id: Id;
  label: string;
  /** Subject of the record, if `label` holds only its number. */
  about?: string;
  href: string;
  /** A record that is `ahead` is further on already, and is not moved back. */
  outcome: "changed" | "same" | "refused" | "ahead";
  /** Why it was skipped, as a sentence. */
  why?: string;
  /** The changed columns, before and after. */
  before?: Snapshot;
  after?: Snapshot;
  /** Whether the action has to be chosen in more detail first, see `ActionQuestion`. */
  asks?: boolean;
  /** The amount of a record that changes, in cents, see `confirmedAmount`. */
  cents?: number;
  /** Whether it is left out although the preview said that it would change. */
  isOvertaken?: boolean;
}

/** A record that is left unchanged; the status is that of a record that is ahead. */
export type PassedOver = Pick<BulkOutcome, "label" | "outcome" | "why"> & { status?: string };

/** Returns the columns that an action sets. */
export function patchFor(what: BulkAction): Record<string, unknown> {
  if (what.act === "set") return { status: what.status };
  return { deletedAt: what.act === "delete" ? new Date() : null };
}

/**
 * Returns the outcome if an action would change nothing or the record is removed; undefined if it should be tried.
 */
export function unchangedOutcome(
  row: { deletedAt: Date | null; status?: unknown },
  what: BulkAction,
  removed = "in the trash",
): Pick<BulkOutcome, "outcome" | "why"> | undefined {
  if (what.act === "restore") return row.deletedAt ? undefined : { outcome: "same", why: `It is not ${removed}.` };
  if (row.deletedAt) return { outcome: what.act === "delete" ? "same" : "refused", why: `It is ${removed}.` };
  if (what.act === "set" && sameStatus(String(row.status), what.status))
    return { outcome: "same", why: `It is ${statusWord(what.status)} already.` };
  return undefined;
}

/** Error message if an entry cannot be undone because the record was changed since. */
export const changedSince = (label: string) =>
  `${label} was changed again since, so this can no longer be undone by itself.`;

/**
 * Runs a change in a savepoint. A refusal rolls it back, with its journal entries and deferred work, and returns the
 * reason.
 */
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

/** Returns the columns in which two snapshots differ, with both values. */
export function difference(was: Snapshot, is: Snapshot): Required<Pick<BulkOutcome, "before" | "after">> {
  const names = Object.keys(is).filter((name) => !isDeepStrictEqual(was[name], is[name]));
  return { before: pick(was, names), after: pick(is, names) };
}
