/** An invoice as its form writes it. Browser-safe. */
import type { Invoice, InvoiceLine } from "db/schema";
import type { FormFields } from "~/core/form/form-state";
import { formValues } from "~/core/fields/form-values";
import { moneyText, percentText } from "~/core/values/money";
import { referenceText } from "~/core/form/record-reference";
import { invoiceFields } from "../fields";

type Values = Pick<
  Invoice,
  | "customerId"
  | "customerName"
  | "issueDate"
  | "dueDate"
  | "status"
  | "billingEmail"
  | "billingPhone"
  | "billingAddress"
  | "paymentMethod"
  | "cardHolder"
  | "cardNo"
  | "lines"
  | "shippingCharge"
  | "tax"
>;

/** A line as the fields of its row. */
export const lineFields = ({ id, title, quantity, price, discount }: Omit<InvoiceLine, "total">) => ({
  product: id === null ? "" : referenceText(title, id),
  title,
  quantity: String(quantity),
  price: moneyText(price),
  discount: percentText(discount),
});

const fieldValues = formValues(invoiceFields);

/** Returns an invoice as form fields, from a record or from the values of a form. */
export function invoiceValues({ customerId, customerName, lines, ...values }: Values) {
  const rows = lines.flatMap((line, index) =>
    Object.entries(lineFields(line)).map(([name, value]) => [`lines.${index}.${name}`, value]),
  );
  return {
    customer: referenceText(customerName, customerId),
    ...fieldValues(values),
    ...(Object.fromEntries(rows) as FormFields),
  };
}
