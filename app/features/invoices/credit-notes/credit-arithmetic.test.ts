import fc from "fast-check";
import { expect, test } from "vitest";
import type { LineTax, TaxSum } from "db/schema";
import { creditedPortion, creditOf, type CreditableInvoice, remainingPortion } from "./credit-arithmetic";

const line = fc.record({ quantity: fc.integer({ min: 1, max: 50 }), total: fc.integer({ min: -5_000, max: 100_000 }) });
const invoice = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 5 }),
    shippingCharge: fc.integer({ min: 0, max: 5_000 }),
    tax: fc.integer({ min: 0, max: 30_000 }),
  })
  .map(({ lines, shippingCharge, tax }): CreditableInvoice => ({
    lines,
    shippingCharge,
    tax,
    taxes: [],
    shippingTax: null,
    includesTax: false,
    totalAmount: lines.reduce((sum, { total }) => sum + total, 0) + shippingCharge + tax,
  }));

test("credits of an invoice in any parts and order add up to its lines, tax and total", () => {
  fc.assert(
    fc.property(invoice, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (whole, random) => {
      const next = () => random.next().value ?? 0;
      const notes: { lines: { line: number; quantity: number }[]; shippingCharge: number }[] = [];
      const sum = { lines: whole.lines.map(() => 0), tax: 0, total: 0 };
      for (let part = 0; part < 4; part++) {
        const before = creditedPortion(whole, notes as never);
        const left = remainingPortion(whole, before);
        const some = (amount: number) => (part === 3 ? amount : Math.floor(next() * (amount + 1)));
        const portion = { quantities: left.quantities.map(some), shippingCharge: some(left.shippingCharge) };
        const credit = creditOf(whole, before, portion);
        credit.lines.forEach((total, place) => (sum.lines[place]! += total));
        sum.tax += credit.tax;
        sum.total += credit.total;
        notes.push({
          lines: portion.quantities.map((quantity, place) => ({ line: place, quantity })),
          shippingCharge: portion.shippingCharge,
        });
      }
      expect(sum).toEqual({
        lines: whole.lines.map(({ total }) => total),
        tax: whole.tax,
        total: whole.totalAmount,
      });
    }),
  );
});

test("the tax of a partial credit is its share of the invoice's tax, rounded half up", () => {
  const whole = {
    ...{ lines: [{ quantity: 3, total: 100_00 }], shippingCharge: 0, tax: 10_01, totalAmount: 110_01 },
    ...{ taxes: [], shippingTax: null, includesTax: false },
  };
  const none = creditedPortion(whole, []);
  expect(creditOf(whole, none, { quantities: [1], shippingCharge: 0 })).toEqual({
    lines: [33_33],
    shippingCharge: 0,
    taxes: [],
    tax: 3_34,
    total: 36_67,
  });
});

const standard = { taxRateId: 1, taxName: "VAT", rate: 2000, category: "standard", taxReason: "" } as const;
const reduced = { taxRateId: 2, taxName: "VAT", rate: 500, category: "reduced", taxReason: "" } as const;
const sumBy = ({ taxName: name, taxReason: reason, ...rate }: LineTax, net: number, tax: number): TaxSum => ({
  ...rate,
  name,
  reason,
  net,
  tax,
});
const ofRates = {
  lines: [
    { quantity: 3, total: 100_00, ...standard },
    { quantity: 2.5, total: 50_01, ...reduced },
  ],
  shippingCharge: 10_00,
  shippingTax: standard,
  taxes: [sumBy(standard, 110_00, 22_00), sumBy(reduced, 50_01, 2_50)],
  tax: 24_50,
};

test("a credit takes back the tax of its own lines' rates, added to the prices or included in them", () => {
  const excluded = { ...ofRates, includesTax: false, totalAmount: 184_51 };
  const none = creditedPortion(excluded, []);
  expect(creditOf(excluded, none, { quantities: [0, 1.25], shippingCharge: 0 })).toMatchObject({
    taxes: [{ tax: 0 }, { net: 25_01, tax: 1_25 }],
    tax: 1_25,
    total: 26_26,
  });
  const { taxes } = ofRates;
  expect(creditOf(excluded, none, remainingPortion(excluded, none))).toMatchObject({
    taxes,
    tax: 24_50,
    total: 184_51,
  });
  const included = { ...ofRates, includesTax: true, totalAmount: 160_01 };
  expect(creditOf(included, none, { quantities: [3, 0], shippingCharge: 0 })).toMatchObject({
    tax: 20_00,
    total: 100_00,
  });
});

test("the net and the tax of a partial credit with included tax add up to its amount", () => {
  const whole = {
    lines: [{ quantity: 1_200, total: 12_00, ...standard }],
    ...{ shippingCharge: 0, shippingTax: null, includesTax: true, totalAmount: 12_00 },
    ...{ taxes: [sumBy(standard, 10_00, 2_00)], tax: 2_00 },
  };
  const before = creditedPortion(whole, []);
  const credit = creditOf(whole, before, { quantities: [123], shippingCharge: 0 });
  expect(credit).toMatchObject({ taxes: [{ net: 1_02, tax: 21 }], tax: 21, total: 1_23 });
});
