import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Line, lineTotal } from "./line-total";
import {
  formatMoney,
  formatPercent,
  hundredthsOf,
  moneyText,
  maxCents,
  parseMoney,
  parsePercent,
  percentText,
} from "./money";
import { sumOf } from "./share";

const cents = fc.integer({ min: -maxCents, max: maxCents });

describe("an amount of money", () => {
  it("is the same after it was formatted and parsed", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(parseMoney(moneyText(amount))).toBe(amount);
        expect(parseMoney(formatMoney(amount))).toBe(amount);
      }),
    );
  });

  it("is an amount of whole cents within limits, or undefined, whatever is typed", () => {
    const typed = fc.oneof(fc.string({ unit: "binary" }), fc.stringMatching(/^[-−$\d., e+]{0,20}$/));
    fc.assert(
      fc.property(typed, (text) => {
        const amount = parseMoney(text);
        expect(
          amount === undefined ||
            (Number.isSafeInteger(amount) && Math.abs(amount) <= maxCents && !Object.is(amount, -0)),
        ).toBe(true);
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
    ["1.240,00", 124_000],
    ["12,5", 1250],
    ["-1.234.567,89", -123_456_789],
    ["1 240,5", 124_050],
    ["1'240.50", 124_050],
    ["1’240,50", 124_050],
    ["1\u00a0240.50", 124_050],
    [",5", 50],
    ["1.240", undefined],
    ["1,240.5,1", undefined],
    ["1.24.000,5", undefined],
    ["1,2345", undefined],
    ["0,500", undefined],
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

describe("a decimal number", () => {
  it("is converted exactly to hundredths, at every size", () => {
    fc.assert(
      fc.property(cents, (amount) => {
        expect(hundredthsOf(Number(moneyText(amount)))).toBe(amount);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [19.99, 1999],
    [0.1 + 0.2, 30],
    [1.1 * 3, 330],
    [-0, 0],
    [-12.5, -1250],
    [999_999_999_999.99, maxCents],
    [1.005, undefined],
    [0.001, undefined],
    [1e12, undefined],
    [1e300, undefined],
    [Number.NaN, undefined],
    [Number.NEGATIVE_INFINITY, undefined],
  ])("%d is %j hundredths", (decimal, expected) => expect(hundredthsOf(decimal)).toBe(expected));
});

describe("a percentage", () => {
  it("is the same after it was formatted and parsed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9_999 }), (hundredths) => {
        expect(parsePercent(percentText(hundredths))).toBe(hundredths);
        expect(parsePercent(formatPercent(hundredths))).toBe(hundredths);
        expect(hundredthsOf(Number(percentText(hundredths)))).toBe(hundredths);
      }),
      { numRuns: 1000 },
    );
  });

  it.each([
    [0, "0%"],
    [1250, "12.5%"],
    [1205, "12.05%"],
    [500, "5%"],
    [9_999, "99.99%"],
    [1, "0.01%"],
  ])("a percentage of %d hundredths is formatted as %s", (hundredths, text) =>
    expect(formatPercent(hundredths)).toBe(text),
  );

  it.each([
    [" 12.5 % ", 1250],
    [".5", 50],
    ["7%", 700],
    ["99.99", 9_999],
    ["", undefined],
    ["%", undefined],
    [".", undefined],
    ["100", undefined],
    ["12.345", undefined],
    ["12,5", 1250],
    ["12,345", undefined],
    ["-5", undefined],
    ["$5", undefined],
    ["5%%", undefined],
    ["1e1", undefined],
  ])("typed as %j is %j", (text, expected) => expect(parsePercent(text)).toBe(expected));
});

describe("the total of a line", () => {
  const line = fc.record({
    quantity: fc.oneof(fc.nat(200), fc.nat(999_999_999)),
    price: fc.oneof(fc.nat(100_000), fc.nat(maxCents)),
    discount: fc.oneof(fc.constant(0), fc.nat(9_999)),
  });
  /** Computes the line total as on paper, digit by digit, without large numbers. */
  const onPaper = ({ quantity, price, discount }: Line) => {
    const digits = [quantity, 10_000 - discount].reduce(
      (number, factor) => times(number, factor),
      [...String(price)].map(Number),
    );
    const padded = [...Array<number>(5).fill(0), ...digits];
    const [whole, rest] = [padded.slice(0, -4), padded.slice(-4)];
    const up = Number(rest.join("")) >= 5_000;
    return Number(whole.join("")) + (up ? 1 : 0);
  };
  const times = (digits: number[], factor: number) => {
    const result: number[] = [];
    let carry = 0;
    for (const digit of [...digits].reverse()) {
      const here = digit * factor + carry;
      result.unshift(here % 10);
      carry = Math.floor(here / 10);
    }
    return [...[...String(carry)].map(Number), ...result];
  };

  it("is exact to the cent, or undefined if it is too large", () => {
    fc.assert(
      fc.property(line, (line) => {
        const expected = onPaper(line);
        expect(lineTotal(line)).toBe(expected > maxCents ? undefined : expected);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [{ quantity: 3, price: 3333, discount: 0 }, 9999],
    [{ quantity: 1, price: 1, discount: 5_000 }, 1],
    [{ quantity: 1, price: 1, discount: 5_001 }, 0],
    [{ quantity: 1, price: 4_999, discount: 1_000 }, 4_499],
    [{ quantity: 1, price: 105, discount: 1_000 }, 95],
    [{ quantity: 7, price: 1_999, discount: 1_250 }, 12_244],
    [{ quantity: 0, price: maxCents, discount: 0 }, 0],
    [{ quantity: 1, price: maxCents, discount: 0 }, maxCents],
    [{ quantity: 1, price: 95_901_336_810_401, discount: 5_000 }, 47_950_668_405_201], // floating point would lose a cent
    [{ quantity: 2, price: maxCents, discount: 0 }, undefined],
    [{ quantity: 999_999_999, price: maxCents, discount: 9_999 }, undefined],
  ])("the total of a line of %j is %j", (line, expected) => expect(lineTotal(line)).toBe(expected));

  it("gives the same sum in any order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ quantity: fc.nat(1_000), price: fc.nat(1_000_000), discount: fc.nat(9_999) }), {
          maxLength: 200,
        }),
        (lines) => {
          const totals = lines.map(lineTotal);
          const exactly = totals.reduce((sum, total) => sum + BigInt(total ?? -1), 0n);
          expect(sumOf(totals)).toBe(Number(exactly));
          expect(sumOf(totals.toReversed())).toBe(Number(exactly));
          const saved = lines.map(({ quantity, price }, index) => quantity * price - (totals[index] ?? 0));
          expect(sumOf([...totals, ...saved])).toBe(sumOf(lines.map(({ quantity, price }) => quantity * price)));
        },
      ),
    );
  });

  it("makes the sum undefined if it is undefined, or if the sum is too large", () => {
    expect(sumOf([])).toBe(0);
    expect(sumOf([1, undefined])).toBeUndefined();
    expect(sumOf([maxCents, 0])).toBe(maxCents);
    expect(sumOf([maxCents, 1])).toBeUndefined();
    expect(sumOf([...Array<number>(200).fill(maxCents), 1])).toBeUndefined();
  });
});
