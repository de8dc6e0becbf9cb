import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Cycle } from "db/schema";
import { plans } from "./plans";
import { cycleLater, nextCharge, quote, renewal, shareOf, type Standing } from "./proration";

const day = 86_400_000;
const time = (text: string) => new Date(`${text}Z`);
/** The Team plan, billed monthly, in a period of thirty days. */
const team: Standing = {
  plan: "team",
  cycle: "monthly",
  periodStart: time("2026-11-01T00:00"),
  periodEnd: time("2026-12-01T00:00"),
  credit: 0,
  nextPlan: null,
  nextCycle: null,
};
const free: Standing = { ...team, plan: "starter", periodStart: new Date(0), periodEnd: new Date(0) };
const halfway = time("2026-11-16T00:00");

it("there is a plan for any company: the largest has no limit", () => {
  expect(new Set(Object.values(plans.at(-1)!.limits))).toEqual(new Set([undefined]));
});

describe("a share of a price", () => {
  it.each([
    [29_00, 15 * day, 30 * day, 14_50],
    [29_00, 30 * day, 30 * day, 29_00],
    [29_00, 0, 30 * day, 0],
    [1, 1, 2, 1], // half a cent goes up
    [1, 499, 1_000, 0],
    [3, 1, 2, 2],
    [100, 1, 3, 33],
    [100, 2, 3, 67],
    [79_00, -5, 30 * day, 0], // the period is over
    [79_00, 31 * day, 30 * day, 79_00], // it has not begun
    [79_00, 5, 0, 0],
  ])("a share of a price of %d cents for %d of %d ms is %d", (price, left, whole, share) =>
    expect(shareOf(price, left, whole)).toBe(share),
  );

  it("is in whole cents, at most half a cent from the exact value, and never more than the price", () => {
    const millis = fc.integer({ min: 1, max: 400 * day });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1_000_000 }), millis, millis, (price, one, other) => {
        const [left, whole] = [Math.min(one, other), Math.max(one, other)];
        const share = shareOf(price, left, whole);
        expect(Number.isInteger(share)).toBe(true);
        expect(Math.abs(share - (price * left) / whole)).toBeLessThanOrEqual(0.5 + 1e-6);
        expect(share).toBeLessThanOrEqual(price);
      }),
    );
  });
});

it.each([
  ["2026-11-21T10:15", "monthly", "2026-12-21T10:15"],
  ["2026-12-31T23:59", "monthly", "2027-01-31T23:59"],
  ["2027-01-31T00:00", "monthly", "2027-02-28T00:00"],
  ["2028-01-31T00:00", "monthly", "2028-02-29T00:00"],
  ["2028-02-29T00:00", "yearly", "2029-02-28T00:00"],
  ["2026-11-21T10:15", "yearly", "2027-11-21T10:15"],
] as const)("from %s a %s cycle goes to %s", (from, cycle, to) =>
  expect(cycleLater(time(from), cycle)).toEqual(time(to)),
);

