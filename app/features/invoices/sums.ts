/** The sums of an invoice. Browser-safe: used by the form while the user types, and by the server on save. */
import { balanceOf } from "db/invoice-state";
import type { Invoice } from "db/schema";
import { type Line, lineTotal, sumOf } from "~/core/values/money";

/**
 * Returns the sum of a line in cents, or undefined if it is too large. A credit (negative price) mirrors the sum of
 * the positive price.
 */
export function lineSum(line: Line): number | undefined {
  if (line.price >= 0) return lineTotal(line);
  const total = lineTotal({ ...line, price: -line.price });
  return total && -total;
}

type StoredSums = Pick<Invoice, "shippingCharge" | "tax" | "totalAmount" | "status" | "paid" | "credited">;

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

/**
 * Returns the labelled parts of a stored invoice's total, as shown on its sheet and in its mail, and what remains of it
 * once a part is paid or credited.
 */
export const totalOf = ({ shippingCharge, tax, totalAmount, status, paid, credited }: StoredSums) => ({
  parts: [
    { label: "Subtotal", cents: totalAmount - shippingCharge - tax },
    { label: "Shipping", cents: shippingCharge },
    { label: "Tax", cents: tax },
  ],
  label: status === "pending" && !paid && !credited ? "Total due" : "Total",
  total: totalAmount,
  rest:
    paid || credited
      ? {
          parts: [
            { label: "Paid", cents: -paid },
            { label: "Credited", cents: -credited },
          ].filter(({ cents }) => cents !== 0),
          label: "Balance due",
          total: balanceOf({ totalAmount, paid, credited }),
        }
      : undefined,
});
