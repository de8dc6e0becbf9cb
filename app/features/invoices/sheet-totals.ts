/** The sums of a stored invoice, as its sheet, its mail and its page show them. Browser-safe. */
import { balanceOf } from "db/invoice-state";
import type { Invoice } from "db/schema";
import { taxParts } from "~/features/taxes/tax-parts";

type StoredSums = Pick<
  Invoice,
  "shippingCharge" | "tax" | "taxes" | "includesTax" | "totalAmount" | "status" | "paid" | "credited"
>;

/**
 * Returns the labelled parts of a stored invoice's total, as shown on its sheet and in its mail, and what remains of it
 * once a part is paid or credited. Nothing is due of a void one.
 */
export const totalOf = (
  { shippingCharge, tax, taxes, includesTax, totalAmount, status, paid, credited }: StoredSums,
  { isVoid = false } = {},
) => ({
  parts: [
    { label: "Subtotal", cents: totalAmount - shippingCharge - (includesTax ? 0 : tax) },
    { label: "Shipping", cents: shippingCharge },
    ...taxParts({ tax, taxes, includesTax }),
  ],
  label: status === "pending" && !isVoid && !paid && !credited ? "Total due" : "Total",
  total: totalAmount,
  rest:
    !isVoid && (paid || credited)
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

/** Returns why an invoice charges no tax on some lines, each reason once. */
export const reasonsOf = ({ taxes }: Pick<Invoice, "taxes">) => [
  ...new Set(taxes.flatMap(({ reason }) => reason || [])),
];
