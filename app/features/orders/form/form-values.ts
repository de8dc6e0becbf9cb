/** An order as its form writes it. Browser-safe. */
import type { Order } from "db/schema";
import type { FormFields } from "~/core/form/form-state";
import { referenceText } from "~/core/form/record-reference";
import { moneyText } from "~/core/values/money";
import { hasRates, noRate } from "~/features/taxes/tax-parts";

const rateField = (id: number | undefined) => (id === undefined ? noRate : String(id));

type Values = Pick<Order, "customerName" | "items"> & Partial<Omit<Order, "customerName" | "items">>;

/** Returns an order as form fields, from a record or from the values of a form. */
export function orderValues({ customerId = null, customerName, items, ...order }: Values) {
  const rows = items.flatMap(({ id, name, quantity, price, taxRateId }, index) =>
    Object.entries({
      product: id === null ? "" : referenceText(name, id),
      title: name,
      quantity: String(quantity),
      price: moneyText(price),
      taxRate: rateField(taxRateId),
    }).map(([field, value]) => [`lines.${index}.${field}`, value]),
  );
  return {
    customer: referenceText(customerName, customerId),
    isGuest: customerId === null ? "on" : "",
    customerEmail: order.customerEmail ?? "",
    customerPhone: order.customerPhone ?? "",
    customerCompany: order.customerCompany ?? "",
    discountAmount: moneyText(order.discountAmount ?? 0),
    shippingChargeAmount: moneyText(order.shippingChargeAmount ?? 0),
    shippingTaxRate: rateField(order.shippingTax?.taxRateId),
    taxAmount: moneyText(hasRates(items) ? 0 : (order.taxAmount ?? 0)),
    paymentMethod: order.paymentMethod ?? "",
    shipping: order.shipping ?? "",
    billing: order.billing ?? "",
    ...(Object.fromEntries(rows) as FormFields),
  };
}

/** Whether a form has the fields of items, which are not open any more once the items are fixed. */
export const hasItemFields = (fields: object = {}) => Object.keys(fields).some((name) => name.startsWith("lines."));
