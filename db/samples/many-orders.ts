/** Orders of a large sample, and invoices for about half of them. */
import { linesOfOrder, defaultTermDays } from "../billing";
import { dayNumberAt, dayOfNumber } from "../dates";
import type { PaymentMethod } from "../lookups";
import type { invoices, OrderItem, orders } from "../schema";
import type { Customer } from "./many-people";
import type { Sold } from "./many-products";
import { type Draw, hour } from "./parts";

type ManyOrder = typeof orders.$inferInsert & { id: number; createdAt: Date; items: OrderItem[] };
type ManyInvoice = typeof invoices.$inferInsert & { id: string };

const methods: [PaymentMethod, number][] = [
  ["Credit Card", 34],
  ["Visa Card", 30],
  ["Master Card", 22],
  ["Paypal", 14],
];
const pieces: [number, number][] = [
  [1, 70],
  [2, 20],
  [3, 7],
  [6, 3],
];
const kinds: [number, number][] = [
  [1, 45],
  [2, 35],
  [3, 20],
];

/** Amounts in cents, the same as in the sample's other orders. */
const discount = 5_00;
const shippingCharge = 10_00;
const cheapest = 20_00;
/** Price from which products are bought one at a time, in cents. */
const boughtSingly = 60_00;

/** Existing customers and products, and the current time. */
export interface Market {
  customers: Customer[];
  products: Sold[];
  now: Date;
  timeZone: string;
}

/** Returns an order placed at a time, with its progress up to now. */
export function oneOrder(
  id: number,
  createdAt: Date,
  { customers, products, now }: Market,
  draw: Draw,
): { order: ManyOrder; way: Stage[] } {
  const customer = draw.one(customers);
  const bought = new Set(Array.from({ length: draw.often(kinds) }, () => draw.one(products)));
  const items = [...bought].map((product) => itemOf(product, product.price < boughtSingly ? draw.often(pieces) : 1));
  const way = statusHistory(createdAt, now, draw);
  const { status } = way.at(-1) ?? { status: "New" };
  const subTotalAmount = items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);
  const discountAmount = subTotalAmount >= cheapest ? discount : 0;
  const taxAmount = 10_00 + draw.below(501);
  const address = `${customer.name}\n${customer.address}`;
  const paymentMethod = draw.often(methods);
  const lastFour = String(draw.below(10_000)).padStart(4, "0");
  const order = {
    id,
    createdAt,
    invoiceId: null,
    status,
    deliveredAt: way.find(({ status }) => status === "Delivered")?.at ?? null,
    revision: way.length,
    customerId: customer.id,
    customerName: customer.name,
    customerCompany: customer.company,
    customerEmail: customer.email,
    customerPhone: customer.phone,
    customerImage: customer.image ?? null,
    billing: address,
    shipping: address,
    paymentId: `PM-${20_400 + id * 7}`,
    paymentMethod,
    cardNumber: paymentMethod === "Paypal" ? "" : `**** **** **** ${lastFour}`,
    items,
    subTotalAmount,
    discountAmount,
    taxAmount,
    shippingChargeAmount: shippingCharge,
    totalAmount: subTotalAmount - discountAmount + taxAmount + shippingCharge,
  };
  return { order, way };
}

const itemOf = ({ id, title, featureImage, price }: Sold, quantity: number): OrderItem => ({
  id,
  name: title,
  image: featureImage ?? null,
  price,
  quantity,
});

/** A status of an order and its time. */
export interface Stage {
  status: string;
  at: Date;
}

/**
 * Returns an order's status changes up to now. Four in a hundred are canceled within two days, five are returned; the
 * others arrive after two to six days.
 */
function statusHistory(placed: Date, now: Date, draw: Draw): Stage[] {
  const chance = draw.below(100);
  const hours = {
    pending: 1 + draw.below(6),
    shipped: 8 + draw.below(36),
    arrived: 48 + draw.below(96),
    back: 160 + draw.below(240),
  };
  const all: [status: string, hours: number][] =
    chance < 4
      ? [["Cancelled", hours.shipped]]
      : [
          ["Shipping", hours.shipped],
          ["Delivered", hours.arrived],
          ...(chance < 9 ? [["Return", hours.back] as [string, number]] : []),
        ];
  return [["New", 0] as [string, number], ["Pending", hours.pending] as [string, number], ...all]
    .map(([status, hours]) => ({ status, at: new Date(placed.getTime() + hours * hour) }))
    .filter(({ at }) => at <= now);
}

/**
 * Returns the invoice of an order, made some hours later; undefined for about half of the orders, and for canceled
 * ones.
 */
export function invoiceOf(
  order: ManyOrder,
  number: number,
  { now, timeZone }: Market,
  draw: Draw,
): ManyInvoice | undefined {
  const createdAt = new Date(order.createdAt.getTime() + 2 * hour);
  if (draw.below(100) >= 53 || order.status === "Cancelled" || createdAt > now) return undefined;
  const day = dayNumberAt(createdAt.getTime(), timeZone);
  const completedAt = paymentDate(createdAt, now, draw);
  return {
    id: `INV-${String(number).padStart(4, "0")}`,
    number,
    createdAt,
    issueDate: dayOfNumber(day),
    dueDate: dayOfNumber(day + defaultTermDays),
    status: completedAt ? "complete" : "pending",
    completedAt,
    customerId: order.customerId,
    customerName: order.customerName,
    customerCompany: order.customerCompany,
    customerImage: order.customerImage,
    billingEmail: order.customerEmail,
    billingPhone: order.customerPhone,
    billingAddress: (order.billing ?? "").split("\n").slice(1).join("\n"),
    paymentMethod: order.paymentMethod,
    cardHolder: order.cardNumber ? order.customerName : "",
    cardNo: order.cardNumber,
    lines: linesOfOrder({ items: order.items, discountAmount: order.discountAmount ?? 0 }),
    shippingCharge: order.shippingChargeAmount,
    tax: order.taxAmount,
    totalAmount: order.totalAmount,
    revision: completedAt ? 2 : 1,
  };
}

/**
 * Returns when an invoice is paid, null if not yet: most within the term, some up to a month late, two in a hundred
 * never.
 */
function paymentDate(issued: Date, now: Date, draw: Draw): Date | null {
  const chance = draw.below(100);
  const days = chance < 88 ? 1 + draw.below(defaultTermDays) : defaultTermDays + 1 + draw.below(30);
  const at = new Date(issued.getTime() + (days * 24 + draw.below(8)) * hour);
  return chance >= 98 || at > now ? null : at;
}
