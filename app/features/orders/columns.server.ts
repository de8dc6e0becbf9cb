/** What files have of an order. */
import type { Order } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { itemsText } from "./items/items-text";

export const orderColumns = {
  id: (order) => order.id,
  invoice: (order) => order.invoiceId,
  customer: (order) => order.customerName,
  email: (order) => order.customerEmail,
  phone: (order) => order.customerPhone,
  status: (order) => order.status,
  paymentMethod: (order) => order.paymentMethod,
  paymentId: (order) => order.paymentId,
  placed: (order) => order.createdAt,
  delivered: (order) => order.deliveredAt,
  items: (order) => itemsText(order.items),
  subtotal: (order) => order.subTotalAmount / 100,
  discount: (order) => order.discountAmount / 100,
  tax: (order) => order.taxAmount / 100,
  shippingCharge: (order) => order.shippingChargeAmount / 100,
  total: (order) => order.totalAmount / 100,
  billing: (order) => order.billing,
  shipping: (order) => order.shipping,
  company: (order) => order.customerCompany,
} satisfies Columns<Order>;
