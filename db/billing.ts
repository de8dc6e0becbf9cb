/** How an order becomes an invoice. Browser-safe. */
import type { InvoiceLine, Order } from "./schema";

/** How long people have to pay, in days, unless an invoice says otherwise. */
export const usualTerm = 14;

/** What an order asks to be paid. What was taken off the whole is a credit, so that both come to the same. */
export function linesOfOrder({ items, discountAmount }: Pick<Order, "items" | "discountAmount">): InvoiceLine[] {
  const bought = items.map(({ id, name, price, quantity }) => ({
    id,
    title: name,
    quantity,
    price,
    discount: 0,
    total: quantity * price,
  }));
  const credit = {
    id: null,
    title: "Discount",
    quantity: 1,
    price: -discountAmount,
    discount: 0,
    total: -discountAmount,
  };
  return discountAmount > 0 ? [...bought, credit] : bought;
}
