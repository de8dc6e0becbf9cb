/** Saves the form of a payment, with errors beside the rows that they are about. */
import type { Payment } from "db/schema";
import type { ParsedForm } from "~/core/form/form.server";
import { saveEdit, saveNew } from "~/core/pages/save.server";
import type { ActingUser, Actor } from "~/core/resource/act.server";
import { formatMoney } from "~/core/values/money";
import { errorsByRow, type readPaymentForm } from "./form/form.server";
import { paymentValues } from "./form/form-values";
import { paymentResource } from "./payments.server";
import { valueOf } from "./unallocated";

type ReadForm = Awaited<ReturnType<typeof readPaymentForm>>;
type PaymentForm = ReadForm extends ParsedForm<infer Values> ? ParsedForm<Omit<Values, "currentPassword">> : never;

/** Returns an outcome with its errors beside the form's rows. */
const withErrorsByRow =
  (form: ParsedForm<unknown>) =>
  <Outcome extends { ok: boolean }>(outcome: Outcome): Outcome =>
    "errors" in outcome ? { ...outcome, errors: errorsByRow(outcome.errors as Record<string, string>, form) } : outcome;

const sentenceBeginnings = {
  payment: (amount: string) => `Payment of ${amount} from`,
  refund: (amount: string) => `Refund of ${amount} to`,
  credit: (amount: string) => `Credit of ${amount} of`,
};

/** Creates a payment, and goes back to the invoice that it was recorded from, if there is one. */
export const saveNewPayment = (me: Actor, form: PaymentForm, invoiceId: string | undefined) =>
  saveNew(me, {
    of: {
      ...paymentResource,
      create: async (...values) => withErrorsByRow(form)(await paymentResource.create(...values)),
    },
    form,
    to: ({ id }) => (invoiceId ? `/invoices/${invoiceId}/details` : paymentResource.href(String(id))),
    text: (payment) =>
      `${sentenceBeginnings[payment.kind](formatMoney(valueOf(payment)))} ${payment.customerName} ${payment.kind === "credit" ? "was applied" : "was recorded"}`,
  });

export const savePayment = (me: ActingUser, before: Payment, form: PaymentForm) =>
  saveEdit(me, {
    of: {
      ...paymentResource,
      change: async (by, id, ...rest) => withErrorsByRow(form)(await paymentResource.change(by, Number(id), ...rest)),
    },
    before,
    form,
    fieldsOf: paymentValues,
  });
