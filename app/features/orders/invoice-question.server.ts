/** The question what becomes of the invoice of an order that is deleted, cancelled or returned. */
import { and, eq } from "drizzle-orm";
import { db } from "db";
import { whereInvoiceBills } from "db/invoice-conditions";
import { invoices as invoiceTable, type Order } from "db/schema";
import { formatMoney } from "~/core/values/money";
import type { BulkAction } from "~/core/resource/bulk-outcome.server";
import type { ActionQuestion, Confirmations } from "~/core/resource/resource.server";
import { isLost } from "./groups.server";

type InvoiceQuestion = Pick<ActionQuestion<Order>, "of" | "carryOut">;

let invoices: InvoiceQuestion = {
  of: () => Promise.reject(new Error("No invoices are known: import app/resources.server.ts first.")),
  carryOut: () => Promise.reject(new Error("No invoices are known: import app/resources.server.ts first.")),
};

/** Registers what becomes of invoices, which orders may not import; `app/resources.server.ts` calls it on load. */
export const onOrderEnd = (question: InvoiceQuestion) => void (invoices = question);

/** Whether an action ends an order, which leaves its invoice behind. */
export const endsOrder = (order: Pick<Order, "status">, what: BulkAction): boolean =>
  what.act === "delete" || (what.act === "set" && isLost(what.status) && !isLost(order.status));

export const orderQuestion: ActionQuestion<Order> = {
  ofMany: {
    label: "What becomes of their invoices?",
    choices: [
      { value: "void", title: "Void them", description: "One undo takes it back. Locked invoices are refused." },
      { value: "credit", title: "Credit them", description: "The credit notes stay, even if you undo this." },
      {
        value: "refund",
        title: "Credit them and record refunds",
        description: "Says that you paid the money back. It stays, even if you undo this.",
      },
      { value: "leave", title: "Leave them as they are" },
    ],
  },
  of: async (order, what, from) =>
    order.invoiceId !== null && endsOrder(order, what) ? invoices.of(order, what, from) : undefined,
  carryOut: async (tx, act, order, what) => {
    if (order.invoiceId !== null && endsOrder(order, what)) await invoices.carryOut(tx, act, order, what);
  },
};

/** Asks before refunds are recorded with the end of orders. */
export const orderConfirmations: Confirmations = {
  confirmationOf: ({ act, choice }, who, back) =>
    choice === "refund"
      ? {
          title: `${act === "delete" ? "Delete" : "End"} ${who} with a refund?`,
          text: "It says that money was paid out to the customer, and lowers what you collected.",
          button: "Record the refund",
          back,
        }
      : undefined,
  confirmationOfUndo: async () => undefined,
};

/** Returns a sentence with the totals of an order and of the invoice that bills it, if they differ. */
export async function otherTotal({ invoiceId, totalAmount }: Order): Promise<string | undefined> {
  if (invoiceId === null) return undefined;
  const [invoice] = await db
    .select({ totalAmount: invoiceTable.totalAmount })
    .from(invoiceTable)
    .where(and(eq(invoiceTable.id, invoiceId), whereInvoiceBills));
  return invoice && invoice.totalAmount !== totalAmount
    ? `It is over ${formatMoney(invoice.totalAmount)}, and the order comes to ${formatMoney(totalAmount)}.`
    : undefined;
}
