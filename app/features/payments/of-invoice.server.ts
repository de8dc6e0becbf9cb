/** The payments of one invoice. */
import { and, desc, eq } from "drizzle-orm";
import { db } from "db";
import { allocations, type Invoice, payments } from "db/schema";
import { balanceOf, paidStatus } from "db/invoice-state";
import { may } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import { creditOf } from "./credit.server";
import { settledWithoutMark } from "./marked-payment.server";

/** Returns the payments and refunds of an invoice, newest first, each with its part of it in cents. */
export const paymentsOf = (invoiceId: string) =>
  db
    .select({
      id: payments.id,
      kind: payments.kind,
      date: payments.date,
      method: payments.method,
      source: payments.source,
      amount: allocations.amount,
    })
    .from(allocations)
    .innerJoin(payments, and(eq(payments.id, allocations.sourceId), eq(allocations.source, "payment")))
    .where(eq(allocations.invoiceId, invoiceId))
    .orderBy(desc(payments.date), desc(payments.id));

/** Returns the customer's credit that an open invoice can use, in cents; 0 if the reader may not use it. */
export async function usableCredit(invoice: Invoice, reader: Reader): Promise<number> {
  const { customerId, status, deletedAt } = invoice;
  if (customerId === null || deletedAt || status === paidStatus || !may(reader, "payments.change")) return 0;
  return Math.max(Math.min(await creditOf(customerId), balanceOf(invoice)), 0);
}

/** Whether a complete invoice can be marked as pending: then something of it is to be paid again. */
export const isReopenable = async (invoice: Invoice): Promise<boolean> =>
  invoice.totalAmount === 0 || (await settledWithoutMark(db, invoice)).amount < invoice.totalAmount;
