import { describe, expect, it } from "vitest";
import type { Snapshot } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { addOrder } from "~/testing/orders";
import { statusChoices } from "./effects";
import { orderResource } from "../orders.server";

testDatabase();

const at = new Date("2026-03-02T10:00:00Z");
const moved = (before: Snapshot, after: Snapshot) => ({ action: "changed" as const, at, before, after });

/** The description of each status choice for an order that had these statuses, oldest first. */
function effects(statuses: string, deliveredAt: Date | null = null) {
  const had = statuses.split(" > ");
  const entries = had
    .slice(1)
    .map((status, place) => moved({ status: had[place] ?? "" }, { status }))
    .reverse();
  const choices = statusChoices({ status: had.at(-1) ?? "", createdAt: at, deliveredAt }, entries);
  return Object.fromEntries(choices.map(({ value, description }) => [value, description]));
}

describe("the announced effect of a status", () => {
  it("is correct for a new order", () => {
    expect(effects("New")).toEqual({
      New: "As it is now.",
      Pending: "The next step.",
      Shipping: "Skips Pending.",
      Delivered: "Skips Pending and Shipping. Sets the delivery day.",
      Return: "Ends its progress.",
      Cancelled: "Ends its progress.",
    });
  });

  it("is a separate sentence for an unknown status: style sheets know seven", () => {
    expect(Object.values(effects("Lost"))).toHaveLength(7);
  });

  it("is correct for a delivered order, in any case", () => {
    expect(effects("New > Pending > shipping > delivered", at)).toEqual({
      New: "Goes back to this step. Clears the delivery day.",
      Pending: "Goes back to this step. Clears the delivery day.",
      Shipping: "Goes back to this step. Clears the delivery day.",
      Delivered: "As it is now.",
      Return: "Ends its progress. Keeps the delivery day.",
      Cancelled: "Ends its progress. Keeps the delivery day.",
    });
  });

  it("is correct for a returned order", () => {
    expect(effects("New > Delivered > Return", at)).toMatchObject({
      Pending: "Takes up its progress again. Clears the delivery day.",
      Delivered: "Takes up its progress again. Skips Pending and Shipping. Keeps the delivery day.",
      Cancelled: "Keeps the delivery day.",
    });
  });

  it("is correct for an earlier status of the order, and for a word of the user's own", () => {
    expect(effects("New > Pending > Shipping > New")).toMatchObject({
      Pending: "The next step.",
      Shipping: "Goes on to this step.",
    });
    const own = effects("New > on a shelf");
    expect(Object.entries(own)[0]).toEqual(["on a shelf", "As it is now."]);
    expect(own).toMatchObject({
      Cancelled: "Changes the status only.",
      Delivered: "Takes up its progress again. Skips Pending and Shipping. Sets the delivery day.",
    });
  });

  const statuses = ["New", "Pending", "Shipping", "Delivered", "Return", "Cancelled"];
  it.each(statuses.flatMap((from) => statuses.map((to) => [from, to] as const)))(
    "the announced effect of a status from %s to %s is what is done",
    async (from, to) => {
      const order = await addOrder({ status: "Delivered" });
      await orderResource.setStatus(cast.ada, [order.id], from);
      const before = (await orderResource.unrestricted.get(order.id)) ?? order;
      const said = statusChoices(before, []).find(({ value }) => value === to)?.description ?? "";
      await orderResource.setStatus(cast.ada, [order.id], to);
      const [was, is] = [before.deliveredAt, (await orderResource.unrestricted.get(order.id))?.deliveredAt];
      const done = from === to || (!was && !is) ? undefined : was && is ? "Keeps" : is ? "Sets" : "Clears";
      expect(/(\w+) the delivery day/.exec(said)?.[1]).toBe(done);
    },
  );
});
