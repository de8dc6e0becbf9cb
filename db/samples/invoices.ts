/** The sample's eighteen invoices: seven earlier ones, and those of its orders. */
import { timeZone } from "../company-settings";
import { linesOfOrder, defaultTermDays } from "../billing";
import { addDays, dayAt } from "../dates";
import type { InvoiceStatus, PaymentMethod } from "../lookups";
import type { InvoiceLine, invoices } from "../schema";
import { content } from "./content";
import { type SampleOrder, streetOf } from "./orders";
import { byId, daysAfter } from "./parts";
import type { Step } from "./past";
import type { SampleProduct } from "./products";
import type { SamplePerson } from "./users";

type SampleInvoice = typeof invoices.$inferInsert & { id: string; createdAt: Date };

interface Sample {
  daysAgo: number;
  customer: number;
  /** Discounts are in hundredths of a percent. */
  lines: { product: number; quantity: number; discount: number }[];
  /** Tax, in cents. */
  tax: number;
  paymentMethod: PaymentMethod;
  lastFour: string;
  /** Days until payment; missing if unpaid. */
  paidAfter?: number;
}

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
  const earlier = content<Sample[]>("invoices").map((sample) => fromSample(now, sample, products, people));
  const ofOrders = orders.filter(({ id }) => !without.has(id)).map((order) => fromOrder(order, people));
  return [...earlier, ...ofOrders].map((draft, index) => toInvoice(draft, index + 1));
}

function fromSample(
  now: Date,
  { daysAgo, customer, lines, tax, paymentMethod, lastFour, paidAfter }: Sample,
  products: SampleProduct[],
  people: SamplePerson[],
): Draft {
  const createdAt = daysAfter(now, -daysAgo);
  return {
    createdAt,
    customer: byId(people, customer),
    lines: lines.map(({ product, quantity, discount }) => {
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
  const issueDate = dayAt(createdAt, timeZone());
  const status: InvoiceStatus = completedAt ? "complete" : "pending";
  const row = {
    id: `INV-${String(number).padStart(4, "0")}`,
    number,
    createdAt,
    issueDate,
    dueDate: addDays(issueDate, defaultTermDays),
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
