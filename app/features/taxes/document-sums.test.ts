import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxCents } from "~/core/values/money";
import { documentSums, lineSum } from "./document-sums";

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 1000_000 }).map((thousandths) => thousandths / 1000),
  price: fc.integer({ min: -10_000_00, max: 10_000_00 }),
  discount: fc.integer({ min: 0, max: 10_000 }),
});
const invoice = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 50 }),
  shippingCharge: fc.nat(10_000_00),
  tax: fc.nat(10_000_00),
});

/** Reference calculation with integers: rounds half up, and away from zero for a credit. */
function byHand({ quantity, price, discount }: { quantity: number; price: number; discount: number }): bigint {
  const exact = BigInt(Math.round(quantity * 1000)) * BigInt(Math.abs(price)) * BigInt(10_000 - discount);
  const cents = exact / 10_000_000n + (exact % 10_000_000n >= 5_000_000n ? 1n : 0n);
  return price < 0 ? -cents : cents;
}

describe("the total of an invoice", () => {
  it("is the sum of its parts, to the cent, whatever they are", () => {
    fc.assert(
      fc.property(invoice, (charges) => {
        const sums = documentSums(charges);
        const parts = charges.lines.map(byHand);
        expect(charges.lines.map(lineSum)).toEqual(parts.map(Number));
        expect(sums?.subtotal).toBe(Number(parts.reduce((sum, part) => sum + part, 0n)));
        expect(sums?.total).toBe((sums?.subtotal ?? NaN) + charges.shippingCharge + charges.tax);
        expect(Number.isSafeInteger(sums?.total)).toBe(true);
      }),
    );
  });

  it("does not depend on the order of its lines", () => {
    fc.assert(
      fc.property(invoice, ({ lines, ...rest }) => {
        expect(documentSums({ lines: lines.toReversed(), ...rest })).toEqual(documentSums({ lines, ...rest }));
      }),
    );
  });

  it("is reduced by a credit as much as the same price adds", () => {
    fc.assert(
      fc.property(line, (charge) => {
        expect((lineSum({ ...charge, price: -charge.price }) ?? NaN) + (lineSum(charge) ?? NaN)).toBe(0);
      }),
    );
  });

  it.each([
    [
      "10 cents and 20",
      [
        { quantity: 1, price: 10, discount: 0 },
        { quantity: 1, price: 20, discount: 0 },
      ],
      30,
    ],
    ["half a cent", [{ quantity: 1, price: 1, discount: 50_00 }], 1],
    ["a third off", [{ quantity: 3, price: 19_99, discount: 33_33 }], 39_98],
  ])("the total of an invoice of %s is exact", (_, lines, total) => {
    expect(documentSums({ lines, shippingCharge: 0, tax: 0 })?.total).toBe(total);
  });

  it("is undefined if it is too large", () => {
    const much = { quantity: 1_000_000, price: maxCents, discount: 0 };
    expect(lineSum(much)).toBeUndefined();
    expect(lineSum({ ...much, price: -maxCents })).toBeUndefined();
    const most = { quantity: 1, price: maxCents, discount: 0 };
    expect(documentSums({ lines: [most], shippingCharge: 0, tax: 0 })?.total).toBe(maxCents);
    for (const charges of [
      { lines: [most, most], shippingCharge: 0, tax: 0 },
      { lines: [most], shippingCharge: 1, tax: 0 },
    ])
      expect(documentSums(charges)).toBeUndefined();
  });
});

describe("the tax of an invoice", () => {
  const tax = (rate: number) => ({
    taxRateId: rate,
    taxName: "VAT",
    rate,
    category: "standard" as const,
    taxReason: "",
  });
  const rated = fc.record({
    lines: fc.array(
      fc.tuple(line, fc.constantFrom(20_00, 7_00, 0)).map(([line, rate]) => ({ ...line, ...tax(rate) })),
      { minLength: 1, maxLength: 30 },
    ),
    shippingCharge: fc.nat(1_000_00),
    shippingTax: fc.constant(tax(20_00)),
    tax: fc.constant(999),
    includesTax: fc.boolean(),
  });

  it("the tax of an invoice by rate adds up to the tax, net and tax to the total, and an entered amount does not count", () => {
    fc.assert(
      fc.property(rated, (charges) => {
        const sums = documentSums(charges)!;
        const sum = (amounts: number[]) => amounts.reduce((one, other) => one + other, 0);
        expect(sums.tax).toBe(sum(sums.taxes.map(({ tax }) => tax)));
        expect(sums.total).toBe(sum(sums.taxes.map(({ net, tax }) => net + tax)));
        expect(new Set(sums.taxes.map(({ rate }) => rate)).size).toBe(sums.taxes.length);
      }),
    );
  });

  it("is at most half a cent from the exact one for each rate, whether prices include it or not", () => {
    fc.assert(
      fc.property(rated, (charges) => {
        for (const { rate, net, tax } of documentSums(charges)!.taxes) {
          const base = charges.includesTax ? 10_000 + rate : 10_000;
          const whole = charges.includesTax ? net + tax : net;
          expect(2n * BigInt(Math.abs(tax * base - whole * rate))).toBeLessThanOrEqual(BigInt(base));
        }
      }),
    );
  });
});
