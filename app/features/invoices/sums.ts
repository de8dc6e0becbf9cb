/** What an invoice comes to. Browser-safe: the form adds up while somebody types, and the server when it saves. */
import type { Invoice } from "db/schema";
import { type Line, lineTotal, sumOf } from "~/core/values/money";

/**
 * What a line comes to, in cents; nothing when that is too much. A credit, whose price is below zero, takes off what
 * the same price would add.
 */
export function lineSum(line: Line): number | undefined {
  if (line.price >= 0) return lineTotal(line);
  const total = lineTotal({ ...line, price: -line.price });
  return total && -total;
}

type StoredSums = Pick<Invoice, "shippingCharge" | "tax" | "totalAmount" | "status">;

interface Charges {
  lines: readonly Line[];
  shippingCharge: number;
  tax: number;
}

/** The sum of the lines and the whole, in cents; nothing when either is too much. */
export function invoiceSums({ lines, shippingCharge, tax }: Charges): { subtotal: number; total: number } | undefined {
  const subtotal = sumOf(lines.map(lineSum));
  const total = sumOf([subtotal, shippingCharge, tax]);
  return subtotal === undefined || total === undefined ? undefined : { subtotal, total };
}

/** What the total of a kept invoice is made of, and what that is called, as its sheet and its mail say it. */
export const totalOf = ({ shippingCharge, tax, totalAmount, status }: StoredSums) => ({
  parts: [
    { label: "Subtotal", cents: totalAmount - shippingCharge - tax },
    { label: "Shipping", cents: shippingCharge },
    { label: "Tax", cents: tax },
  ],
  label: status === "pending" ? "Total due" : "Total",
  total: totalAmount,
});
