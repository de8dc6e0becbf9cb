/** The money of one customer: what they owe, their credit, what they paid, and their documents. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { db } from "db";
import { creditNotes, invoices, type Payment, payments } from "db/schema";
import { may, reachOf } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import { formatMoney } from "~/core/values/money";
import { pick } from "~/core/values/pick";
import { creditOf, signed } from "./credit.server";
import { labelOf } from "./label";
import { owedBy } from "./owed.server";

/**
 * Returns a customer's balance, overdue amount, credit and payments less refunds, in cents, with their latest documents
 * and payments; undefined if the reader may not see these or there is nothing to see.
 */
export async function customerMoney(customerId: number, reader: Reader, most = 8) {
  const reach = reachOf(reader, "payments.view");
  if (reach === "none" || (reach === "own" && reader.id !== customerId)) return undefined;
  const { total: balance, overdue } = await owedBy(customerId);
  const theirs = and(eq(payments.customerId, customerId), isNull(payments.deletedAt));
  const [all] = await db
    .select({ count: sql<number>`count(*)`, paid: sql<number>`coalesce(sum(${signed(payments.amount)}), 0)` })
    .from(payments)
    .where(theirs);
  const { count = 0, paid = 0 } = all ?? {};
  const credit = await creditOf(customerId);
  const mayRecord = may(reader, "payments.change");
  if (balance === 0 && count === 0 && credit === 0) return undefined;
  return {
    balance,
    overdue,
    credit,
    paid,
    /** The amounts as its card shows them. */
    facts: [
      { term: "Balance due", cents: balance },
      { term: "Overdue", cents: overdue },
      { term: "Credit", cents: credit },
      { term: "Paid in all", cents: paid },
    ],
    count,
    latest: await latestDocuments(customerId, most),
    href: reach === "own" ? "/payments" : `/payments?customer=${customerId}`,
    record: mayRecord ? `/payments/create?customer=${customerId}` : undefined,
    useCredit:
      mayRecord && credit > 0 && balance > 0 ? `/payments/create?customer=${customerId}&kind=credit` : undefined,
  };
}

/**
 * Returns the latest invoices, credit notes, payments and refunds of a customer, newest first. The cents are what each
 * added to what the customer owes: below 0 for payments and credit notes, 0 for applied credit.
 */
async function latestDocuments(customerId: number, most: number) {
  const issued = await db
    .select(pick(invoices, "id", "issueDate", "totalAmount"))
    .from(invoices)
    .where(and(eq(invoices.customerId, customerId), sql`+${invoices.deletedAt} is null`)) // few belong to one customer
    .orderBy(desc(invoices.issueDate), desc(invoices.number))
    .limit(most);
  const credited = await db
    .select(pick(creditNotes, "id", "date", "invoiceId", "totalAmount"))
    .from(creditNotes)
    .where(and(eq(creditNotes.customerId, customerId), isNull(creditNotes.deletedAt)))
    .orderBy(desc(creditNotes.date), desc(creditNotes.number))
    .limit(most);
  const paid = await db
    .select(pick(payments, "id", "kind", "date", "amount", "method", "allocations"))
    .from(payments)
    .where(and(eq(payments.customerId, customerId), isNull(payments.deletedAt)))
    .orderBy(desc(payments.date), desc(payments.id))
    .limit(most);
  const all = [
    ...paid.map((payment) => ({
      href: `/payments/${payment.id}`,
      name: labelOf(payment),
      date: payment.date,
      detail: payment.kind === "credit" ? settledBy(payment) : payment.method,
      cents: payment.kind === "refund" ? payment.amount : -payment.amount + 0,
    })),
    ...credited.map(({ id, date, invoiceId, totalAmount }) => ({
      href: `/credit-notes/${id}`,
      name: `Credit note ${id}`,
      date,
      detail: `for ${invoiceId}`,
      cents: -totalAmount,
    })),
    ...issued.map(({ id, issueDate, totalAmount }) => ({
      href: `/invoices/${id}/details`,
      name: `Invoice ${id}`,
      date: issueDate,
      detail: "",
      cents: totalAmount,
    })),
  ];
  return all.toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0)).slice(0, most);
}

/** Returns what applied credit settles, such as "$30.00 of INV-0003". */
const settledBy = ({ allocations }: Pick<Payment, "allocations">) =>
  allocations.map(({ invoiceId, amount }) => `${formatMoney(amount)} of ${invoiceId}`).join(", ");
