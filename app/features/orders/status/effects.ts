/** The effects of a change of status: described here before it is saved, applied by `complete.server.ts`. */
import type { Order } from "db/schema";
import { sameStatus } from "~/core/values/status";
import { progressOf, type StatusEntry } from "./progress";
import { nextStep, orderStages, stepOf } from "./stages";

/**
 * Whether a status sets, clears or keeps the delivery date: delivery sets it, an earlier step clears it, and a return
 * keeps it.
 */
export function deliveryBy(status: string, deliveredAt: Date | null | undefined): "set" | "cleared" | "kept" {
  if (sameStatus(status, "Delivered")) return deliveredAt ? "kept" : "set";
  return stepOf(status) >= 0 ? "cleared" : "kept";
}

type Moved = Pick<Order, "status" | "createdAt" | "deliveredAt">;

/**
 * Returns all statuses with the effect of each; an unknown current status comes first. `entries` are the order's
 * journal entries, newest first.
 */
export function statusChoices(order: Moved, entries: StatusEntry[]) {
  const isOurs = orderStages.some(({ value }) => sameStatus(value, order.status));
  const stages = isOurs ? orderStages : [{ value: order.status, title: order.status }, ...orderStages];
  return stages.map(({ value, title }) => ({
    value,
    title,
    description: sameStatus(value, order.status) ? "As it is now." : effectOf(value, order, entries),
  }));
}

function effectOf(status: string, order: Moved, entries: StatusEntry[]): string {
  const delivery = deliveryBy(status, order.deliveredAt);
  const sentences = [
    progressBy(status, order, entries),
    (order.deliveredAt || delivery === "set") && deliverySentences[delivery],
  ];
  return sentences.filter(Boolean).join(" ") || "Changes the status only.";
}

const deliverySentences = {
  set: "Sets the delivery day.",
  cleared: "Clears the delivery day.",
  kept: "Keeps the delivery day.",
};

const listFormat = new Intl.ListFormat("en-GB");

/** Describes how a status changes the progress steps at the top of the order's page. */
function progressBy(status: string, order: Moved, entries: StatusEntry[]): string {
  const [from, to] = [stepOf(order.status), stepOf(status)];
  if (to < 0) return from < 0 ? "" : "Ends its progress.";
  const change: StatusEntry = {
    action: "changed",
    at: new Date(),
    before: { status: order.status },
    after: { status },
  };
  const skipped = (steps: ReturnType<typeof progressOf>) =>
    steps.flatMap((step) => (step.state === "skipped" ? step.status : []));
  const before = skipped(progressOf(order, entries));
  const passed = skipped(progressOf({ ...order, status }, [change, ...entries])).filter(
    (step) => !before.includes(step),
  );
  const skips = passed.length > 0 && `Skips ${listFormat.format(passed)}.`;
  if (from < 0) return ["Takes up its progress again.", skips].filter(Boolean).join(" ");
  if (to < from) return "Goes back to this step.";
  return skips || (nextStep(order.status) === status ? "The next step." : "Goes on to this step.");
}
