/** The balances of customers at the end of a day, by how late they were. */
import { and, asc, isNull, lte, sql } from "drizzle-orm";
import { db } from "db";
import {
  selectBalance,
  selectBalanceOn,
  selectDueDateOn,
  whereInvoiceOpenOn,
  whereInvoiceUnpaid,
} from "db/invoice-conditions";
import { invoices } from "db/schema";
import { today } from "~/core/values/today.server";
import { agesOn, sumsByRange } from "./books.server";

interface CustomerAges {
  /** Null for all customers who were never in the directory. */
  customerId: number | null;
  /** Name on the latest open invoice. */
  name: string;
  /** Number of open invoices. */
  invoices: number;
  /** Sums in cents, in the order of `agesOn`. */
  totals: number[];
}

/** Returns the customers who owed something at the end of a day, by number. The sums are those of `openByAge`. */
export async function ageingByCustomer(day: string): Promise<CustomerAges[]> {
  const isPast = day < today();
  const balance = isPast ? selectBalanceOn(day) : selectBalance;
  const rows = await db
    .select({
      customerId: invoices.customerId,
      name: sql<string>`iif(${invoices.customerId} is null, 'Not in the directory', ${invoices.customerName})`,
      last: sql<number>`max(${invoices.number})`, // SQLite takes the name from this row
      invoices: sql<number>`count(*)`,
      ...sumsByRange(balance, isPast ? selectDueDateOn(day) : invoices.dueDate, agesOn(day), (text) => text),
    })
    .from(invoices)
    .where(
      and(
        isNull(invoices.deletedAt),
        ...(isPast ? whereInvoiceOpenOn(day) : [whereInvoiceUnpaid, lte(invoices.issueDate, day)]),
      ),
    )
    .groupBy(invoices.customerId)
    .orderBy(asc(invoices.customerId));
  return rows.map(({ last: _, totals, ...row }) => ({ ...row, totals: JSON.parse(totals) as number[] }));
}
