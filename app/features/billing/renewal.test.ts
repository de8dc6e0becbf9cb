/** Tests renewals, the cards that they need, and their receipts. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { write } from "db";
import type { Subscription } from "db/schema";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { log } from "~/core/process/log.server";
import {
  business,
  byAda,
  card,
  charged,
  choose,
  later,
  startThatDay,
  starter,
  team,
  till,
  totals,
} from "~/testing/billing";
import { cast, testDatabase } from "~/testing/database";
import { post, run, toast } from "~/testing/requests";
import { changePlan } from "./change.server";
import { action as payAgain } from "./pay-again";
import { makeDefault, removeCard } from "./cards/payment-methods.server";
import { loader as overview } from "./plan-billing";
import { loader as receipt } from "./receipt";
import { renewDue } from "./renewal.server";
import { currentSubscription, saveSubscription } from "./subscription.server";

testDatabase();
startThatDay();

const { ada } = cast;

describe("a renewal of the subscription", () => {
  beforeEach(async () => {
    await card();
    await choose(team);
  });
  const shown = async () =>
    (await run<{ declined?: { total: number } }>(overview, await byAda("/settings/plan-billing"))).data.declined;

  it("is done by maintenance, not before the period has ended, and once", async () => {
    later(29.9);
    expect(await runMaintenance()).toContain("Began 0 periods of the subscription.");
    later(30);
    expect(await runMaintenance()).toContain("Began 1 period of the subscription.");
    expect(await runMaintenance()).toContain("Began 0 periods of the subscription.");
    expect(await totals()).toEqual([
      [29_00, "recorded"],
      [29_00, "recorded"],
    ]);
  });

  it("charges missed periods one by one", async () => {
    later(100);
    const { asked, by } = till();
    expect(await renewDue(by)).toEqual({ began: 3 });
    const periods = (await charged())
      .slice(1)
      .map(({ periodStart, periodEnd }) => [periodStart, periodEnd].map((moment) => moment.toISOString().slice(0, 10)));
    expect(periods).toEqual([
      ["2026-12-01", "2027-01-01"],
      ["2027-01-01", "2027-02-01"],
      ["2027-02-01", "2027-03-01"],
    ]);
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(3);
  });

  it("started by two instances at the same time is charged once", async () => {
    later(30);
    const { asked, by } = till();
    await Promise.all([renewDue(by), renewDue(by)]);
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(1);
    expect(await totals()).toEqual([
      [29_00, "recorded"],
      [29_00, "recorded"],
    ]);
    expect(await currentSubscription()).toMatchObject({ periodEnd: new Date("2027-01-01T00:00Z") });
  });

  it("is paid from the credit first", async () => {
    await write((tx) => saveSubscription(tx, { credit: 40_00 }));
    later(61);
    await renewDue();
    expect((await charged()).slice(1).map(({ total, method }) => [total, method])).toEqual([
      [0, ""],
      [18_00, "Visa ending in 4242"],
    ]);
    expect(await currentSubscription()).toMatchObject({ credit: 0 });
  });

  it("a renewal of the subscription that is declined is recorded, shown on the page, and tried again a day later", async () => {
    const { asked, by } = till();
    by.refuses = "No.";
    later(30);
    expect(await renewDue(by)).toEqual({ began: 0, owed: "No. It is tried again in a day." });
    expect(await shown()).toMatchObject({ total: 29_00 });
    expect(await currentSubscription()).toMatchObject({ plan: "team", periodEnd: new Date("2026-12-01T00:00Z") });
    later(30.9);
    expect(await renewDue(by)).toMatchObject({ began: 0, owed: expect.any(String) as string });
    expect(asked).toHaveLength(1);
    later(31);
    await renewDue(by);
    expect(asked).toHaveLength(2);
    by.refuses = undefined;
    later(32);
    expect(await renewDue(by)).toEqual({ began: 1 });
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(3);
    expect(await totals()).toEqual([
      [29_00, "recorded"],
      [29_00, "declined"],
      [29_00, "declined"],
      [29_00, "recorded"],
    ]);
    expect(await shown()).toBeUndefined();
    expect(await currentSubscription()).toMatchObject({ periodStart: new Date("2026-12-01T00:00Z") });
  });

  it("a renewal of the subscription without an answer of the processor is logged, and tried again with the same reference", async () => {
    const { asked, by } = till();
    by.down = true;
    later(30);
    const logged = vi.spyOn(log, "error");
    expect(await renewDue(by)).toMatchObject({ began: 0, owed: expect.stringContaining("did not answer") as string });
    expect(logged).toHaveBeenCalledOnce();
    expect(await choose(business, by)).toMatchObject({
      ok: false,
      why: expect.stringContaining("not paid yet") as string,
    });
    expect(await totals()).toEqual([[29_00, "recorded"]]);
    by.down = false;
    expect(await renewDue(by)).toEqual({ began: 1 });
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(1);
    expect(await totals()).toEqual([
      [29_00, "recorded"],
      [29_00, "recorded"],
    ]);
  });

  it("a renewal of the subscription with an expired card is declined without a request, and can be tried again immediately with another one", async () => {
    vi.setSystemTime(new Date("2028-12-15T00:00Z"));
    await renewDue();
    vi.setSystemTime(new Date("2029-01-15T00:00Z"));
    const { asked, by } = till();
    expect(await renewDue(by)).toMatchObject({
      owed: "Visa ending in 4242 has expired. Add another card. It is tried again in a day.",
    });
    expect(asked).toEqual([]);
    const sorry = await run(payAgain, await byAda(post("/settings/plan-billing/pay")));
    expect(toast(sorry)).toContain("has expired");
    await card({ lastFour: "1881", expiryYear: 2032, asDefault: true });
    const paid = await run(payAgain, await byAda(post("/settings/plan-billing/pay")));
    expect([paid.location, toast(paid)]).toEqual(["/settings/plan-billing", expect.stringContaining("was recorded")]);
    expect(toast(await run(payAgain, await byAda(post("/settings/plan-billing/pay"))))).toContain("Nothing is owed");
  });

  it("a renewal of the subscription that is owed blocks larger plans, but not a cancellation", async () => {
    const { by } = till();
    by.refuses = "No.";
    later(40);
    await renewDue(by);
    expect(await choose(business, by)).toMatchObject({
      ok: false,
      why: "The last charge was declined. Pay it first, then change the plan.",
    });
    expect(await choose(starter, by)).toEqual({ ok: true, said: "The plan is Starter" });
    expect(await shown()).toBeUndefined();
  });

  it("comes before a change that is confirmed after the period has ended, which is shown again", async () => {
    later(30);
    const { revision } = await currentSubscription();
    expect(await changePlan(ada, business, { revision, at: new Date() })).toMatchObject({ ok: false, status: 409 });
    expect(await totals()).toEqual([
      [29_00, "recorded"],
      [29_00, "recorded"],
    ]);
  });
});

describe("the only card of a paid plan", () => {
  it("cannot be removed until the plan becomes free; another one replaces it as the default", async () => {
    const first = await card();
    await choose(team);
    expect(await removeCard(ada, first.id)).toMatchObject({ ok: false, reason: "refused" });
    const second = await card({ lastFour: "1881" });
    expect(second.isDefault).toBe(false);
    expect(await removeCard(ada, first.id)).toMatchObject({ ok: true });
    await choose(starter);
    expect(await makeDefault(ada, second.id)).toMatchObject({ ok: true, row: { isDefault: true } });
    expect(await removeCard(ada, second.id)).toMatchObject({ ok: true });
  });
});

it("a receipt names its recipient of that day, whatever the address becomes", async () => {
  await card();
  const address: Partial<Subscription> = {
    billingName: "Ada & Co",
    billingAddress: "1 Quay\nOslo",
    billingCountry: "Norway",
    taxId: "NO 1",
    billingEmail: "bills@example.com",
  };
  await write((tx) => saveSubscription(tx, address));
  await choose(team);
  await write((tx) => saveSubscription(tx, { billingName: "Somebody else" }));
  const answer = await run<{ charge: { billedTo: string } }>(receipt, await byAda("/"), { id: "1" });
  expect(answer.data.charge.billedTo).toBe("Ada & Co\n1 Quay\nOslo\nNorway\nTax ID NO 1\nbills@example.com");
});
