/** The fields of an order: see `core/fields/fields.ts`. Browser-safe. */
import { fields, moment, other, picture } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const orderNoun: Noun = { one: "order", many: "orders" };

export const orderFields = fields({
  status: other({ label: "Status" }),
  createdAt: moment({ label: "Placed", readOnly: true }),
  deliveredAt: moment({ label: "Delivered", readOnly: true }),
  invoiceId: other({ label: "Invoice" }),
  customerId: other({ label: "Customer", format: "person", namedBy: "customerName" }),
  customerName: other({ label: "Customer" }),
  customerEmail: other({ label: "E-mail" }),
  customerPhone: other({ label: "Phone" }),
  customerImage: picture({ label: "Customer's picture" }),
  shipping: other({ label: "Shipping address" }),
  billing: other({ label: "Billing address" }),
  paymentId: other({ label: "Payment reference" }),
  paymentMethod: other({ label: "Payment method" }),
  cardNumber: other({ label: "Card" }),
  items: other({ label: "Items", format: "rows" }),
  subTotalAmount: other({ label: "Subtotal", format: "money" }),
  discountAmount: other({ label: "Discount", format: "money" }),
  shippingChargeAmount: other({ label: "Shipping", format: "money" }),
  taxAmount: other({ label: "Tax", format: "money" }),
  totalAmount: other({ label: "Total", format: "money" }),
});
