import { linesOfOrder } from "db/billing";
import type { Invoice, Order } from "db/schema";
import { maskCard } from "~/core/values/cards";
import { orderResource } from "~/features/orders/orders.server";
import { type Actor, actOnOne } from "~/core/resource/act.server";
import { customerAgain } from "./copies.server";
import { usualDays } from "./days.server";
import { invoiceResource } from "./invoices.server";

/**
 * Returns the invoice of an order, creating it in the same act as the order's reference, so that one undo reverts
 * both. An existing invoice is returned even from the trash; undefined if the order does not exist or is in the
 * trash.
 */
export function invoiceOrder(by: Actor, orderId: number) {
  return actOnOne<Invoice>(by, async (tx, act) => {
    const order = await orderResource.within.find(tx, orderId);
    if (!order || order.deletedAt) return undefined;
    const earlier = order.invoiceId === null ? undefined : await invoiceResource.within.find(tx, order.invoiceId);
    if (earlier) return earlier;
    const invoice = await invoiceResource.within.create(tx, act, {
      ...(await usualDays(undefined, tx)),
      ...invoiceOf(order),
      ...(await customerAgain(order, tx)),
    });
    await orderResource.within.change(tx, act, order.id, { invoiceId: invoice.id });
    return invoice;
  });
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
  tax: order.taxAmount,
});
