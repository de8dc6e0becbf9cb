/** How the import reads the payment of an order in a shop's file. */
import type { GivenCells } from "~/core/import/importer.server";
import type { ImportedCell } from "db/schema";
import { formatMoney, parseMoney } from "~/core/values/money";

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

const unpaid = new Set(["pending", "authorized", "partially paid", "unpaid", "expired"]);
