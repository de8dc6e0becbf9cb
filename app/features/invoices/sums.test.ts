import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { maxCents } from "~/core/values/money";
import { invoiceSums, lineSum } from "./sums";

const line = fc.record({
  quantity: fc.integer({ min: 1, max: 1000 }),
  price: fc.integer({ min: -10_000_00, max: 10_000_00 }),
  discount: fc.integer({ min: 0, max: 9_999 }),
});
const invoice = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 50 }),
  shippingCharge: fc.nat(10_000_00),
  tax: fc.nat(10_000_00),
});

/** Reference calculation with integers: rounds half up, and away from zero for a credit. */
function byHand({ quantity, price, discount }: { quantity: number; price: number; discount: number }): bigint {
  const exact = BigInt(quantity) * BigInt(Math.abs(price)) * BigInt(10_000 - discount);
  const cents = exact / 10_000n + (exact % 10_000n >= 5_000n ? 1n : 0n);
  return price < 0 ? -cents : cents;
}

describe("the total of an invoice", () => {
  it("is the sum of its parts, to the cent, whatever they are", () => {
    fc.assert(
      fc.property(invoice, (charges) => {
        const sums = invoiceSums(charges);
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
        expect(invoiceSums({ lines: lines.toReversed(), ...rest })).toEqual(invoiceSums({ lines, ...rest }));
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
  ])("of %s is exact", (_, lines, total) => {
    expect(invoiceSums({ lines, shippingCharge: 0, tax: 0 })?.total).toBe(total);
  });

  it("is undefined if it is too large", () => {
    const much = { quantity: 1_000_000, price: maxCents, discount: 0 };
    expect(lineSum(much)).toBeUndefined();
    expect(lineSum({ ...much, price: -maxCents })).toBeUndefined();
    const most = { quantity: 1, price: maxCents, discount: 0 };
    expect(invoiceSums({ lines: [most], shippingCharge: 0, tax: 0 })?.total).toBe(maxCents);
    for (const charges of [
      { lines: [most, most], shippingCharge: 0, tax: 0 },
      { lines: [most], shippingCharge: 1, tax: 0 },
    ])
      expect(invoiceSums(charges)).toBeUndefined();
  });
});
