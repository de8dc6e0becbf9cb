/** Credit notes, each for one invoice. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { natural } from "../compare";
import { list, listIndexes, recordColumns } from "./columns";
import type { InvoiceLine } from "./sales";
import type { TaxSum } from "./taxes";

/** A copy of an invoice line with the credited quantity and amount; `line` is its place on the invoice, from 0. */
export type CreditLine = InvoiceLine & { line: number };

/** A credit note, which never changes. Its total is above 0. */
export const creditNotes = sqliteTable(
  "credit_notes",
  {
    /** Such as `CN-0001`. */
    id: text("id").primaryKey(),
    /** The numeric part of `id`: in order of creation, without gaps. */
    number: integer("number").notNull().unique(),
    invoiceId: text("invoice_id").notNull(),
    date: text("date").notNull(),
    reason: text("reason").notNull(),
    /** The row of `issuers` with what it says of the company. */
    issuerId: integer("issuer_id").notNull().default(1),
    customerId: integer("customer_id"),
    customerName: text("customer_name").notNull(),
    customerCompany: text("customer_company").notNull().default(""),
    billingEmail: text("billing_email").notNull().default(""),
    billingPhone: text("billing_phone").notNull().default(""),
    billingAddress: text("billing_address").notNull().default(""),
    lines: list<CreditLine>("lines"),
    shippingCharge: integer("shipping_charge").notNull().default(0),
    tax: integer("tax").notNull().default(0),
    /** The tax by rate, which adds up to `tax`; empty if that of the invoice was entered as an amount. */
    taxes: list<TaxSum>("taxes"),
    /** Whether the amounts of lines and shipping include the tax. */
    includesTax: integer("includes_tax", { mode: "boolean" }).notNull().default(false),
    totalAmount: integer("total_amount").notNull(),
    /** The part that lowered the invoice's balance; a trigger puts it into `allocations`. */
    applied: integer("applied").notNull(),
    /** The rest, which is the customer's credit. */
    unapplied: integer("unapplied").notNull(),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("credit_notes", table, [table.date], {
      number: table.number,
      date: table.date,
      invoice: table.invoiceId,
      customer: natural(table.customerName),
      total: table.totalAmount,
    }),
    index("credit_notes_invoice").on(table.invoiceId),
    index("credit_notes_customer").on(table.customerId, table.number),
  ],
);

export type CreditNote = typeof creditNotes.$inferSelect;
