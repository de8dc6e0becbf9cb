import { randomUUID } from "node:crypto";
import { asc } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { charges, journal, sessions, type Subscription, type User, users } from "db/schema";
import { runMaintenance } from "~/jobs/maintenance.server";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { post, run, signedIn, toast } from "~/testing/requests";
import { action as change, loader as offer } from "./change-plan";
import { changePlan } from "./change.server";
import { type ChargeRequest, type Processor, recordOnly } from "./billing.server";
import { action as payAgain } from "./pay-again";
import { addCard, makeDefault, removeCard } from "./payment-methods.server";
import { loader as overview } from "./plan-billing";
import type { Choice } from "./plans";
import { loader as receipt } from "./receipt";
import { renewDue } from "./renewal.server";
import { currentSubscription, saveSubscription } from "./subscription.server";

testDatabase();

const start = new Date("2026-11-01T00:00:00Z");
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: start }));
afterEach(() => void vi.useRealTimers());

const { ada, ben } = cast;
const day = 86_400_000;
const later = (days: number) => vi.setSystemTime(start.getTime() + days * day);
const team: Choice = { plan: "team", cycle: "monthly" };
const business: Choice = { plan: "business", cycle: "monthly" };
const starter: Choice = { plan: "starter", cycle: "monthly" };

/** Another processor: it keeps what it was asked for, and declines while `refuses` says why. */
function till() {
  const asked: ChargeRequest[] = [];
  const by: Processor & { refuses?: string } = {
    charge(request) {
      asked.push(request);
      return Promise.resolve(by.refuses ? { status: "declined", why: by.refuses } : { status: "recorded" });
    },
  };
  return { asked, by };
}

const visa = { brand: "Visa", lastFour: "4242", expiryMonth: 12, expiryYear: 2028, holder: "Ada Active", asDefault: false };

async function card(values: Partial<typeof visa> = {}) {
  const added = await addCard(ada, { ...visa, ...values }, randomUUID());
  if (!added.ok) throw new Error("The card was not added");
  return added.row;
}

/** A request of Ada's, in a session of this day: the database has its own clock, which no test can turn. */
async function byAda(request: Request | string) {
  const asked = await signedIn(request, ada);
  await write(async (tx) => void (await tx.update(sessions).set({ createdAt: new Date(), lastSeenAt: new Date() })));
  return asked;
}

/** What somebody does who reads the page and confirms. */
async function choose(choice: Choice, by: Processor = recordOnly, me: User = ada) {
  return changePlan(me, choice, { revision: (await currentSubscription()).revision, at: new Date() }, by);
}
const charged = () => db.select().from(charges).orderBy(asc(charges.id));
const totals = async () => (await charged()).map(({ total, status }) => [total, status]);
const acts = async () => (await db.select().from(journal).orderBy(asc(journal.id))).map(({ byName, action, note }) => `${byName} ${action}: ${note}`);

