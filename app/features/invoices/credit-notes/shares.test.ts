import fc from "fast-check";
import { expect, test } from "vitest";
import { creditedPortion, creditOf, type CreditableInvoice, remainingPortion } from "./shares";

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
  const whole = { lines: [{ quantity: 3, total: 100_00 }], shippingCharge: 0, tax: 10_01, totalAmount: 110_01 };
  const none = creditedPortion(whole, []);
  expect(creditOf(whole, none, { quantities: [1], shippingCharge: 0 })).toEqual({
    lines: [33_33],
    shippingCharge: 0,
    tax: 3_34,
    total: 36_67,
  });
});
