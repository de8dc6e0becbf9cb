/** Payments of customers, refunds to them and uses of their credit, and what each one settles. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { natural } from "../compare";
import { list, listIndexes, recordColumns } from "./columns";

/** The part of a payment that settles one invoice, in cents. */
export type Allocation = { invoiceId: string; amount: number };

/** Payments of customers, and refunds to them; the part that settles no invoice is the customer's credit. */
export const payments = sqliteTable(
  "payments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** `credit` applies customer credit to invoices: no money moves, so its amount is 0. */
    kind: text("kind").notNull().$type<"payment" | "refund" | "credit">().default("payment"),
    date: text("date").notNull(),
    /** Amount in cents; above 0 for refunds, too, and 0 for applied credit. */
    amount: integer("amount").notNull(),
    method: text("method").notNull().default(""),
    reference: text("reference").notNull().default(""),
    note: text("note").notNull().default(""),
    /** A marked payment belongs to an invoice that was marked as complete, and follows it. */
    source: text("source").notNull().$type<"marked" | "manual" | "import" | "api">().default("manual"),
    customerId: integer("customer_id"),
    customerName: text("customer_name").notNull().default(""),
    allocations: list<Allocation>("allocations"),
    /** Identifies the entry of a bank statement that the payment was imported from; "" for others. */
    bankReference: text("bank_reference").notNull().default(""),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("payments", table, [table.kind, table.method, table.source], {
      id: table.id,
      date: [table.date, table.amount],
      amount: table.amount,
      customer: natural(table.customerName),
    }),
    // for filters that match few rows
    index("payments_of_kind").on(table.deletedAt, table.kind, table.date, table.id, table.amount),
    index("payments_of_method").on(table.deletedAt, table.method, table.date, table.id, table.amount, table.kind),
    index("payments_of_source").on(table.deletedAt, table.source, table.date, table.id, table.amount, table.kind),
    index("payments_customer").on(table.customerId, table.deletedAt),
    uniqueIndex("payments_bank_reference")
      .on(table.bankReference)
      .where(sql`${table.bankReference} <> '' and ${table.deletedAt} is null`),
  ],
);

export type Payment = typeof payments.$inferSelect;
