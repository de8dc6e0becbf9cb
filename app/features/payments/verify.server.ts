/** Recounts what payments settle, and names the records that contradict it. */
import { and, isNull, max, sql } from "drizzle-orm";
import { db } from "db";
import { selectBalance } from "db/invoice-conditions";
import { paidStatus } from "db/invoice-state";
import { invoices, payments } from "db/schema";
import { inSlices } from "~/core/process/slices.server";
import { howMany } from "~/core/values/noun";
import { creditOf, selectUnallocated, signed } from "./credit.server";
import { labelOf } from "./label";

/** Maximum records that a report names. */
const maxNamed = 20;

interface Verification {
  /** Number of payments. */
  count: number;
  /** Names of the invoices, payments and customers whose amounts contradict their payments. */
  wrong: string[];
}

/** Recounts all invoices, payments and credits of customers. */
export async function verifyBalances(): Promise<Verification> {
  const wrong = [...(await wrongInvoices()), ...(await wrongPayments()), ...(await wrongCredits())];
  return { count: await db.$count(payments), wrong };
}

/** Describes the outcome of `verifyBalances` in a sentence. */
export function describeBalances({ count, wrong }: Verification): string {
  if (wrong.length === 0) return `Verified ${howMany(count, "payment")} and the balances of all invoices.`;
  const more = wrong.length > maxNamed ? ` and ${wrong.length - maxNamed} more` : "";
  return `${howMany(wrong.length, "record")} contradict the payments: ${wrong.slice(0, maxNamed).join(", ")}${more}.`;
}

const settledBy = (source: "payment" | "credit note") =>
  sql`coalesce((select sum(amount) from allocations where invoice_id = ${invoices.id} and source = ${source}), 0)`;

/** Returns invoices whose sums, balance or status are not what their payments and credit notes say. */
async function wrongInvoices(): Promise<string[]> {
  const isCreditedTwice = sql`(${selectBalance} > 0 and exists (select 1 from credit_notes where invoice_id = ${invoices.id} and unapplied > 0))`;
  const isPaid = sql`${invoices.status} = ${paidStatus}`;
  const isWrong = sql`${invoices.paid} <> ${settledBy("payment")} or ${invoices.credited} <> ${settledBy("credit note")}
    or ${invoices.paid} < 0 or ${selectBalance} < 0 or ${isCreditedTwice}
    or (${invoices.deletedAt} is null and ${invoices.totalAmount} > 0 and (${selectBalance} = 0) <> (${isPaid}))`;
  return inSlices(invoices, invoices.number, async (range) =>
    (
      await db
        .select({ id: invoices.id })
        .from(invoices)
        .where(and(range, sql`(${isWrong})`))
    ).map(({ id }) => id),
  );
}

/** Returns payments that settle more than their amount, or whose invoices were counted otherwise. */
async function wrongPayments(): Promise<string[]> {
  const counted = sql`coalesce((select sum(amount) from allocations where source = 'payment' and source_id = ${payments.id}), 0)`;
  const parts = sql`(${payments.amount} - (${selectUnallocated}))`;
  const isWrong = sql`iif(${payments.kind} = 'credit', ${payments.amount} <> 0, (${selectUnallocated}) < 0) or ${counted} <> iif(${payments.deletedAt} is null, iif(${payments.kind} = 'refund', -1, 1) * ${parts}, 0)`;
  return inSlices(payments, payments.id, async (range) =>
    (
      await db
        .select({ id: payments.id, kind: payments.kind })
        .from(payments)
        .where(and(range, sql`(${isWrong})`))
    ).map(labelOf),
  );
}

/** Returns customers to whom more was refunded than they paid. */
async function wrongCredits(): Promise<string[]> {
  return inSlices(payments, payments.customerId, async (range) => {
    const found = await db
      .select({ id: payments.customerId, name: max(payments.customerName) })
      .from(payments)
      .where(and(range, isNull(payments.deletedAt)))
      .groupBy(payments.customerId)
      .having(sql`sum(${signed(selectUnallocated)}) < 0`);
    const credits = await Promise.all(found.map(async ({ id, name }) => ({ name, cents: await creditOf(id ?? 0) })));
    return credits.flatMap(({ name, cents }) => (cents < 0 ? [`the credit of ${name}`] : []));
  });
}
