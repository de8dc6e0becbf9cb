/** The fields of an order: see `core/fields/fields.ts`. Browser-safe. */
import { fields, longText, moment, money, other, phone, picture, text } from "~/core/fields/fields";
import type { Noun } from "~/core/values/noun";

export const orderNoun: Noun = { one: "order", many: "orders" };

export const orderFields = fields({
  status: text({ label: "Status", max: 40, required: "Enter a status, such as new", sort: "anyCase" }),
  createdAt: moment({ label: "Placed", file: "placed", readOnly: true, sort: true }),
  deliveredAt: moment({ label: "Delivered", file: "delivered", readOnly: true, sort: true, compare: true }),
  invoiceId: other({ label: "Invoice", param: "invoice", file: "invoice", search: true, sort: true }),
  customerId: other({ label: "Customer", format: "person", namedBy: "customerName" }),
  customerName: text({
    label: "Customer",
    max: 100,
    required: "Enter the customer's name, or the id of a user",
    param: "customer",
    file: "customer",
    search: true,
    sort: true,
  }),
  customerCompany: text({ label: "Company", max: 100, search: true }),
  customerEmail: other({ label: "E-mail", search: true }),
  customerPhone: phone({ label: "Phone" }),
  customerImage: picture({ label: "Customer's picture" }),
  shipping: longText({ label: "Shipping address", max: 500 }),
  billing: longText({ label: "Billing address", max: 500 }),
  paymentId: text({ label: "Payment reference", max: 60, search: true }),
  paymentMethod: other({ label: "Payment method", param: "payment", sort: "anyCase" }),
  cardNumber: other({ label: "Card" }),
  items: other({ label: "Items", format: "rows" }),
  subTotalAmount: money({ label: "Subtotal", readOnly: true }),
  discountAmount: money({ label: "Discount" }),
  shippingChargeAmount: money({ label: "Shipping" }),
  taxAmount: money({ label: "Tax" }),
  totalAmount: money({ label: "Total", param: "total", file: "total", readOnly: true, sort: true, compare: true }),
});
