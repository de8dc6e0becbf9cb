/** `/api/payments`. */
import { companyCurrency } from "db/company-settings";
import { z } from "zod";
import type { Payment } from "db/schema";
import { apiOf } from "~/core/api/api-resource.server";
import { apiFieldsOf } from "~/core/fields/api.server";
import { answeredCurrency, ownCurrency } from "~/core/form/currency-rule.server";
import { maxRows } from "~/core/form/rows";
import { money, orNone, recordRef } from "~/core/form/rules";
import { today } from "~/core/values/today.server";
import { paymentFields } from "./fields";
import { paymentResource } from "./payments.server";
import { PaymentRules } from "./rules.server";
import { unallocatedOf } from "./unallocated";

const { shape, show, body, columns } = apiFieldsOf(paymentFields, {
  rules: PaymentRules.shape,
  about: {
    kind: "A refund counts below 0 in sums, but its amount is above 0, too. Credit applies customer credit to its allocations, and its amount is 0.",
    source: "A marked payment was recorded by the status of its invoice, and follows it.",
    customerName: "As they were called when the payment was recorded.",
  },
});

const PaymentAnswer = z.object({
  id: z.int().positive(),
  ...shape,
  allocations: z
    .array(z.object({ invoiceId: z.string(), amount: z.number().positive() }))
    .describe("The invoices that it settles, or from which a refund takes back."),
  currency: answeredCurrency(),
  unallocated: z.number().describe("The rest, which is the customer's credit; below 0 if the credit was applied."),
});

const AllocationBody = z.object({
  invoiceId: z.string("Name an invoice by its id, such as INV-0012").trim(),
  amount: money({ ask: "Enter an amount above 0", least: 1 }),
});

const requestFields = body.shape;
export const PaymentBody = body.extend({
  currency: ownCurrency(),
  kind: requestFields.kind.optional().describe("A payment, unless it is named."),
  amount: money({ ask: "Enter an amount above 0", least: 0 }).optional().describe("Left out if credit is applied."),
  date: requestFields.date.optional().describe("Today, unless it is named. Not in the future."),
  customerId: orNone(recordRef("Name a user by their id")).optional().describe("That of its invoices, unless named."),
  allocations: z
    .array(AllocationBody)
    .max(maxRows, `Name at most ${maxRows} invoices`)
    .optional()
    .describe("At most the balance of each invoice, and at most the amount together."),
});

/** Returns the columns for the fields in a request body, and no others. */
export const writtenColumns = ({ allocations, customerId, ...said }: Partial<z.output<typeof PaymentBody>>) => ({
  ...columns(said),
  ...(customerId !== undefined && { customerId }),
  ...(allocations && { allocations }),
});

export const paymentApi = apiOf({
  of: paymentResource,
  listing: paymentResource.listing,
  shape: PaymentAnswer,
  show: (payment: Payment) => ({
    id: payment.id,
    ...show(payment),
    allocations: payment.allocations.map(({ invoiceId, amount }) => ({ invoiceId, amount: amount / 100 })),
    currency: companyCurrency(),
    unallocated: unallocatedOf(payment) / 100,
  }),
  create: {
    body: PaymentBody,
    values: ({ amount, ...said }) => ({
      source: "api" as const,
      date: today(),
      ...writtenColumns(said),
      amount: amount ?? 0,
    }),
    example: {
      customerId: 3,
      amount: 25,
      method: "Bank Transfer",
      reference: "Advance for the next order",
    },
  },
  change: { method: "PUT", body: PaymentBody, values: writtenColumns, example: { reference: "Statement 11, line 4" } },
  example: {
    id: 1,
    kind: "payment",
    customerId: 6,
    customerName: "Rosa Winter",
    date: "2026-11-12",
    amount: 208.1,
    method: "Visa Card",
    reference: "",
    note: "",
    allocations: [{ invoiceId: "INV-0012", amount: 208.1 }],
    source: "marked",
    currency: "USD",
    unallocated: 0,
  },
});
