/** Changes of the plan. */
import { describe, expect, it, beforeEach, vi } from "vitest";
import { write } from "db";
import { users } from "db/schema";
import { log } from "~/core/process/log.server";
import type { FormState } from "~/core/form/form-state";
import {
  business,
  byAda,
  acts,
  card,
  charged,
  choose,
  later,
  start,
  startThatDay,
  starter,
  team,
  till,
  totals,
} from "~/testing/billing";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { post, run } from "~/testing/requests";
import { processor, type Processor, recordOnly } from "./billing.server";
import { action as change, loader as offer } from "./change-plan";
import { changePlan } from "./change.server";
import { loader as receipt } from "./receipt";
import { renewDue } from "./renewal.server";
import { currentSubscription, saveSubscription } from "./subscription.server";

testDatabase();
startThatDay();

const { ada, ben } = cast;
type Pressed = { form: FormState; costs: { seen: { revision: number; at: number }; offer: { due: number } } };

describe("a change of plan", () => {
  it("is charged to the default card, has a receipt, and is journalled", async () => {
    await card();
    const { asked, by } = till();
    expect(await choose(team, by)).toEqual({ ok: true, said: "The plan is Team, monthly" });
    expect(asked).toMatchObject([
      { amount: 29_00, currency: "USD", text: "Portico Team, monthly", method: { lastFour: "4242" } },
    ]);
    expect(await currentSubscription()).toMatchObject({
      plan: "team",
      cycle: "monthly",
      periodStart: start,
      periodEnd: new Date("2026-12-01T00:00Z"),
      revision: 2,
    });
    expect(await charged()).toMatchObject([
      {
        total: 29_00,
        status: "recorded",
        method: "Visa ending in 4242",
        lines: [{ text: "Team, monthly", amount: 29_00 }],
        at: start,
      },
    ]);
    expect(await acts()).toEqual([
      "Ada Active security: added a payment card",
      "Ada Active security: changed the plan from Starter to Team, monthly",
    ]);
  });

  it("a change of plan to a larger one is charged for the rest of the period, as the page showed, although time has passed", async () => {
    await card();
    await choose(team);
    later(15);
    const shown = (
      await run<{ offer: { due: number }; seen: { revision: number; at: number } }>(
        offer,
        await byAda("/settings/plan-billing/change?plan=business"),
      )
    ).data;
    expect(shown.offer.due).toBe(25_00);
    vi.setSystemTime(Date.now() + 29 * 60_000);
    const sent = { revision: String(shown.seen.revision), at: String(shown.seen.at) };
    const answer = await run(change, await byAda(post("/settings/plan-billing/change?plan=business", sent)));
    expect([answer.status, answer.location]).toEqual([303, "/settings/plan-billing"]);
    expect(await totals()).toEqual([
      [29_00, "recorded"],
      [25_00, "recorded"],
    ]);
  });

  it("confirmed half an hour later is shown again, and so is one for a time outside of this period", async () => {
    await card();
    await choose(team);
    later(10);
    const { revision } = await currentSubscription();
    for (const at of [Date.now() - 30 * 60_000 - 1, Date.now() + 1, start.getTime() - 1, 0]) {
      expect(await changePlan(ada, business, { revision, at: new Date(at) })).toMatchObject({ ok: false, status: 409 });
    }
    expect(await totals()).toHaveLength(1);
  });

  it("submitted twice is charged once, one after the other or at the same time", async () => {
    await card();
    const { asked, by } = till();
    const seen = { revision: 1, at: start };
    const both = await Promise.all([changePlan(ada, team, seen, by), changePlan(ada, team, seen, by)]);
    expect(await changePlan(ada, team, seen, by)).toEqual({ ok: true, said: "The plan is Team, monthly" });
    expect(both.map(({ ok }) => ok)).toEqual([true, true]);
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(1); // a processor charges each reference once
    expect(await totals()).toEqual([[29_00, "recorded"]]);
    expect(await acts()).toHaveLength(2);
  });

  it("changes nothing and says so if somebody else has changed the plan meanwhile", async () => {
    await card();
    const seen = { revision: 1, at: start };
    await choose(team, recordOnly, ben);
    expect(await changePlan(ada, business, seen)).toMatchObject({
      ok: false,
      status: 409,
      why: expect.stringContaining("changed meanwhile") as string,
    });
    expect(await totals()).toHaveLength(1);
    const sent = { revision: "1", at: String(start.getTime()) };
    const answer = await run<{ form: { errors: Record<string, string> } }>(
      change,
      await byAda(post("/settings/plan-billing/change?plan=business", sent)),
    );
    expect([answer.status, answer.data.form.errors[""]]).toEqual([409, expect.stringContaining("changed meanwhile")]);
  });

  it("charged while somebody else changed the plan keeps the money as credit", async () => {
    await card();
    const slow: Processor = {
      async charge(request) {
        if (request.amount === 79_00) await choose(team); // in the moment that the processor takes
        return { status: "recorded" };
      },
    };
    expect(await choose(business, slow)).toMatchObject({
      ok: false,
      status: 409,
      why: expect.stringContaining("kept as credit") as string,
    });
    expect(await currentSubscription()).toMatchObject({ plan: "team", credit: 79_00 });
    expect(await totals()).toEqual([
      [29_00, "recorded"],
      [79_00, "recorded"],
    ]);
  });

  it("a change of plan that is declined changes nothing, is recorded, and can be tried again with another reference", async () => {
    await card();
    const { asked, by } = till();
    by.refuses = "The card has no funds left.";
    expect(await choose(team, by)).toEqual({
      ok: false,
      status: 400,
      why: "The card has no funds left. The plan is as it was, and nothing was charged.",
    });
    expect(await currentSubscription()).toMatchObject({ plan: "starter", revision: 1 });
    by.refuses = undefined;
    expect(await choose(team, by)).toMatchObject({ ok: true });
    expect(await totals()).toEqual([
      [29_00, "declined"],
      [29_00, "recorded"],
    ]);
    expect(asked[0]?.reference).not.toBe(asked[1]?.reference);
    const [declined] = await charged();
    expect((await run(receipt, await byAda("/"), { id: String(declined?.id) })).status).toBe(404);
  });

  it("a change of plan by two users at once, for different times, is charged to both, and the second charge becomes credit", async () => {
    await card();
    const { asked, by } = till();
    const moments = [start, new Date(start.getTime() + 60_000)];
    vi.setSystemTime(start.getTime() + 120_000);
    const both = await Promise.all(moments.map((at) => changePlan(ada, team, { revision: 1, at }, by)));
    expect(new Set(asked.map(({ reference }) => reference)).size).toBe(2);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(both.find(({ ok }) => !ok)).toMatchObject({
      status: 409,
      why: expect.stringContaining("kept as credit") as string,
    });
    expect((await charged()).map(({ reference }) => reference).sort()).toEqual(
      asked.map(({ reference }) => reference).sort(),
    );
    expect(await totals()).toEqual([
      [29_00, "recorded"],
      [29_00, "recorded"],
    ]);
    expect(await currentSubscription()).toMatchObject({ plan: "team", credit: 29_00 });
  });

  it("submitted twice while somebody else changes the plan becomes credit once", async () => {
    await card();
    const slow: Processor = {
      async charge(request) {
        if (request.amount === 79_00 && (await currentSubscription()).revision === 1) await choose(team);
        return { status: "recorded" };
      },
    };
    const seen = { revision: 1, at: start };
    const both = await Promise.all([changePlan(ada, business, seen, slow), changePlan(ada, business, seen, slow)]);
    expect(both).toMatchObject([{ status: 409 }, { status: 409 }]);
    expect((await totals()).filter(([total]) => total === 79_00)).toHaveLength(1);
    expect(await currentSubscription()).toMatchObject({
      plan: "team",
      credit: 79_00 + ((await totals()).length - 2) * 29_00,
    });
  });

  it("a change of plan without an answer of the processor changes nothing, keeps the form, and is tried again with the same reference", async () => {
    await card();
    const { asked, by } = till();
    by.down = true;
    const logged = vi.spyOn(log, "error");
    vi.spyOn(processor, "charge").mockImplementation((request) => by.charge(request)); // as a real processor is connected
    const press = async (at: number) =>
      run<Pressed>(
        change,
        await byAda(post("/settings/plan-billing/change?plan=team", { revision: "1", at: String(at) })),
      );
    vi.setSystemTime(start.getTime() + 60_000);
    const sorry = await press(start.getTime());
    expect([sorry.status, sorry.data.form.errors[""]]).toEqual([
      503,
      "The payment service did not answer, so nothing was changed here. Try again in a moment.",
    ]);
    expect(sorry.data.form.fields).toMatchObject({ at: String(start.getTime()) });
    expect(sorry.data.costs).toMatchObject({ seen: { revision: 1, at: start.getTime() }, offer: { due: 29_00 } });
    expect(logged).toHaveBeenCalledWith(
      expect.objectContaining({ reference: asked[0]?.reference }),
      expect.stringContaining("did not answer"),
    );
    expect(await currentSubscription()).toMatchObject({ plan: "starter", revision: 1 });
    expect(await charged()).toEqual([]);

    by.down = false;
    vi.setSystemTime(start.getTime() + 120_000);
    expect((await press(sorry.data.costs.seen.at)).status).toBe(303);
    expect(asked.map(({ reference }) => reference)).toEqual([asked[0]?.reference, asked[0]?.reference]);
    expect(await charged()).toMatchObject([{ total: 29_00, status: "recorded", reference: asked[0]?.reference }]);
  });

  it("reports a full disk with a message", async () => {
    await card();
    await write((tx) => saveSubscription(tx, { billingAddress: "x".repeat(200_000) })); // more than the file has room for by chance
    await fillDisk();
    expect(await choose(team)).toMatchObject({
      ok: false,
      status: 503,
      why: expect.stringContaining("disk is full") as string,
    });
  });

  it("requires a card that has not expired", async () => {
    expect(await choose(team)).toEqual({ ok: false, status: 400, why: "There is no card to charge. Add one first." });
    await card({ expiryMonth: 10, expiryYear: 2026 });
    expect(await choose(team)).toEqual({
      ok: false,
      status: 400,
      why: "The default card has expired. Add another one first.",
    });
    await card({ expiryMonth: 11, expiryYear: 2026, asDefault: true }); // good until this month is over
    expect(await choose(team)).toMatchObject({ ok: true });
  });

  it("a change of plan to a plan that is too small for the current usage is refused with the numbers", async () => {
    await card();
    await choose(team);
    await write(
      async (tx) =>
        void (await tx
          .insert(users)
          .values(Array.from({ length: 19 }, (_, n) => ({ ...cast.dan, id: 100 + n, email: `${n}@example.com` })))),
    );
    expect(await choose(starter)).toEqual({
      ok: false,
      status: 400,
      why: "Starter is for at most 20 active people, and there are 22. Choose a larger plan, or make room first.",
    });
    expect(await choose(business)).toMatchObject({ ok: true });
  });

  it("a change of plan to an unknown plan is a 404", async () => {
    for (const plan of ["gold", "", "toString"])
      expect((await run(offer, await byAda(`/settings/plan-billing/change?plan=${plan}`))).status).toBe(404);
    expect((await run(change, await byAda(post("/settings/plan-billing/change?plan=gold")))).status).toBe(404);
    expect((await run(offer, await byAda("/settings/plan-billing/change"))).location).toBe("/settings/plan-billing");
  });

  it("refuses an invalid time, and a form without one", async () => {
    await card();
    for (const sent of [{ revision: "1", at: "soon" }, { revision: "1" }, { at: String(start.getTime()) }]) {
      const answer = await run(
        change,
        await byAda(post("/settings/plan-billing/change?plan=team", sent as Record<string, string>)),
      );
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

  it("begins when the period ends, and can be cancelled until then", async () => {
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

  it("is charged by the renewal", async () => {
    await choose({ plan: "team", cycle: "yearly" });
    later(30);
    expect(await renewDue()).toEqual({ began: 1 });
    expect(await currentSubscription()).toMatchObject({
      plan: "team",
      cycle: "yearly",
      nextPlan: null,
      periodEnd: new Date("2027-12-01T00:00Z"),
    });
    expect((await totals())[1]).toEqual([290_00, "recorded"]);
  });

  it("a smaller plan that is free charges nothing any more, and requires no card", async () => {
    await choose(starter);
    later(90);
    expect(await renewDue()).toEqual({ began: 1 });
    expect(await renewDue()).toEqual({ began: 0 });
    expect(await currentSubscription()).toMatchObject({ plan: "starter", cycle: "monthly", nextPlan: null });
    expect(await totals()).toHaveLength(1);
  });

  it("is replaced by a larger one that is chosen meanwhile", async () => {
    await choose(team);
    await choose({ plan: "business", cycle: "yearly" });
    expect(await currentSubscription()).toMatchObject({
      plan: "business",
      cycle: "yearly",
      nextPlan: null,
      nextCycle: null,
    });
  });
});
