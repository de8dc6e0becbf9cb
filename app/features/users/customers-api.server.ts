/** `/api/customers`: the people in the directory with orders, invoices or payments, and their money. */
import { and, inArray, max, or, sql } from "drizzle-orm";
import { z } from "zod";
import { db } from "db";
import { selectBalance, whereInvoiceUnpaid } from "db/invoice-conditions";
import { creditNotes, invoices, orders, payments, type User, users } from "db/schema";
import { apiOf } from "~/core/api/api-resource.server";
import { readCompany } from "~/features/company/company.server";
import { inGroup } from "~/features/orders/groups.server";
import { selectUnallocated, signed } from "~/features/payments/credit.server";
import { userResource } from "./users.server";

const hasAny = (table: typeof orders | typeof invoices | typeof payments) =>
  sql`exists (select 1 from ${table} where ${table.customerId} = ${users.id} and ${table.deletedAt} is null)`;

const listing = { ...userResource.listing, scope: or(...[orders, invoices, payments].map(hasAny)) };

const kind = { noun: { one: "customer", many: "customers" }, absent: "Customer not found" };

const CustomerAnswer = z.object({
  id: z.int().positive().describe("That of the user."),
  name: z.string(),
  email: z.string(),
  company: z.string(),
  taxNumber: z.string(),
  terms: z.int().describe("Days until an invoice is due: the company's payment term."),
  addresses: z
    .object({ country: z.string(), billing: z.string(), shipping: z.string() })
    .describe("The country of the user, and the addresses of the latest order, or empty."),
  balance: z.number().describe("What is still to be paid of all invoices."),
  credit: z.number().describe("Payments and credit notes that no invoice has used yet."),
  lifetimeRevenue: z.number().describe("The totals of all orders that were not cancelled or returned."),
  lastOrderAt: z.iso.datetime().nullable(),
});

interface Account {
  terms: number;
  /** Amounts in cents. */
  balance: number;
  credit: number;
  revenue: number;
  lastOrderAt: Date | null;
  billing: string;
  shipping: string;
}

type Customer = User & { account?: Account };

/** Adds terms, balance, credit and orders to people. */
async function withAccounts(rows: User[]): Promise<Customer[]> {
  const ids = rows.map(({ id }) => id);
  const of = (table: typeof orders | typeof invoices | typeof payments | typeof creditNotes) =>
    and(inArray(table.customerId, ids), sql`+${table.deletedAt} is null`); // the customer is the better index
  const balances = await db
    .select({ id: invoices.customerId, cents: sql<number>`sum(${selectBalance})` })
    .from(invoices)
    .where(and(of(invoices), whereInvoiceUnpaid))
    .groupBy(invoices.customerId);
  const paid = await db
    .select({ id: payments.customerId, cents: sql<number>`sum(${signed(selectUnallocated)})` })
    .from(payments)
    .where(of(payments))
    .groupBy(payments.customerId);
  const credited = await db
    .select({ id: creditNotes.customerId, cents: sql<number>`sum(${creditNotes.unapplied})` })
    .from(creditNotes)
    .where(of(creditNotes))
    .groupBy(creditNotes.customerId);
  const ordered = await db
    .select({
      id: orders.customerId,
      lastOrderAt: max(orders.createdAt), // SQLite takes the addresses from this row
      billing: orders.billing,
      shipping: orders.shipping,
      revenue: sql<number>`coalesce(sum(${orders.totalAmount}) filter (where ${inGroup("revenue")}), 0)`,
    })
    .from(orders)
    .where(of(orders))
    .groupBy(orders.customerId);
  const { paymentTerm: terms } = await readCompany();
  const centsOf = (sums: typeof balances, id: number) => sums.find((sum) => sum.id === id)?.cents ?? 0;
  return rows.map((row) => {
    const none = { revenue: 0, lastOrderAt: null, billing: "", shipping: "" };
    const { id: _, ...orders } = ordered.find(({ id }) => id === row.id) ?? { id: null, ...none };
    const credit = centsOf(paid, row.id) + centsOf(credited, row.id);
    return { ...row, account: { terms, balance: centsOf(balances, row.id), credit, ...orders } };
  });
}

function showCustomer({ id, name, email, company, taxNumber, country, account }: Customer) {
  const {
    terms = 0,
    balance = 0,
    credit = 0,
    revenue = 0,
    lastOrderAt = null,
    billing = "",
    shipping = "",
  } = account ?? {};
  return {
    id,
    name,
    email,
    company,
    taxNumber,
    terms,
    addresses: { country, billing, shipping },
    balance: balance / 100,
    credit: credit / 100,
    lifetimeRevenue: revenue / 100,
    lastOrderAt: lastOrderAt?.toISOString() ?? null,
  };
}

const customers = userResource.limitedTo(listing);

export const customerApi = apiOf({
  path: "/api/customers",
  of: {
    ...kind,
    permissions: { view: "customers.view", change: "customers.view" },
    asSeenBy: () => ({ ...kind, get: (id) => customers.get(Number(id)) }),
  },
  listing,
  shape: CustomerAnswer,
  complete: withAccounts,
  show: showCustomer,
  example: {
    id: 6,
    name: "Rosa Winter",
    email: "rosa.winter@example.com",
    company: "Winter & Söhne",
    taxNumber: "ATU00000024",
    terms: 14,
    addresses: {
      country: "Austria",
      billing: "Rosa Winter\n12 Lindengasse\n1070 Vienna\nAustria",
      shipping: "Rosa Winter\n12 Lindengasse\n1070 Vienna\nAustria",
    },
    balance: 88.1,
    credit: 0,
    lifetimeRevenue: 416.2,
    lastOrderAt: "2026-11-01T10:15:00.000Z",
  },
});
