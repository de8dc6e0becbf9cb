/** A payment as its form writes it. Browser-safe. */
import type { Payment } from "db/schema";
import { formValues } from "~/core/fields/form-values";
import type { FormFields } from "~/core/form/form-state";
import { referenceText } from "~/core/form/record-reference";
import { moneyText } from "~/core/values/money";
import type { InvoiceRow } from "../open-invoices.server";
import { paymentFields } from "../fields";

type Values = Pick<Payment, "customerId" | "customerName" | "kind" | "date" | "amount" | "allocations"> &
  Partial<Pick<Payment, "method" | "reference" | "note">>;

const fieldValues = formValues(paymentFields);

/** Returns a payment as form fields, from a record or from the values of a form. */
export function paymentValues({ customerId, customerName, allocations, ...values }: Values) {
  const rows = allocations.flatMap(({ invoiceId, amount }, place) => [
    [`allocations.${place}.invoiceId`, invoiceId],
    [`allocations.${place}.amount`, moneyText(amount)],
  ]);
  return {
    customer: referenceText(customerName, customerId),
    ...fieldValues(values),
    ...(Object.fromEntries(rows) as FormFields),
  };
}

/** Returns the form fields of rows, with what they say of the invoices. */
export const rowFields = (rows: InvoiceRow[]): FormFields =>
  Object.fromEntries(
    rows.flatMap((row, place) =>
      Object.entries(row).map(([name, value]) => [`allocations.${place}.${name}`, String(value)]),
    ),
  );