describe("the cost of a change", () => {
  it("the cost of a first plan is its full price, and its period begins immediately", () => {
    expect(quote(free, { plan: "team", cycle: "yearly" }, halfway)).toEqual({
      now: true,
      from: halfway,
      lines: [{ text: "Team, yearly", amount: 290_00 }],
      due: 290_00,
      credit: 0,
      period: { start: halfway, end: time("2027-11-16T00:00") },
      next: { plan: "team", cycle: "yearly", at: time("2027-11-16T00:00"), amount: 290_00 },
    });
  });

  it("the cost of a change to a larger plan is for the rest of the period, which continues", () => {
    expect(quote(team, { plan: "business", cycle: "monthly" }, halfway)).toMatchObject({
      now: true,
      lines: [
        { text: "Team, monthly: paid for and not used", amount: -14_50 },
        { text: "Business, monthly: the rest of this period", amount: 39_50 },
      ],
      due: 25_00,
      period: { start: team.periodStart, end: team.periodEnd },
      next: { at: team.periodEnd, amount: 79_00 },
    });
  });

  it("the cost of a change from monthly to yearly begins a new period, and the unused part is subtracted", () => {
    expect(quote(team, { plan: "team", cycle: "yearly" }, halfway)).toMatchObject({
      now: true,
      due: 290_00 - 14_50,
      period: { start: halfway, end: time("2027-11-16T00:00") },
    });
  });

  it("below zero becomes credit, which the next charges use up", () => {
    const yearly: Standing = { ...team, cycle: "yearly", periodEnd: time("2027-11-01T00:00") };
    const offer = quote(yearly, { plan: "business", cycle: "monthly" }, team.periodStart);
    expect(offer).toMatchObject({ now: true, due: 0, credit: 211_00, next: { amount: 0 } });
    expect(offer.lines.at(-1)).toEqual({ text: "Kept as credit for the next charges", amount: 211_00 });
    const after: Standing = {
      ...yearly,
      plan: "business",
      cycle: "monthly",
      credit: 211_00,
      periodEnd: offer.period.end,
    };
    expect(renewal(after)).toMatchObject({ due: 0, credit: 132_00 });
    expect(renewal({ ...after, credit: 53_00 })).toMatchObject({
      due: 26_00,
      credit: 0,
      lines: [{ amount: 79_00 }, { text: "Credit from earlier", amount: -53_00 }],
    });
  });

  it("is paid from earlier credit as far as possible", () => {
    expect(quote({ ...free, credit: 10_00 }, { plan: "team", cycle: "monthly" }, halfway)).toMatchObject({
      due: 19_00,
      credit: 0,
    });
    expect(quote({ ...free, credit: 40_00 }, { plan: "team", cycle: "monthly" }, halfway)).toMatchObject({
      due: 0,
      credit: 11_00,
      next: { amount: 18_00 },
    });
  });

  it.each([
    ["a smaller plan", { ...team, plan: "business" }, { plan: "team", cycle: "monthly" }, 29_00],
    ["a smaller plan for a year", { ...team, plan: "business" }, { plan: "team", cycle: "yearly" }, 290_00],
    ["a month in place of a year", { ...team, cycle: "yearly" }, { plan: "team", cycle: "monthly" }, 29_00],
    ["the free plan", team, { plan: "starter", cycle: "monthly" }, undefined],
  ] as const)("%s begins when the period ends, and costs nothing before", (_, before, choice, amount) => {
    const offer = quote(before, choice, halfway);
    expect(offer).toMatchObject({ now: false, from: team.periodEnd, lines: [], due: 0 });
    expect(offer.next?.amount).toBe(amount);
  });

  it("adds up line by line, is never negative, and loses no cent of credit, whatever is changed", () => {
    const cycle = fc.constantFrom<Cycle>("monthly", "yearly");
    const plan = fc.constantFrom(...plans.map(({ id }) => id));
    fc.assert(
      fc.property(
        plan,
        cycle,
        plan,
        cycle,
        fc.integer({ min: 0, max: 500_00 }),
        fc.integer({ min: 0, max: 366 * day }),
        (from, paid, to, cycle, credit, after) => {
          const before: Standing = {
            ...team,
            plan: from,
            cycle: paid,
            periodEnd: cycleLater(team.periodStart, paid),
            credit,
          };
          const {
            lines,
            due,
            credit: left,
          } = quote(before, { plan: to, cycle }, new Date(team.periodStart.getTime() + after));
          expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(due);
          const ofCredit = /^(?:Credit from earlier|Kept as credit)/;
          const prices = lines.filter(({ text }) => !ofCredit.test(text)).reduce((sum, { amount }) => sum + amount, 0);
          expect(due - left).toBe(prices - credit);
          expect(due > 0 && left > 0).toBe(false); // credit pays first
          expect(Math.min(due, left)).toBeGreaterThanOrEqual(0);
        },
      ),
    );
  });
});

it("at the end of a period is that of the plan chosen for then; the free one costs nothing", () => {
  expect(renewal({ ...team, plan: "business", nextPlan: "team", nextCycle: "yearly" })).toMatchObject({
    choice: { plan: "team", cycle: "yearly" },
    due: 290_00,
    period: { end: time("2027-12-01T00:00") },
  });
  expect(renewal({ ...team, nextPlan: "starter", nextCycle: "monthly", credit: 5 })).toMatchObject({
    choice: { plan: "starter" },
    lines: [],
    due: 0,
    credit: 5,
  });
  expect(nextCharge({ ...team, nextPlan: "starter", nextCycle: "monthly" })).toBeUndefined();
});
