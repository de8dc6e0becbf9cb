import { describe, expect, it } from "vitest";
import type { Snapshot } from "db/schema";
import { orderStatuses } from "db/lookups";
import { progressOf } from "./progress";
import { orderStages } from "./stages";

const at = (hour: number) => new Date(Date.UTC(2026, 2, 2, hour));
const created = (status: string) => ({ action: "created" as const, at: at(0), before: null, after: { status } });
const changed = (hour: number, from: string, to: string, more: Snapshot = {}) => ({
  action: "changed" as const,
  at: at(hour),
  before: { status: from },
  after: { status: to, ...more },
});

/** Returns each step as text, such as "Pending done 2", for an order with these statuses, one hour apart. */
function steps(first: string, ...later: string[]) {
  const all = [first, ...later];
  const entries = [
    created(first),
    ...later.map((status, place) => changed(place + 1, all[place] ?? "", status)),
  ].reverse();
  return shown({ status: all.at(-1) ?? first, entries });
}

function shown({
  status,
  deliveredAt = null,
  entries,
}: {
  status: string;
  deliveredAt?: Date | null;
  entries: Parameters<typeof progressOf>[1];
}) {
  return progressOf({ status, createdAt: at(0), deliveredAt }, entries).map(({ status, state, at }) =>
    [status, state, at?.getUTCHours()].filter((part) => part !== undefined).join(" "),
  );
}

describe("the steps of an order", () => {
  it.each([
    ["New", ["New current 0", "Pending ahead", "Shipping ahead", "Delivered ahead"]],
    ["New Pending shipping", ["New done 0", "Pending done 1", "Shipping current 2", "Delivered ahead"]],
    ["new pending Shipping Delivered", ["New done 0", "Pending done 1", "Shipping done 2", "Delivered done 3"]],
    ["New Shipping", ["New done 0", "Pending skipped", "Shipping current 1", "Delivered ahead"]],
    ["Shipping", ["New skipped", "Pending skipped", "Shipping current 0", "Delivered ahead"]],
    ["New Pending Shipping Pending", ["New done 0", "Pending current 3", "Shipping ahead", "Delivered ahead"]],
    ["New Pending Cancelled", ["New done 0", "Pending done 1", "Cancelled end 2"]],
    ["New Delivered Return Cancelled", ["New done 0", "Delivered done 1", "Cancelled end 3"]],
    ["Cancelled", ["Cancelled end 0"]],
    ["New lost", ["New done 0", "lost end 1"]],
    ["New Cancelled New", ["New current 2", "Pending ahead", "Shipping ahead", "Delivered ahead"]],
  ])("the steps of an order that was %s", (statuses, expected) => {
    const [first = "", ...later] = statuses.split(" ");
    expect(steps(first, ...later)).toEqual(expected);
  });

  it("keep their own time after a later one is undone, and get the later one's after a redo", () => {
    const shipped = { ...changed(2, "Pending", "Shipping"), batch: "b" };
    const delivered = { ...changed(3, "Shipping", "Delivered"), batch: "c" };
    const undone = { ...changed(4, "Delivered", "Shipping"), batch: "d", undoes: "c" };
    const redone = { ...changed(5, "Shipping", "Delivered"), batch: "e", undoes: "d" };
    const before = [shipped, { ...changed(1, "New", "Pending"), batch: "a" }, created("New")];
    expect(shown({ status: "Shipping", entries: [undone, delivered, ...before] })).toEqual(
      steps("New", "Pending", "Shipping"),
    );
    expect(shown({ status: "Delivered", entries: [redone, undone, delivered, ...before] })).toEqual(
      steps("New", "Pending", "Shipping", "Delivered"),
    );
  });

  it("are shown as far as they are known without a journal", () => {
    expect(shown({ status: "Delivered", deliveredAt: at(9), entries: [] })).toEqual([
      "New skipped",
      "Pending skipped",
      "Shipping skipped",
      "Delivered done 9",
    ]);
  });

  it("are not changed by other updates", () => {
    const other = {
      action: "changed" as const,
      at: at(5),
      before: { discountAmount: 1 },
      after: { discountAmount: 2 },
    };
    expect(shown({ status: "Pending", entries: [other, changed(1, "New", "Pending"), created("New")] })[1]).toBe(
      "Pending current 1",
    );
  });
});

it("every status of the lookup list can be set, and Cancelled too", () => {
  expect(orderStages.map(({ value }) => value.toLowerCase()).sort()).toEqual(
    [...orderStatuses.map(({ value }) => value), "cancelled"].sort(),
  );
});
