/** The money of one customer: what they owe, their credit, and what they paid. */
import { and, desc, eq, isNull, sql } from "drizzle-orm";
import { db } from "db";
import { payments } from "db/schema";
import { may, reachOf } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import { pick } from "~/core/values/pick";
import { creditOf, signed } from "./credit.server";
import { labelOf } from "./label";
import { owedBy } from "./owed.server";
import { valueOf } from "./unallocated";

/**
 * Returns a customer's balance, overdue amount, credit and payments less refunds, in cents, with their latest payments;
 * undefined if the reader may not see these or there is nothing to see.
 */
export async function customerMoney(customerId: number, reader: Reader, most = 5) {
  const reach = reachOf(reader, "payments.view");
  if (reach === "none" || (reach === "own" && reader.id !== customerId)) return undefined;
  const { total: balance, overdue } = await owedBy(customerId);
  const theirs = and(eq(payments.customerId, customerId), isNull(payments.deletedAt));
  const [all] = await db
    .select({ count: sql<number>`count(*)`, paid: sql<number>`coalesce(sum(${signed(payments.amount)}), 0)` })
    .from(payments)
    .where(theirs);
  const latest = await db
    .select(pick(payments, "id", "kind", "date", "amount", "method", "allocations"))
    .from(payments)
    .where(theirs)
    .orderBy(desc(payments.date), desc(payments.id))
    .limit(most);
  const { count = 0, paid = 0 } = all ?? {};
  const credit = await creditOf(customerId);
  const mayRecord = may(reader, "payments.change");
  if (balance === 0 && count === 0 && credit === 0) return undefined;
  return {
    balance,
    overdue,
    credit,
    paid,
    count,
    latest: latest.map((payment) => ({
      ...pick(payment, "id", "date", "method"),
      name: labelOf(payment),
      cents: payment.kind === "refund" ? -payment.amount : valueOf(payment),
    })),
    href: reach === "own" ? "/payments" : `/payments?customer=${customerId}`,
    record: mayRecord ? `/payments/create?customer=${customerId}` : undefined,
    useCredit:
      mayRecord && credit > 0 && balance > 0 ? `/payments/create?customer=${customerId}&kind=credit` : undefined,
  };
}