describe("a change of plan", () => {
  it("is charged to the default card, has a receipt, and is told in the activity", async () => {
    await card();
    const { asked, by } = till();
    expect(await choose(team, by)).toEqual({ ok: true, said: "The plan is Team, monthly" });
    expect(asked).toMatchObject([{ amount: 29_00, currency: "USD", text: "Portico Team, monthly", method: { lastFour: "4242" } }]);
    expect(await currentSubscription()).toMatchObject({ plan: "team", cycle: "monthly", periodStart: start, periodEnd: new Date("2026-12-01T00:00Z"), revision: 2 });
    expect(await charged()).toMatchObject([{ total: 29_00, status: "recorded", method: "Visa ending in 4242", lines: [{ text: "Team, monthly", amount: 29_00 }], at: start }]);
    expect(await acts()).toEqual(["Ada Active security: added a payment card", "Ada Active security: changed the plan from Starter to Team, monthly"]);
  });

  it("to a larger one is charged for what is left of the period, as the page said, although time went on", async () => {
    await card();
    await choose(team);
    later(15);
    const shown = (await run<{ offer: { due: number }; seen: { revision: number; at: number } }>(offer, await byAda("/settings/plan-billing/change?plan=business"))).data;
    expect(shown.offer.due).toBe(25_00);
    vi.setSystemTime(Date.now() + 29 * 60_000);
    const sent = { revision: String(shown.seen.revision), at: String(shown.seen.at) };
    const answer = await run(change, await byAda(post("/settings/plan-billing/change?plan=business", sent)));
    expect([answer.status, answer.location]).toEqual([303, "/settings/plan-billing"]);
    expect(await totals()).toEqual([[29_00, "recorded"], [25_00, "recorded"]]);
  });

  it("that is confirmed half an hour after it was shown is shown anew, and so is one for a moment that is none of this period", async () => {
    await card();
    await choose(team);
    later(10);
    const { revision } = await currentSubscription();
    for (const at of [Date.now() - 30 * 60_000 - 1, Date.now() + 1, start.getTime() - 1, 0]) {
      expect(await changePlan(ada, business, { revision, at: new Date(at) })).toMatchObject({ ok: false, status: 409 });
    }
    expect(await totals()).toHaveLength(1);
  });

  it("that is sent twice is charged once, one after the other or at the same time", async () => {
    await card();
    const { asked, by } = till();
    const seen = { revision: 1, at: start };
    const both = await Promise.all([changePlan(ada, team, seen, by), changePlan(ada, team, seen, by)]);
    expect(await changePlan(ada, team, seen, by)).toEqual({ ok: true, said: "The plan is Team, monthly" });
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(1); // which is what a processor charges once
    expect(await totals()).toEqual([[29_00, "recorded"]]);
    expect(await acts()).toHaveLength(2);
  });

  it("changes nothing when somebody else has changed it meanwhile, and says so", async () => {
    await card();
    const seen = { revision: 1, at: start };
    await choose(team, recordOnly, ben);
    expect(await changePlan(ada, business, seen)).toMatchObject({ ok: false, status: 409, why: expect.stringContaining("changed meanwhile") as string });
    expect(await totals()).toHaveLength(1);
    const sent = { revision: "1", at: String(start.getTime()) };
    const answer = await run<{ form: { errors: Record<string, string> } }>(change, await byAda(post("/settings/plan-billing/change?plan=business", sent)));
    expect([answer.status, answer.data.form.errors[""]]).toEqual([409, expect.stringContaining("changed meanwhile")]);
  });

  it("that was charged while somebody else changed the plan keeps the money as credit", async () => {
    await card();
    const slow: Processor = {
      async charge(request) {
        if (request.amount === 79_00) await choose(team); // in the moment that the processor takes
        return { status: "recorded" };
      },
    };
    expect(await choose(business, slow)).toMatchObject({ ok: false, status: 409, why: expect.stringContaining("kept as credit") as string });
    expect(await currentSubscription()).toMatchObject({ plan: "team", credit: 79_00 });
    expect(await totals()).toEqual([[29_00, "recorded"], [79_00, "recorded"]]);
  });

  it("that is declined changes nothing, is written down, and may be tried again under another reference", async () => {
    await card();
    const { asked, by } = till();
    by.refuses = "The card has no funds left.";
    expect(await choose(team, by)).toEqual({ ok: false, status: 400, why: "The card has no funds left. The plan is as it was, and nothing was charged." });
    expect(await currentSubscription()).toMatchObject({ plan: "starter", revision: 1 });
    by.refuses = undefined;
    expect(await choose(team, by)).toMatchObject({ ok: true });
    expect(await totals()).toEqual([[29_00, "declined"], [29_00, "recorded"]]);
    expect(asked[0]?.reference).not.toBe(asked[1]?.reference);
    const [declined] = await charged();
    expect((await run(receipt, await byAda("/"), { id: String(declined?.id) })).status).toBe(404);
  });

  it("that fails at the processor leaves everything as it was", async () => {
    await card();
    const broken: Processor = { charge: () => Promise.reject(new Error("no answer")) };
    await expect(choose(team, broken)).rejects.toThrow("no answer");
    expect(await currentSubscription()).toMatchObject({ plan: "starter" });
    expect(await charged()).toEqual([]);
  });

  it("says in a sentence that the disk is full", async () => {
    await card();
    await write((tx) => saveSubscription(tx, { billingAddress: "x".repeat(200_000) })); // more than the file has room for by chance
    await fillDisk();
    expect(await choose(team)).toMatchObject({ ok: false, status: 503, why: expect.stringContaining("disk is full") as string });
  });

  it("needs a card that has not expired", async () => {
    expect(await choose(team)).toEqual({ ok: false, status: 400, why: "There is no card to charge. Add one first." });
    await card({ expiryMonth: 10, expiryYear: 2026 });
    expect(await choose(team)).toEqual({ ok: false, status: 400, why: "The default card has expired. Add another one first." });
    await card({ expiryMonth: 11, expiryYear: 2026, asDefault: true }); // good until this month is over
    expect(await choose(team)).toMatchObject({ ok: true });
  });

  it("to a plan that is too small for what is used is refused with the numbers", async () => {
    await card();
    await choose(team);
    await write(async (tx) => void (await tx.insert(users).values(Array.from({ length: 19 }, (_, n) => ({ ...cast.dan, id: 100 + n, email: `${n}@example.com` })))));
    expect(await choose(starter)).toEqual({ ok: false, status: 400, why: "Starter is for at most 20 active people, and there are 22. Choose a larger plan, or make room first." });
    expect(await choose(business)).toMatchObject({ ok: true });
  });

  it("to no plan that there is is not found", async () => {
    for (const plan of ["gold", "", "toString"]) expect((await run(offer, await byAda(`/settings/plan-billing/change?plan=${plan}`))).status).toBe(404);
    expect((await run(change, await byAda(post("/settings/plan-billing/change?plan=gold")))).status).toBe(404);
    expect((await run(offer, await byAda("/settings/plan-billing/change"))).location).toBe("/settings/plan-billing");
  });

  it("refuses what is no moment, and a form without one", async () => {
    await card();
    for (const sent of [{ revision: "1", at: "soon" }, { revision: "1" }, { at: String(start.getTime()) }]) {
      const answer = await run(change, await byAda(post("/settings/plan-billing/change?plan=team", sent as Record<string, string>)));
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(await charged()).toEqual([]);
  });
});

describe("a smaller plan", () => {
  beforeEach(async () => {
    await card();
    await choose(business);
  });

  it("begins when the period ends, and can be taken back until then", async () => {
    expect(await choose(team)).toEqual({ ok: true, said: "The plan will be Team, monthly when the period ends" });
    expect(await currentSubscription()).toMatchObject({ plan: "business", nextPlan: "team", nextCycle: "monthly" });
    later(10);
    expect(await choose(business)).toEqual({ ok: true, said: "The plan is Business, monthly" });
    expect(await currentSubscription()).toMatchObject({ plan: "business", nextPlan: null, nextCycle: null });
    expect(await totals()).toEqual([[79_00, "recorded"]]);
    expect((await acts()).slice(2)).toEqual([
      "Ada Active security: changed the plan from Business, monthly to Team, monthly, from the end of its period",
      "Ada Active security: kept the plan Business, monthly",
    ]);
  });

  it("is what the renewal charges", async () => {
    await choose({ plan: "team", cycle: "yearly" });
    later(30);
    expect(await renewDue()).toEqual({ began: 1 });
    expect(await currentSubscription()).toMatchObject({ plan: "team", cycle: "yearly", nextPlan: null, periodEnd: new Date("2027-12-01T00:00Z") });
    expect((await totals())[1]).toEqual([290_00, "recorded"]);
  });

  it("that is free charges nothing any more, and asks for no card", async () => {
    await choose(starter);
    later(90);
    expect(await renewDue()).toEqual({ began: 1 });
    expect(await renewDue()).toEqual({ began: 0 });
    expect(await currentSubscription()).toMatchObject({ plan: "starter", cycle: "monthly", nextPlan: null });
    expect(await totals()).toHaveLength(1);
  });

  it("gives way to a larger one that is chosen meanwhile", async () => {
    await choose(team);
    await choose({ plan: "business", cycle: "yearly" });
    expect(await currentSubscription()).toMatchObject({ plan: "business", cycle: "yearly", nextPlan: null, nextCycle: null });
  });
});

describe("a renewal", () => {
  beforeEach(async () => {
    await card();
    await choose(team);
  });
  const shown = async () => (await run<{ declined?: { total: number } }>(overview, await byAda("/settings/plan-billing"))).data.declined;

  it("is done by maintenance, not before the period has ended, and once", async () => {
    later(29.9);
    expect(await runMaintenance()).toContain("Began 0 periods of the subscription.");
    later(30);
    expect(await runMaintenance()).toContain("Began 1 period of the subscription.");
    expect(await runMaintenance()).toContain("Began 0 periods of the subscription.");
    expect(await totals()).toEqual([[29_00, "recorded"], [29_00, "recorded"]]);
  });

  it("makes up for periods that were missed, one by one, each with its own charge", async () => {
    later(100);
    const { asked, by } = till();
    expect(await renewDue(by)).toEqual({ began: 3 });
    const periods = (await charged()).slice(1).map(({ periodStart, periodEnd }) => [periodStart, periodEnd].map((moment) => moment.toISOString().slice(0, 10)));
    expect(periods).toEqual([["2026-12-01", "2027-01-01"], ["2027-01-01", "2027-02-01"], ["2027-02-01", "2027-03-01"]]);
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(3);
  });

  it("that two instances begin at the same time is charged once", async () => {
    later(30);
    const { asked, by } = till();
    await Promise.all([renewDue(by), renewDue(by)]);
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(1);
    expect(await totals()).toEqual([[29_00, "recorded"], [29_00, "recorded"]]);
    expect(await currentSubscription()).toMatchObject({ periodEnd: new Date("2027-01-01T00:00Z") });
  });

  it("is paid from the credit first", async () => {
    await write((tx) => saveSubscription(tx, { credit: 40_00 }));
    later(61);
    await renewDue();
    expect((await charged()).slice(1).map(({ total, method }) => [total, method])).toEqual([[0, ""], [18_00, "Visa ending in 4242"]]);
    expect(await currentSubscription()).toMatchObject({ credit: 0 });
  });

  it("that is declined is written down, said on the page, and tried again a day later", async () => {
    const { asked, by } = till();
    by.refuses = "No.";
    later(30);
    expect(await renewDue(by)).toEqual({ began: 0, owed: "No." });
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
    expect(await totals()).toEqual([[29_00, "recorded"], [29_00, "declined"], [29_00, "declined"], [29_00, "recorded"]]);
    expect(await shown()).toBeUndefined();
    expect(await currentSubscription()).toMatchObject({ periodStart: new Date("2026-12-01T00:00Z") });
  });

  it("to a card that has expired is declined without asking, and can be tried again at once with another one", async () => {
    vi.setSystemTime(new Date("2028-12-15T00:00Z"));
    await renewDue();
    vi.setSystemTime(new Date("2029-01-15T00:00Z"));
    const { asked, by } = till();
    expect(await renewDue(by)).toMatchObject({ owed: "Visa ending in 4242 has expired. Add another card." });
    expect(asked).toEqual([]);
    const sorry = await run(payAgain, await byAda(post("/settings/plan-billing/pay")));
    expect(toast(sorry)).toContain("has expired");
    await card({ lastFour: "1881", expiryYear: 2032, asDefault: true });
    const paid = await run(payAgain, await byAda(post("/settings/plan-billing/pay")));
    expect([paid.location, toast(paid)]).toEqual(["/settings/plan-billing", expect.stringContaining("was recorded")]);
    expect(toast(await run(payAgain, await byAda(post("/settings/plan-billing/pay"))))).toContain("Nothing is owed");
  });

  it("that is owed bars larger plans, but not the way out", async () => {
    const { by } = till();
    by.refuses = "No.";
    later(40);
    await renewDue(by);
    expect(await choose(business, by)).toMatchObject({ ok: false, why: "The last charge was declined. Pay it first, then change the plan." });
    expect(await choose(starter, by)).toEqual({ ok: true, said: "The plan is Starter" });
    expect(await shown()).toBeUndefined();
  });

  it("comes before a change that is confirmed after the period has ended: it is shown anew", async () => {
    later(30);
    const { revision } = await currentSubscription();
    expect(await changePlan(ada, business, { revision, at: new Date() })).toMatchObject({ ok: false, status: 409 });
    expect(await totals()).toEqual([[29_00, "recorded"], [29_00, "recorded"]]);
  });
});

describe("the only card of a paid plan", () => {
  it("stays, until the plan is to be free; another one takes the default's place", async () => {
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

it("a receipt says whom it was for on that day, whatever the address becomes", async () => {
  await card();
  const address: Partial<Subscription> = { billingName: "Ada & Co", billingAddress: "1 Quay\nOslo", billingCountry: "Norway", taxId: "NO 1", billingEmail: "bills@example.com" };
  await write((tx) => saveSubscription(tx, address));
  await choose(team);
  await write((tx) => saveSubscription(tx, { billingName: "Somebody else" }));
  const answer = await run<{ charge: { billedTo: string } }>(receipt, await byAda("/"), { id: "1" });
  expect(answer.data.charge.billedTo).toBe("Ada & Co\n1 Quay\nOslo\nNorway\nTax ID NO 1\nbills@example.com");
});
