import fc from "fast-check";
import { expect, it } from "vitest";
import { invoiceValues } from "../invoices/form/form-values";
import { sumsOfForm } from "./form-sums";
import { documentSums } from "~/features/taxes/document-sums";

const line = fc.record({
  id: fc.option(fc.integer({ min: 1, max: 99 })),
  title: fc.constantFrom("Pen", "Ink"),
  quantity: fc.integer({ min: 1, max: 1000_000 }).map((thousandths) => thousandths / 1000),
  price: fc.integer({ min: -10_000_00, max: 10_000_00 }),
  discount: fc.integer({ min: 0, max: 10_000 }),
  total: fc.constant(0),
});
const vat = { taxRateId: 1, taxName: "VAT", rate: 20_00, category: "standard" as const, taxReason: "" };
const reduced = { ...vat, taxRateId: 2, taxName: "Reduced", rate: 5_50, category: "reduced" as const };
const ratedLine = fc.tuple(line, fc.constantFrom(undefined, vat, reduced)).map(([line, tax]) => ({ ...line, ...tax }));
const invoice = fc.record({
  lines: fc.array(ratedLine, { minLength: 1, maxLength: 20 }),
  shippingTax: fc.constantFrom(null, vat),
  includesTax: fc.boolean(),
  shippingCharge: fc.nat(10_000_00),
  tax: fc.nat(10_000_00),
});
const rest = {
  customerId: 1,
  customerName: "Ada",
  issueDate: "2026-01-10",
  dueDate: "2026-01-24",
  status: "pending" as const,
  billingEmail: "",
  billingPhone: "",
  billingAddress: "",
  paymentMethod: "",
  cardHolder: "",
  cardNo: "",
};

it("the total in the form is that of the invoice", () => {
  fc.assert(
    fc.property(invoice, (charges) => {
      const rates = { options: [vat, reduced], usual: null, includesTax: charges.includesTax };
      const { subtotal, taxes, tax, total } = sumsOfForm(invoiceValues({ ...rest, ...charges }), rates);
      expect({ subtotal, taxes, tax, total }).toEqual(documentSums(charges));
    }),
  );
});

it.each([
  ["a price in words", { "lines.0.price": "ten" }],
  ["a tenth of a thousandth", { "lines.0.quantity": "1.0001" }],
  ["no quantity", { "lines.0.quantity": "" }],
  ["more than a full discount", { "lines.0.discount": "101" }],
  ["no price", { "lines.0.price": "" }],
])("a line with %s has no total yet, and neither has the invoice", (_, typed) => {
  const fields = {
    "lines.0.title": "Pen",
    "lines.0.quantity": "2",
    "lines.0.price": "1.50",
    "lines.4.title": "Ink",
    "lines.4.quantity": "1",
    "lines.4.price": "4",
    tax: "1",
  };
  expect(sumsOfForm({ ...fields, ...typed })).toEqual({
    lines: { 0: undefined, 4: 4_00 },
    subtotal: undefined,
    shippingCharge: 0,
    isRated: false,
    tax: 1_00,
    taxes: [],
    total: undefined,
  });
  expect(sumsOfForm(fields)).toMatchObject({ lines: { 0: 3_00 }, subtotal: 7_00, total: 8_00 });
});

it("a quantity may have separators of thousands", () => {
  const line = { "lines.0.title": "Pen", "lines.0.quantity": "1,000", "lines.0.price": "1.50" };
  expect(sumsOfForm(line)).toMatchObject({ lines: { 0: 1_500_00 }, total: 1_500_00 });
});

it("an empty line is ignored, as when it is saved", () => {
  expect(sumsOfForm({ "lines.0.product": "", "lines.0.quantity": "1" })).toMatchObject({ lines: { 0: 0 }, total: 0 });
});
