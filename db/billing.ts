/** Turns an order into invoice lines. Browser-safe. */
import type { InvoiceLine, LineTax, Order } from "./schema";

/** Default payment term, in days. */
export const defaultTermDays = 14;

/** Returns the invoice lines of an order. An order discount becomes negative lines, so that the totals match. */
export function linesOfOrder({ items, discountAmount }: Pick<Order, "items" | "discountAmount">): InvoiceLine[] {
  const bought = items.map(({ id, name, price, quantity, image: _, ...tax }) => ({
    id,
    title: name,
    quantity,
    price,
    discount: 0,
    total: quantity * price,
    ...tax,
  }));
  return [...bought, ...discountLines(bought, discountAmount)];
}

type Discounted = { total: number } & Partial<LineTax>;

/**
 * Returns the lines that take an amount in cents off the total of others: one for each tax rate, by its share of the
 * total.
 */
export function discountLines(lines: readonly Discounted[], amount: number): InvoiceLine[] {
  if (amount <= 0) return [];
  const groups = new Map<number | undefined, { total: number; tax: Partial<LineTax> }>();
  for (const { total, taxRateId, taxName, rate, category, taxReason } of lines) {
    const tax = taxRateId === undefined ? {} : { taxRateId, taxName, rate, category, taxReason };
    groups.set(taxRateId, { tax, total: (groups.get(taxRateId)?.total ?? 0) + total });
  }
  const whole = [...groups.values()].reduce((sum, { total }) => sum + total, 0);
  if (groups.size < 2 || whole <= 0)
    return [discountLine(amount, groups.size === 1 ? [...groups.values()][0]!.tax : {})];
  let [passed, given] = [0n, 0n];
  return [...groups.values()].flatMap(({ total, tax }) => {
    passed += BigInt(total);
    const part = (BigInt(amount) * passed) / BigInt(whole) - given;
    given += part;
    return part === 0n ? [] : [discountLine(Number(part), tax)];
  });
}

const discountLine = (amount: number, tax: Partial<LineTax>): InvoiceLine => ({
  id: null,
  title: "Discount",
  quantity: 1,
  price: -amount,
  discount: 0,
  total: -amount,
  ...tax,
});
