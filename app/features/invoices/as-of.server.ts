import { and, desc, gt, inArray, lte, sql } from "drizzle-orm";
import { db } from "db";
import { dayNumber } from "db/dates";
import { balanceOf, paidStatus, unpaidStatus } from "db/invoice-state";
import { allocations, type Invoice, pastDueDates } from "db/schema";
import { chunks } from "~/core/values/chunks";
import { today } from "~/core/values/today.server";

/** Returns invoices with status, due date and sums as they were at the end of a day, without those issued later. */
export async function invoicesOn(day: string, rows: Invoice[]): Promise<Invoice[]> {
  if (day >= today()) return rows;
  const issued = rows.filter(({ issueDate }) => issueDate <= day);
  const sums = await settledBy(
    day,
    issued.map(({ id }) => id),
  );
  const dueDates = await dueDatesOn(
    day,
    issued.map(({ id }) => id),
  );
  return issued.map((invoice) => {
    const { paid = 0, credited = 0 } = sums.get(invoice.id) ?? {};
    const isSettled = balanceOf({ ...invoice, paid, credited }) === 0;
    const dueDate = dueDates.get(invoice.id) ?? invoice.dueDate;
    return { ...invoice, dueDate, status: isSettled ? paidStatus : unpaidStatus, paid, credited };
  });
}

/** Returns the due dates at the end of a day of the invoices whose due date was changed since. */
async function dueDatesOn(day: string, ids: string[]): Promise<Map<string, string>> {
  const { invoiceId, endDay, dueDate } = pastDueDates;
  const dueDates = new Map<string, string>();
  for (const some of chunks(ids, 500)) {
    const found = await db
      .select({ invoiceId, dueDate })
      .from(pastDueDates)
      .where(and(inArray(invoiceId, some), gt(endDay, dayNumber(day))))
      .orderBy(desc(endDay));
    for (const { invoiceId, dueDate } of found) dueDates.set(invoiceId, dueDate); // the first one since counts
  }
  return dueDates;
}

/** Returns what payments and credit notes had settled at the end of a day, by invoice. */
async function settledBy(day: string, ids: string[]) {
  const credited = sql<number>`coalesce(sum(${allocations.amount}) filter (where ${allocations.source} = 'credit note'), 0)`;
  const all = sql<number>`coalesce(sum(${allocations.amount}), 0)`;
  const sums = new Map<string, { paid: number; credited: number }>();
  for (const some of chunks(ids, 500)) {
    const found = await db
      .select({ invoiceId: allocations.invoiceId, credited, all })
      .from(allocations)
      .where(and(inArray(allocations.invoiceId, some), lte(allocations.date, day)))
      .groupBy(allocations.invoiceId);
    for (const { invoiceId, credited, all } of found) sums.set(invoiceId, { paid: all - credited, credited });
  }
  return sums;
}
