/** How the import reads the payment of an order in a shop's file. */
import type { GivenCells } from "~/core/import/importer.server";
import { paymentMethods } from "db/lookups";
import type { ImportedCell } from "db/schema";
import { formatMoney, parseMoney } from "~/core/values/money";
import { sameStatus } from "~/core/values/status";

/** Sets the status that follows from the payment, with notes on what an order cannot hold. */
export function withPaymentState(given: GivenCells): { given: GivenCells; notes: ImportedCell[] } {
  const { financial = "", refunded = "", ...order } = given;
  const state = financial.trim().toLowerCase().replaceAll("_", " ");
  const note = (text: string) => ({ given: order, notes: [{ field: "", note: text }] });
  if (order.status === "Cancelled") return { given: order, notes: [] };
  if (state === "voided") return { given: { ...order, status: "Cancelled", delivered: "" }, notes: [] };
  const [back = 0, total = 0] = [refunded, order.total ?? ""].map(parseMoney);
  const isRefunded = state === "refunded" || (back > 0 && back >= total && total > 0);
  if (isRefunded) return { given: { ...order, status: "Return" }, notes: [] };
  if (back > 0)
    return note(`${formatMoney(back)} of it was refunded, which an order does not record: its full total is taken.`);
  if (state === "partially refunded") return note("A part of it was refunded, which is not taken off the total.");
  if (unpaid.has(state)) return note(`It is not paid in full yet (“${state}”), which an order does not record.`);
  return { given: order, notes: [] };
}

/** Names of payment methods in shops; one of several that differ, such as a card with a voucher, is none of them. */
const methods: [RegExp, string][] = [
  [/paypal/i, "Paypal"],
  [/\bvisa\b/i, "Visa Card"],
  [/master ?card/i, "Master Card"],
  [
    /^(credit|debit|bank) ?cards?\b|stripe|shopify[_ ]payments|woo\w*[ -]?payments|(apple|google|shop) pay\b/i,
    "Credit Card",
  ],
];

/** Replaces a shop's payment method by one of those here; any other is left out, with a note. */
export function withPaymentMethod(given: GivenCells): { given: GivenCells; notes: ImportedCell[] } {
  const written = given.paymentMethod?.trim() ?? "";
  if (written === "" || paymentMethods.some(({ value }) => sameStatus(value, written))) return { given, notes: [] };
  const found = new Set(written.split("+").map((name) => methods.find(([pattern]) => pattern.test(name.trim()))?.[1]));
  const [method] = found;
  if (found.size === 1 && method) return { given: { ...given, paymentMethod: method }, notes: [] };
  const { paymentMethod: _, ...others } = given;
  const note = `The payment method “${written.slice(0, 60)}” is none of those here and is not taken.`;
  return { given: others, notes: [{ field: "", note }] };
}

const unpaid = new Set(["pending", "authorized", "partially paid", "unpaid", "expired"]);
