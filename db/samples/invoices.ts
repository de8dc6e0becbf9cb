/** The sample's eighteen invoices: seven earlier ones, and those of its orders. */
import { config } from "../../config";
import { linesOfOrder, usualTerm } from "../billing";
import { addDays, dayAt } from "../dates";
import type { InvoiceStatus, PaymentMethod } from "../lookups";
import type { InvoiceLine, invoices } from "../schema";
import { type SampleOrder, streetOf } from "./orders";
import { byId, daysAfter } from "./parts";
import type { Step } from "./past";
import type { SampleProduct } from "./products";
import type { SamplePerson } from "./users";

type SampleInvoice = typeof invoices.$inferInsert & { id: string; createdAt: Date };

type Sample = [
  daysAgo: number,
  customer: number,
  lines: [product: number, quantity: number, discount: number][],
  tax: number,
  paymentMethod: PaymentMethod,
  lastFour: string,
  /** Days until payment; missing if unpaid. */
  paidAfter?: number,
];

const samples: Sample[] = [
  [168, 2, [[6, 6, 5_00]], 14_60, "Credit Card", "2281", 9],
  [
    149,
    4,
    [
      [1, 2, 0],
      [3, 4, 5_00],
    ],
    13_30,
    "Visa Card",
    "0093",
    13,
  ],
  [127, 7, [[2, 3, 5_00]], 12_15, "Master Card", "1956", 6],
  [
    103,
    9,
    [
      [10, 2, 0],
      [3, 1, 5_00],
    ],
    11_40,
    "Paypal",
    "4417",
  ],
  [72, 13, [[5, 2, 5_00]], 12_95, "Visa Card", "5172"],
  [
    60,
    6,
    [
      [7, 1, 5_00],
      [8, 2, 0],
    ],
    15_00,
    "Credit Card",
    "9460",
    4,
  ],
  [
    41,
    1,
    [
      [12, 1, 0],
      [3, 2, 5_00],
    ],
    14_10,
    "Master Card",
    "3308",
  ],
];

/** Ids of orders without an invoice. */
const without = new Set([8, 13, 14, 15]);
/** Ids of delivered orders that are unpaid. */
const unpaid = new Set([2]);

interface Draft {
  createdAt: Date;
  customer: SamplePerson;
  lines: InvoiceLine[];
  shippingCharge: number;
  tax: number;
  paymentMethod: string;
  cardNo: string;
  completedAt?: Date;
  order?: number;
}

/** Returns the current rows, each with its steps and the order it was made for. Numbered from oldest to newest. */
export function sampleInvoices(
  now: Date,
  products: SampleProduct[],
  people: SamplePerson[],
  orders: SampleOrder[],
): { row: SampleInvoice; steps: Step[]; order?: number }[] {
  const earlier = samples.map((sample) => fromSample(now, sample, products, people));
  const ofOrders = orders.filter(({ id }) => !without.has(id)).map((order) => fromOrder(order, people));
  return [...earlier, ...ofOrders].map((draft, index) => toInvoice(draft, index + 1));
}

function fromSample(
  now: Date,
  [daysAgo, customer, bought, tax, paymentMethod, lastFour, paidAfter]: Sample,
  products: SampleProduct[],
  people: SamplePerson[],
): Draft {
  const createdAt = daysAfter(now, -daysAgo);
  return {
    createdAt,
    customer: byId(people, customer),
    lines: bought.map(([product, quantity, discount]) => {
      const { id, title, price } = byId(products, product);
      return {
        id,
        title,
        quantity,
        price,
        discount,
        total: Math.round((quantity * price * (10_000 - discount)) / 10_000),
      };
    }),
    shippingCharge: 10_00,
    tax,
    paymentMethod,
    cardNo: paymentMethod === "Paypal" ? "" : `**** **** **** ${lastFour}`,
    completedAt: paidAfter === undefined ? undefined : daysAfter(createdAt, paidAfter),
  };
}

function fromOrder(order: SampleOrder, people: SamplePerson[]): Draft {
  return {
    createdAt: new Date(order.createdAt.getTime() + 2 * 3_600_000),
    customer: byId(people, order.customerId),
    lines: linesOfOrder(order),
    shippingCharge: order.shippingChargeAmount,
    tax: order.taxAmount,
    paymentMethod: order.paymentMethod ?? "",
    cardNo: order.cardNumber ?? "",
    completedAt: unpaid.has(order.id) ? undefined : (order.deliveredAt ?? undefined),
    order: order.id,
  };
}

function toInvoice(
  { createdAt, customer, lines, shippingCharge, tax, completedAt, order, ...payment }: Draft,
  number: number,
) {
  const issueDate = dayAt(createdAt, config.timeZone);
  const status: InvoiceStatus = completedAt ? "complete" : "pending";
  const row = {
    id: `INV-${String(number).padStart(4, "0")}`,
    number,
    createdAt,
    issueDate,
    dueDate: addDays(issueDate, usualTerm),
    status,
    completedAt: completedAt ?? null,
    customerId: customer.id,
    customerName: customer.name,
    customerCompany: customer.company,
    customerImage: customer.image,
    billingEmail: customer.email,
    billingPhone: customer.phone,
    billingAddress: streetOf(customer),
    cardHolder: payment.cardNo ? customer.name : "",
    ...payment,
    lines,
    shippingCharge,
    tax,
    totalAmount: lines.reduce((sum, { total }) => sum + total, 0) + shippingCharge + tax,
  };
  const steps: Step[] = completedAt
    ? [{ at: completedAt, before: { status: "pending", completedAt: null }, after: { status, completedAt } }]
    : [];
  return { row, steps, order };
}
