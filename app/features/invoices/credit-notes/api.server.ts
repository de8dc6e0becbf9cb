/** `/api/credit-notes`: they are issued and read, and never changed. */
import { companyCurrency } from "db/company-settings";
import { z } from "zod";
import { apiOf } from "~/core/api/api-resource.server";
import { apiFieldsOf } from "~/core/fields/api.server";
import { answeredCurrency, ownCurrency } from "~/core/form/currency-rule.server";
import { maxRows } from "~/core/form/rows";
import { day, integer, money, quantity, text } from "~/core/form/rules";
import { createCreditNote, creditNoteResource } from "./credit-notes.server";
import { creditNoteFields, maxReasonLength } from "./fields";
import { requestedLine } from "./issue.server";

const { shape, show } = apiFieldsOf(creditNoteFields, {
  about: {
    invoiceId: "The invoice that it credits.",
    applied: "What it took off the balance of the invoice.",
    unapplied: "The rest, which is credit of the customer.",
  },
});

const CreditNoteAnswer = z.object({
  id: z.string().describe("Such as CN-0001."),
  ...shape,
  currency: answeredCurrency(),
  lines: z
    .array(
      z.object({
        line: z.int().nonnegative(),
        id: z.int().positive().nullable(),
        title: z.string(),
        quantity: z.number(),
        price: z.number(),
        discount: z.number(),
        total: z.number(),
      }),
    )
    .describe("The credited lines of the invoice; `line` is their place on it, from 0."),
  taxes: z
    .array(z.object({ taxRateId: z.int().positive().nullable(), rate: z.number(), net: z.number(), tax: z.number() }))
    .describe("The tax by rate, in percent; empty if the invoice has an amount of tax without a rate."),
});

const CreditNoteBody = z.object({
  currency: ownCurrency(),
  invoiceId: z.string({ error: "Name an invoice" }).trim().min(1, "Name an invoice"),
  reason: text({ max: maxReasonLength, ask: "Say why" }),
  date: day("Enter a date").optional().describe("Today, unless it is named."),
  lines: z
    .array(
      z.object({
        line: integer({ ask: "Name a line by its place on the invoice, from 0" }),
        quantity: quantity(),
      }),
    )
    .max(maxRows, `Name at most ${maxRows} lines`)
    .optional()
    .describe("Without lines and shipping, everything is credited that is not credited yet."),
  shippingCharge: money().optional().describe("How much of the shipping is credited."),
});

export const creditNoteApi = apiOf({
  of: { ...creditNoteResource, create: createCreditNote },
  listing: creditNoteResource.listing,
  shape: CreditNoteAnswer,
  show: (note) => ({
    id: note.id,
    ...show(note),
    currency: companyCurrency(),
    lines: note.lines.map(({ line, id, title, quantity, price, discount, total }) => ({
      line,
      id,
      title,
      quantity,
      price: price / 100,
      discount: discount / 100,
      total: total / 100,
    })),
    taxes: note.taxes.map(({ taxRateId, rate, net, tax }) => ({
      taxRateId,
      rate: rate / 100,
      net: net / 100,
      tax: tax / 100,
    })),
  }),
  create: {
    body: CreditNoteBody,
    values: ({ lines = [], currency: _, ...said }) => ({
      ...said,
      lines: lines.map(({ line, quantity }) => requestedLine(line, quantity)),
    }),
    example: { invoiceId: "INV-0012", reason: "Goods returned", lines: [{ line: 1, quantity: 1 }] },
  },
  example: {
    id: "CN-0001",
    date: "2026-11-20",
    invoiceId: "INV-0012",
    reason: "Goods returned",
    currency: "USD",
    customer: { id: 6, name: "Rosa Winter", company: "Winter & Söhne" },
    billingAddress: {
      email: "rosa.winter@example.com",
      phone: "+43 1 5550 0174",
      address: "12 Lindengasse\n1070 Vienna\nAustria",
    },
    lines: [{ line: 1, id: 7, title: "Linen Overshirt", quantity: 1, price: 79, discount: 0, total: 79 }],
    shippingCharge: 0,
    tax: 4.88,
    taxes: [],
    total: 83.88,
    applied: 0,
    unapplied: 83.88,
    createdAt: "2026-11-20T09:00:00.000Z",
  },
});
