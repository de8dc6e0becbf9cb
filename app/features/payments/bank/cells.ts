/** Lists the cells of an entry of a bank statement, and those that decide how it is booked. */
import type { Allocation } from "db/schema";
import type { GivenCells } from "~/core/import/importer.server";
import { moneyText, parseMoney } from "~/core/values/money";
import type { BankEntry } from "./match";

/** Options for what an entry is booked as. */
export const bookings = [
  { value: "Payment", title: "Payment" },
  { value: "Refund", title: "Refund" },
  { value: "Skip", title: "Nothing: skip it" },
];

/** Returns the amount of an entry in cents, below 0 for money out; undefined if it is unreadable or 0. */
export function centsOf({ amount = "", paidIn = "", paidOut = "" }: GivenCells): number | undefined {
  const signed = (cell: string) => {
    const [, inner = cell] = /^\((.*)\)$/.exec(cell.trim()) ?? [];
    const cents = parseMoney(inner.replace(/^\+/, "").trim());
    return cents !== undefined && inner !== cell ? -cents : cents;
  };
  const cents = amount.trim() ? signed(amount) : paidIn.trim() ? signed(paidIn) : undefined;
  if (cents) return cents;
  const out = paidOut.trim() ? signed(paidOut) : undefined;
  return out ? -Math.abs(out) : undefined;
}

export const entryOf = (given: GivenCells): BankEntry => ({
  cents: centsOf(given) ?? 0,
  name: given.name ?? "",
  text: given.text ?? "",
});

/** Returns allocations as the text of a cell: "INV-0003 50.00; INV-0004 20.00". */
export const allocationsText = (allocations: Allocation[]) =>
  allocations.map(({ invoiceId, amount }) => `${invoiceId} ${moneyText(amount)}`).join("; ");

/** An invoice that a cell names; without an amount it takes what it needs. */
interface NamedInvoice {
  invoiceId: string;
  amount?: number;
}

/** Reads such a text; returns undefined for a part that is no invoice. */
export function readAllocations(text: string): NamedInvoice[] | undefined {
  const parts = text
    .split(/[;\n]|,\s*(?=[a-z])/i)
    .map((part) => part.trim())
    .filter(Boolean);
  const read = parts.map((part) => {
    const [, id = "", written] = /^(INV-?\d{1,9}|[a-z\d-]+-\d{4,9})(?:[\s:]+(.+))?$/i.exec(part) ?? [];
    const amount = written === undefined ? undefined : parseMoney(written);
    if (!id || (written !== undefined && !(amount! > 0))) return undefined;
    const [, digits] = /^INV-?0*(\d{1,9})$/i.exec(id) ?? [];
    const invoiceId = digits === undefined ? id.toUpperCase() : `INV-${digits.padStart(4, "0")}`;
    return { invoiceId, ...(amount !== undefined && { amount }) };
  });
  return read.every((one) => one !== undefined) ? read : undefined;
}
