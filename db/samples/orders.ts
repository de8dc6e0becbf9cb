/** The sample's fifteen orders from the last thirty days, with their progress. */
import type { PaymentMethod } from "../lookups";
import type { OrderItem, orders } from "../schema";
import { content } from "./content";
import type { SampleProduct } from "./products";
import { byId, hour } from "./parts";
import type { Step } from "./past";
import type { SamplePerson } from "./users";

type Stage = "New" | "Pending" | "Shipping" | "Delivered" | "Return" | "Cancelled";

/** Status changes by final stage, with the hours since the order and an optional reason. */
const stages: Record<Stage, [status: Stage, afterHours: number, reason?: string][]> = {
  New: [],
  Pending: [["Pending", 2]],
  Shipping: [
    ["Pending", 2],
    ["Shipping", 22],
  ],
  Delivered: [
    ["Pending", 2],
    ["Shipping", 22],
    ["Delivered", 70],
  ],
  Return: [
    ["Pending", 2],
    ["Shipping", 22],
    ["Delivered", 70],
    ["Return", 80, "One size too small, the customer sends it back"],
  ],
  Cancelled: [
    ["Pending", 2],
    ["Cancelled", 9, "Ordered twice by mistake"],
  ],
};

interface Sample {
  hoursAgo: number;
  customer: number;
  items: { product: number; quantity: number }[];
  /** Tax, in cents. */
  tax: number;
  stage: Stage;
  paymentMethod: PaymentMethod;
  lastFour: string;
}

/** Returns an address of several lines; the country alone where a sample has no more. */
export const streetOf = ({ id, country }: SamplePerson) =>
  content<Record<number, string>>("addresses")[id] ?? country ?? "";

export type SampleOrder = typeof orders.$inferInsert & {
  id: number;
  createdAt: Date;
  items: OrderItem[];
  taxAmount: number;
  shippingChargeAmount: number;
  discountAmount: number;
  totalAmount: number;
  customerId: number;
};

/** Discount and shipping of every order, in cents. */
const discount = 5_00;
const shippingCharge = 10_00;

/** Returns the current rows, each with the steps that led to it. */
export function sampleOrders(
  now: Date,
  products: SampleProduct[],
  people: SamplePerson[],
): { row: SampleOrder; steps: Step[] }[] {
  return content<Sample[]>("orders").map((sample, index) => {
    const { hoursAgo, customer: customerId, tax, stage, paymentMethod, lastFour } = sample;
    const id = index + 1;
    const customer = byId(people, customerId);
    const createdAt = new Date(now.getTime() - hoursAgo * hour);
    const items = sample.items.map(({ product, quantity }) => itemOf(byId(products, product), quantity));
    const subTotalAmount = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
    const street = streetOf(customer);
    const { steps, ...state } = progress(stage, createdAt);
    const row = {
      id,
      createdAt,
      ...state,
      customerId,
      customerName: customer.name,
      customerCompany: customer.company,
      customerEmail: customer.email,
      customerPhone: customer.phone,
      customerImage: customer.image,
      billing: `${customer.name}\n${street}`,
      shipping: `${customer.name}\n${street}`,
      paymentId: `PM-${20400 + id * 7}`,
      paymentMethod,
      cardNumber: paymentMethod === "Paypal" ? "" : `**** **** **** ${lastFour}`,
      items,
      subTotalAmount,
      discountAmount: discount,
      taxAmount: tax,
      shippingChargeAmount: shippingCharge,
      totalAmount: subTotalAmount - discount + tax + shippingCharge,
    };
    return { row, steps };
  });
}

const itemOf = ({ id, title, featureImage, price }: SampleProduct, quantity: number): OrderItem => ({
  id,
  name: title,
  image: featureImage ?? null,
  price,
  quantity,
});

/** Returns an order's current status and its status changes. */
function progress(stage: Stage, placed: Date) {
  let state: { status: string; deliveredAt: Date | null } = { status: "New", deliveredAt: null };
  const steps = stages[stage].map(([status, hours, reason]): Step => {
    const at = new Date(placed.getTime() + hours * hour);
    const before = state;
    state = { status, deliveredAt: status === "Delivered" ? at : state.deliveredAt };
    return { at, before, after: state, reason };
  });
  return { ...state, steps };
}
