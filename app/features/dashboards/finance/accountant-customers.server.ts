/** The balances and the credit of customers in the accountant's files. */
import { and, asc, gt, isNull, lte, max, ne, sql } from "drizzle-orm";
import { db } from "db";
import { selectBalanceOn, whereLiveInvoiceOpenOn } from "db/invoice-conditions";
import { creditNotes, invoices, payments } from "db/schema";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { selectUnallocated, signed } from "~/features/payments/credit.server";
import { columnsByHead, money } from "./accountant-columns.server";
import type { Days } from "../period";

interface CustomerBalance {
  id: number | null;
  name: string;
  invoices: number;
  balance: number;
  credit: number;
}

/** Yields each customer who owed something or had credit at the end of a period. */
export async function* customerBalances({ to }: Days): AsyncGenerator<CustomerBalance[]> {
  const balances = new Map<number | null, CustomerBalance>(
    (await owedAt(to)).map((row) => [row.id, { ...row, credit: 0 }]),
  );
  for (const { id, name, closing: credit } of await creditsOf({ from: to, to })) {
    if (credit === 0) continue;
    const none = { id, name: id === null ? "" : name, invoices: 0, balance: 0 };
    balances.set(id, { ...(balances.get(id) ?? none), credit });
  }
  yield [...balances.values()].toSorted(byNumber);
}

/** Returns what each customer owed at the end of a day, under the name on their latest open invoice. */
async function owedAt(day: string) {
  const balance = selectBalanceOn(day);
  return db
    .select({
      id: invoices.customerId,
      name: sql<string>`iif(${invoices.customerId} is null, '', ${invoices.customerName})`,
      last: sql<number>`max(${invoices.number})`, // SQLite takes the name from this row
      invoices: sql<number>`count(*)`,
      balance: sql<number>`sum(${balance})`,
    })
    .from(invoices)
    .where(whereLiveInvoiceOpenOn(day))
    .groupBy(invoices.customerId)
    .orderBy(asc(invoices.customerId));
}

interface CustomerCredit {
  id: number | null;
  name: string;
  opening: number;
  added: number;
  used: number;
  closing: number;
}

/** Yields the credit of each customer before a period, what was added and used in it, and what was left at its end. */
export async function* customerCredits(days: Days): AsyncGenerator<CustomerCredit[]> {
  yield await creditsOf(days);
}

/** Number of payments per query, which limits how long one keeps other requests waiting. */
const idsPerQuery = 10_000;

/** Returns the customers whose credit was not 0, or changed, in a period, under the name of the latest change. */
async function creditsOf({ from, to }: Days): Promise<CustomerCredit[]> {
  const credits = new Map<number | null, CustomerCredit & { date: string }>();
  const add = (change: { id: number | null; name: string; date: string; cents: number }) => {
    const { id, date, cents } = change;
    const none = { id, name: "", date: "", opening: 0, added: 0, used: 0, closing: 0 };
    const credit = credits.get(id) ?? none;
    const part = date < from ? "opening" : cents > 0 ? "added" : "used";
    credits.set(id, {
      ...credit,
      ...(date >= credit.date && { name: change.name, date }),
      [part]: credit[part] + (part === "used" ? -cents : cents),
      closing: credit.closing + cents,
    });
  };
  for await (const change of paymentRests(to)) add(change);
  const credited = await db
    .select({
      id: creditNotes.customerId,
      name: creditNotes.customerName,
      date: creditNotes.date,
      cents: creditNotes.unapplied,
    })
    .from(creditNotes)
    .where(and(isNull(creditNotes.deletedAt), lte(creditNotes.date, to), ne(creditNotes.unapplied, 0)))
    .orderBy(asc(creditNotes.number));
  credited.forEach(add);
  return [...credits.values()]
    .filter(({ opening, added, used }) => opening !== 0 || added !== 0 || used !== 0)
    .toSorted(byNumber);
}

/** Yields the payments until a day that left credit, or used it: refunds of credit, and applied credit. */
async function* paymentRests(to: string) {
  const cents = signed(selectUnallocated);
  const [last] = await db.select({ id: max(payments.id) }).from(payments);
  for (let from = 0; from < (last?.id ?? 0); from += idsPerQuery, await yieldToEventLoop())
    yield* await db
      .select({ id: payments.customerId, name: payments.customerName, date: payments.date, cents })
      .from(payments)
      .where(
        and(
          gt(payments.id, from),
          lte(payments.id, from + idsPerQuery),
          sql`+${payments.deletedAt} is null`, // the range of ids is the better index
          lte(sql`+${payments.date}`, to),
          ne(cents, 0),
        ),
      )
      .orderBy(asc(payments.id));
}

/** Compares by customer number; customers who were never in the directory come first. */
const byNumber = (one: { id: number | null }, other: { id: number | null }) => (one.id ?? 0) - (other.id ?? 0);

const nameOf = ({ id, name }: { id: number | null; name: string }) =>
  id === null || !name ? "Not in the directory" : name;

export const customerColumns = columnsByHead<CustomerBalance>({
  "Customer number": ({ id }) => id,
  Customer: nameOf,
  Invoices: ({ invoices }) => invoices,
  Balance: ({ balance }) => money(balance),
  Credit: ({ credit }) => money(credit),
});

export const creditColumns = columnsByHead<CustomerCredit>({
  "Customer number": ({ id }) => id,
  Customer: nameOf,
  Opening: ({ opening }) => money(opening),
  Added: ({ added }) => money(added),
  Used: ({ used }) => money(used),
  Closing: ({ closing }) => money(closing),
});
