/** The progress of an order and the time of each step, from its journal. */
import type { JournalEntry, Order } from "db/schema";
import { sameStatus } from "~/core/values/status";
import { stepOf, steps } from "./stages";

export type StatusEntry = Pick<JournalEntry, "action" | "at" | "before" | "after"> &
  Partial<Pick<JournalEntry, "batch" | "undoes">>;

export interface Step {
  status: string;
  /** When the order last reached this step. */
  at?: Date;
  /** A step that was passed over is `skipped`; a final status outside the regular steps is the `end`. */
  state: "done" | "current" | "skipped" | "ahead" | "end";
}

/**
 * Returns the steps of an order; if it left the regular steps, those it reached and its final status. `entries` are
 * its journal entries, newest first.
 */
export function progressOf(order: Pick<Order, "status" | "createdAt" | "deliveredAt">, entries: StatusEntry[]): Step[] {
  const past = statusesOf(order, entries);
  const came = (status: string) => past.findLast((had) => sameStatus(had.status, status))?.at;
  const now = stepOf(order.status);
  if (now < 0) {
    const last = stepOf(past.findLast(({ status }) => stepOf(status) >= 0)?.status ?? "");
    const passed = steps
      .slice(0, last + 1)
      .flatMap((status): Step[] => (came(status) ? [{ status, at: came(status), state: "done" }] : []));
    return [...passed, { status: order.status, at: past.at(-1)?.at, state: "end" }];
  }
  return steps.map((status, step) => {
    if (step > now) return { status, state: "ahead" };
    const at = (status === "Delivered" && order.deliveredAt) || came(status);
    if (!at) return { status, state: "skipped" };
    return { status, at, state: step < now || status === "Delivered" ? "done" : "current" };
  });
}

/** The statuses that an order has had, oldest first; without those that were taken back. */
function statusesOf({ status, createdAt }: Pick<Order, "status" | "createdAt">, entries: StatusEntry[]) {
  const changes = entriesInEffect(entries)
    .filter(({ action, after }) => action !== "created" && after?.status !== undefined)
    .reverse();
  const first = String(changes[0]?.before?.status ?? status);
  return [{ status: first, at: createdAt }, ...changes.map(({ after, at }) => ({ status: String(after?.status), at }))];
}

/** Returns the entries in effect, newest first: without undos, and without what an undo reverted. */
function entriesInEffect(entries: StatusEntry[]): StatusEntry[] {
  const undone = new Set<string>();
  return entries.filter(({ batch = "", undoes }) => {
    if (undone.has(batch)) return false;
    if (undoes) undone.add(undoes);
    return !undoes;
  });
}
