/** Orders for tests. */
import { orderResource } from "~/features/orders/orders.server";
import { cast } from "./database";

type NewOrder = Parameters<typeof orderResource.create>[1];

/** Two pens at $19.90, less $5.00, plus $1.50 tax and $5.00 shipping: $41.30 in total. */
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

/** Creates an order as Ada and returns it. */
export async function addOrder(values: Partial<NewOrder> = {}) {
  const made = await orderResource.create(cast.ada, { ...orderValues, ...values });
  if (!made.ok) throw new Error(JSON.stringify(made.errors));
  return made.row;
}
