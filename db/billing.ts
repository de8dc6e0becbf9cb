/** Turns an order into invoice lines. Browser-safe. */
import type { InvoiceLine, Order } from "./schema";

/** Default payment term, in days. */
export const defaultTermDays = 14;

/** Returns the invoice lines of an order. An order discount becomes a negative line, so that the totals match. */
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
