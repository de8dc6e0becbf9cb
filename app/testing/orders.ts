/** Orders for tests. */
import { orderResource } from "~/features/orders/orders.server";
import { cast } from "./database";

type NewOrder = Parameters<typeof orderResource.create>[1];

/** Of two pens at $19.90, to which the rest adds $1.50: $41.30 in all. */
export const orderValues = {
  customerId: cast.dan.id,
  status: "New",
  billing: "Dan Directory\nOslo",
  shipping: "Dan Directory\nOslo",
  paymentId: "PM-1",
  paymentMethod: "Visa Card",
  cardNumber: "**** **** **** 4417",
  items: [{ id: 1, name: "Pen", image: null, price: 19_90, quantity: 2 }],
  discountAmount: 5_00,
  taxAmount: 1_50,
  shippingChargeAmount: 5_00,
  createdAt: new Date("2026-03-02T10:00:00Z"),
} satisfies NewOrder;

/** Puts an order in, made by Ada. Answers it. */
export async function addOrder(values: Partial<NewOrder> = {}) {
  const made = await orderResource.create(cast.ada, { ...orderValues, ...values });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made.row;
}
