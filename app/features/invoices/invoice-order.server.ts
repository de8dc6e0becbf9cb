import { and, eq } from "drizzle-orm";
import { linesOfOrder } from "db/billing";
import { db, type Transaction } from "db";
import { whereInvoiceBills } from "db/invoice-conditions";
import { type Invoice, invoices, type Order } from "db/schema";
import { maskCard } from "~/core/values/cards";
import { orderResource } from "~/features/orders/orders.server";
import { type Act, type Actor, actOnOne, actToCreate } from "~/core/resource/act.server";
import { customerForNewInvoice } from "./copies.server";
import { defaultDates } from "./invoice-dates.server";
import { invoiceResource } from "./invoices.server";
import { changedOrderRefusal } from "./orders-of-invoices.server";
import { lockReason } from "~/features/locking/locking.server";

/** The ways to invoice an order whose invoice is void. */
export const voidChoices = ["reinstate", "new"] as const;
export type VoidChoice = (typeof voidChoices)[number];

/** Returns the void invoice of an order if it can be reinstated, so that somebody has to choose. */
export async function reinstatableInvoice(
  { invoiceId }: Order,
  from: Pick<Transaction, "select"> = db,
): Promise<Invoice | undefined> {
  const invoice = invoiceId === null ? undefined : await invoiceResource.within.find(from, invoiceId);
  if (!invoice?.deletedAt || (await lockReason(invoice, from)) || (await changedOrderRefusal(invoice, from)))
    return undefined;
  return invoice;
}

/**
 * Returns the invoice of an order, creating it in the same act as the order's reference, so that one undo reverts
 * both. An order whose invoice is void gets that one back or another one, and one whose invoice is credited in full
 * another; undefined if the order does not exist or is in the trash.
 */
export function invoiceOrder(by: Actor, orderId: number, choice: VoidChoice = "new") {
  return actOnOne<Invoice>(by, async (tx, act) => {
    const order = await orderResource.within.find(tx, orderId);
    if (!order || order.deletedAt) return undefined;
    const earlier = order.invoiceId === null ? undefined : await invoiceResource.within.find(tx, order.invoiceId);
    if (earlier && (await isBilledBy(tx, earlier.id))) return earlier;
    if (earlier?.deletedAt && choice === "reinstate")
      return invoiceResource.within.change(tx, act, earlier.id, { deletedAt: null });
    return createInvoiceOf(tx, act, order);
  });
}

const isBilledBy = async (tx: Transaction, id: string) =>
  (await tx.$count(invoices, and(eq(invoices.id, id), whereInvoiceBills))) > 0;

/** Creates an order and its invoice in one act. */
export function createInvoicedOrder(by: Actor, values: Parameters<typeof orderResource.create>[1], key?: string) {
  return actToCreate<Order>(by, async (tx, act) => {
    const order = await orderResource.within.create(tx, act, values, key);
    if (order.invoiceId !== null) return order; // the form was posted twice
    await createInvoiceOf(tx, act, order);
    return (await orderResource.within.find(tx, order.id)) ?? order;
  });
}

async function createInvoiceOf(tx: Transaction, act: Act, order: Order): Promise<Invoice> {
  const invoice = await invoiceResource.within.create(tx, act, {
    ...(await defaultDates(undefined, tx)),
    ...invoiceOf(order),
    ...(await customerForNewInvoice(order, tx)),
  });
  await orderResource.within.change(tx, act, order.id, { invoiceId: invoice.id });
  return invoice;
}

const invoiceOf = (order: Order) => ({
  status: "pending" as const,
  billingEmail: order.customerEmail,
  billingPhone: order.customerPhone,
  billingAddress: order.billing,
  paymentMethod: order.paymentMethod,
  cardHolder: order.cardNumber && order.customerName,
  cardNo: maskCard(order.cardNumber),
  lines: linesOfOrder(order),
  shippingCharge: order.shippingChargeAmount,
  shippingTax: order.shippingTax,
  includesTax: order.includesTax,
  tax: order.taxAmount,
});
