/** Voids, credits or refunds the invoice of an order that is deleted, cancelled or returned. */
import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { db, type Transaction } from "db";
import { balanceOf, paidStatus } from "db/invoice-state";
import { type Invoice, invoices, type Order } from "db/schema";
import { type Act, RuleViolation } from "~/core/resource/act.server";
import type { BulkAction } from "~/core/resource/bulk-outcome.server";
import type { ActionQuestion, Question } from "~/core/resource/resource.server";
import { formatMoney } from "~/core/values/money";
import { statusWord } from "~/core/values/status";
import { today } from "~/core/values/today.server";
import { lockReason } from "~/features/locking/locking.server";
import { defaultMethod } from "~/features/payments/methods";
import { paymentResource } from "~/features/payments/payments.server";
import { creditNoteResource } from "./credit-notes/credit-notes.server";
import { creditNotesOf } from "./credit-notes/issue.server";
import { invoiceResource } from "./invoices.server";

type From = Pick<Transaction, "select">;

/** The amounts of a credit note over the rest of an invoice, in cents. */
interface Creditable {
  total: number;
  /** The part that was paid already, and becomes customer credit or is paid back. */
  paid: number;
}

async function creditableOf(invoice: Invoice, from: From): Promise<Creditable> {
  const notes = await creditNotesOf(invoice.id, from);
  const total = invoice.totalAmount - notes.reduce((sum, note) => sum + note.totalAmount, 0);
  return { total, paid: Math.max(total - Math.max(balanceOf(invoice), 0), 0) };
}

/** Returns the invoice of an order unless it is void. */
async function invoiceOf({ invoiceId }: Order, from: From): Promise<Invoice | undefined> {
  if (invoiceId === null) return undefined;
  const [invoice] = await from
    .select()
    .from(invoices)
    .where(and(eq(invoices.id, invoiceId), isNull(invoices.deletedAt)));
  return invoice;
}

/** Returns the question about the invoice of an order; undefined if it is void or credited in full. */
async function questionOf(order: Order, _what: BulkAction, from: From = db): Promise<Question | undefined> {
  const invoice = await invoiceOf(order, from);
  if (!invoice) return undefined;
  const { id, status, totalAmount, paid } = invoice;
  const credit = await creditableOf(invoice, from);
  if (credit.total <= 0 && totalAmount > 0) return undefined;
  const isLocked = (await lockReason(invoice, from)) !== undefined;
  const [due, sum] = [formatMoney(balanceOf(invoice)), formatMoney(credit.paid)];
  const note = `credit note over ${formatMoney(credit.total)}`;
  const choices: (Question["choices"][number] | false)[] = [
    !isLocked && {
      value: "void",
      title: `Void ${id}`,
      description: `It counts nowhere and keeps its number.${paid > 0 ? ` What you collected falls by ${formatMoney(paid)}.` : ""}`,
    },
    credit.total > 0 &&
      (credit.paid === 0 || invoice.customerId !== null) && {
        value: "credit",
        title: `Create a ${note}`,
        description: `${credit.paid > 0 ? `${sum} becomes the customer’s credit.` : "Nothing is due any more."} The credit note stays, even if you undo this.`,
      },
    credit.paid > 0 && {
      value: "refund",
      title: `Create a ${note} and record a refund of ${sum}`,
      description: "Says that you paid the money back. Both stay, even if you undo this.",
    },
    {
      value: "leave",
      title: `Leave ${id} as it is`,
      description: status === paidStatus ? "It stays paid." : `It still asks for ${due}.`,
    },
  ];
  return {
    label: `What becomes of invoice ${id}?`,
    choices: choices.filter((choice) => choice !== false),
    amounts: [
      { label: `The paid part of ${id}`, cents: credit.paid },
      { label: "Its balance", cents: balanceOf(invoice) },
    ],
  };
}

/** Voids, credits or refunds the invoice of an order, or leaves it. Throws `RuleViolation`. */
async function carryOut(tx: Transaction, act: Act, order: Order, what: BulkAction) {
  const invoice = await invoiceOf(order, tx);
  if (!invoice || what.choice === "leave") return;
  if (what.choice === "void") {
    await invoiceResource.within.change(tx, act, invoice.id, { deletedAt: new Date() });
    return;
  }
  const credit = await creditableOf(invoice, tx);
  if (credit.total <= 0) return;
  // Credit notes cannot be undone, so the undo of the order has to go without them.
  const documents: Act = { ...act, batch: randomUUID() };
  const reason = `Order #${order.id} was ${what.act === "set" ? statusWord(what.status) : "deleted"}`;
  if (what.choice === "credit") return creditRest(tx, documents, invoice, reason);
  if (credit.paid === 0)
    throw new RuleViolation({ "": `Nothing is paid on ${invoice.id}, so there is nothing to refund.` });
  // Customers who are not in the directory have no credit to refund from, so theirs comes from the invoice.
  const isFromCredit = invoice.customerId !== null;
  if (isFromCredit) await creditRest(tx, documents, invoice, reason);
  await paymentResource.within.create(tx, documents, {
    kind: "refund",
    date: today(),
    amount: credit.paid,
    method: defaultMethod(invoice.paymentMethod),
    note: reason,
    customerId: invoice.customerId,
    customerName: invoice.customerName,
    allocations: isFromCredit ? [] : [{ invoiceId: invoice.id, amount: credit.paid }],
  });
  if (!isFromCredit) await creditRest(tx, documents, invoice, reason);
}

async function creditRest(tx: Transaction, act: Act, { id: invoiceId }: Invoice, reason: string) {
  await creditNoteResource.within.create(tx, act, { invoiceId, reason });
}

export const orderEnd: Pick<ActionQuestion<Order>, "of" | "carryOut"> = { of: questionOf, carryOut };
