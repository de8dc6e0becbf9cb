/** An invoice as its form writes it. Browser-safe. */
import type { Invoice, InvoiceLine } from "db/schema";
import type { FormFields } from "~/core/form/form-state";
import { formValues } from "~/core/fields/form-values";
import { moneyText, percentText } from "~/core/values/money";
import { referenceText } from "~/core/form/record-reference";
import { invoiceFields } from "../fields";
import { noRate } from "~/features/taxes/tax-parts";

type Values = Pick<Invoice, "customerName" | "lines"> &
  Partial<
    Pick<
      Invoice,
      | "customerId"
      | "customerTaxTreatment"
      | "issueDate"
      | "dueDate"
      | "status"
      | "poNumber"
      | "serviceFrom"
      | "serviceTo"
      | "note"
      | "internalNote"
      | "billingEmail"
      | "billingPhone"
      | "billingAddress"
      | "paymentMethod"
      | "cardHolder"
      | "cardNo"
      | "shippingCharge"
      | "shippingTax"
      | "tax"
    >
  >;

/** A line as the fields of its row. */
export const lineFields = ({ id, title, quantity, unit, price, discount, taxRateId }: Omit<InvoiceLine, "total">) => ({
  product: id === null ? "" : referenceText(title, id),
  title,
  quantity: String(quantity),
  unit: unit ?? "",
  price: moneyText(price),
  discount: percentText(discount),
  taxRate: rateField(taxRateId),
});

const rateField = (id: number | undefined) => (id === undefined ? noRate : String(id));

const fieldValues = formValues(invoiceFields);

/**
 * Returns an invoice as form fields, from a record or from the values of a form. Rates that follow from the customer
 * are not among them, so that another customer has the usual ones.
 */
export function invoiceValues({
  customerId = null,
  customerName,
  customerTaxTreatment = "taxable",
  lines,
  shippingTax,
  ...values
}: Values) {
  const isTaxedByCustomer = customerTaxTreatment !== "taxable";
  const rows = lines.flatMap((line, index) =>
    Object.entries({ ...lineFields(line), ...(isTaxedByCustomer && { taxRate: "" }) }).map(([name, value]) => [
      `lines.${index}.${name}`,
      value,
    ]),
  );
  return {
    customer: referenceText(customerName, customerId),
    ...fieldValues(values),
    shippingTaxRate: isTaxedByCustomer ? "" : rateField(shippingTax?.taxRateId),
    ...(Object.fromEntries(rows) as FormFields),
  };
}
