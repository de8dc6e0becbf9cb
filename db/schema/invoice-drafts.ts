/** Invoices that are not issued yet. They have no number and are in no sum. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { natural } from "../compare";
import { listIndexes, recordColumns } from "./columns";

/** The fields of an invoice's form as they were typed, by name. */
export type DraftEntries = Record<string, string>;

export const invoiceDrafts = sqliteTable(
  "invoice_drafts",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    customerId: integer("customer_id"),
    customerName: text("customer_name").notNull().default(""),
    entries: text("entries", { mode: "json" }).notNull().$type<DraftEntries>(),
    /** Total in cents; null while it cannot be calculated. */
    totalAmount: integer("total_amount"),
    /** The invoice that was issued from it; the draft is then deleted. */
    invoiceId: text("invoice_id"),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("invoice_drafts", table, [table.invoiceId], {
      id: table.id,
      created: table.createdAt,
      customer: natural(table.customerName),
      total: table.totalAmount,
    }),
    index("invoice_drafts_customer").on(table.customerId, table.deletedAt),
  ],
);

export type InvoiceDraft = typeof invoiceDrafts.$inferSelect;
