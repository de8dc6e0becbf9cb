import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatMoney, moneyText, mostCents, parseMoney } from "./money";

const cents = fc.integer({ min: -mostCents, max: mostCents });

describe("an amount of money", () => {
  it("is the same after it was written and read again", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseMoney(moneyText(amount))).toBe(amount);
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    );
  });

  it("is whole cents within bounds, or nothing, whatever is typed", () => {
    const typed = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[-−$\d., e+]{0,20}$/));
    fc.assert(
      fc.property(typed, (text) => {
        const amount = parseMoney(text);
        expect(amount === undefined || (Number.isSafeInteger(amount) && Math.abs(amount) <= mostCents && !Object.is(amount, -0))).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    ["1240", 124_000],
    ["1,240", 124_000],
    ["$1,240.5", 124_050],
    [" 0.29 ", 29],
    [".5", 50],
    ["-12.00", -1200],
    ["−$1,234,567.89", -123_456_789],
    ["-0", 0],
    ["1.005", undefined],
    ["1.240,00", undefined],
    ["12,40", undefined],
    ["1,2345", undefined],
    ["1e3", undefined],
    ["0x10", undefined],
    ["--1", undefined],
    ["$", undefined],
    ["-", undefined],
    [".", undefined],
    ["", undefined],
    ["NaN", undefined],
    ["Infinity", undefined],
    ["٣", undefined],
    ["1".repeat(30), undefined],
  ])("typed as %j is %j", (text, expected) => expect(parseMoney(text)).toBe(expected));
});
