/**
 * Totals that triggers maintain (migrations 0009 and 0012), so that dashboards need not read every row; views in the
 * same migrations define what each row contributes. Tables with a composite key are `WITHOUT ROWID` (migration 0008),
 * and days are day numbers in the company's time zone (see `day_of`).
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns";

/** Orders outside the trash, by the day they were placed and their status in lower case. */
export const orderTotals = sqliteTable(
  "order_totals",
  {
    day: integer("day").notNull(),
    status: text("status").notNull(),
    orders: integer("orders").notNull(),
    /** Sum in cents. */
    total: integer("total").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.status] }),
    index("order_totals_by_status").on(table.status, table.orders, table.total),
  ],
);

/** Orders outside the trash, by status and payment method, both in lower case. */
export const orderPayments = sqliteTable(
  "order_payments",
  {
    status: text("status").notNull(),
    method: text("method").notNull(),
    orders: integer("orders").notNull(),
    /** Sum in cents. */
    total: integer("total").notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.method] })],
);

/** Users outside the trash, by status and role. */
export const peopleTotals = sqliteTable(
  "people_totals",
  {
    status: text("status").notNull(),
    role: text("role").notNull(),
    people: integer("people").notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.role] })],
);

/**
 * Items sold: one row for each item of each order that counts as revenue. Canceled, returned and deleted orders do
 * not.
 */
export const soldItems = sqliteTable(
  "sold_items",
  {
    id: integer("id").primaryKey(),
    orderId: integer("order_id").notNull(),
    placedAt: time("placed_at").notNull(),
    day: integer("day").notNull(),
    /** 0 if the item refers to no product. */
    productId: integer("product_id").notNull(),
    name: text("name").notNull(),
    quantity: integer("quantity").notNull(),
    /** Quantity times price, in cents, before the order's discount, tax and shipping. */
    amount: integer("amount").notNull(),
  },
  (table) => [
    index("sold_items_order").on(table.orderId),
    index("sold_items_placed").on(table.placedAt, table.id, table.productId, table.quantity, table.amount),
    index("sold_items_product").on(table.productId, table.placedAt, table.quantity, table.amount),
  ],
);

/**
 * Sales by product, per day (level 0), per 8 days (1) and per 64 days (2), so that any span of days is a few blocks.
 * `block` is the day number divided by 8 to the power of `level`.
 */
export const soldTotals = sqliteTable(
  "sold_totals",
  {
    level: integer("level").notNull(),
    block: integer("block").notNull(),
    productId: integer("product_id").notNull(),
    quantity: integer("quantity").notNull(),
    amount: integer("amount").notNull(),
  },
  (table) => [primaryKey({ columns: [table.level, table.block, table.productId] })],
);

/** Settlements of invoices: a row for each invoice of a payment outside the trash, and for each credit note. */
export const allocations = sqliteTable(
  "allocations",
  {
    invoiceId: text("invoice_id").notNull(),
    source: text("source").notNull().$type<"payment" | "credit note">(),
    /** Id of the payment, or number of the credit note. */
    sourceId: integer("source_id").notNull(),
    date: text("date").notNull(),
    /** Amount in cents; below 0 for a refund. */
    amount: integer("amount").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.invoiceId, table.source, table.sourceId] }),
    index("allocations_source").on(table.source, table.sourceId),
  ],
);

/**
 * Sums of invoices and payments outside the trash, by day and payment method. `issued` counts all invoices by issue
 * date, `paid` complete ones by completion date, `due` balances of others by due date, `collected` payments less
 * refunds by their date, `settled` allocations, and the running sum of `late` is the amount overdue.
 */
export const invoiceTotals = sqliteTable(
  "invoice_totals",
  {
    kind: text("kind").notNull().$type<"issued" | "paid" | "due" | "late" | "settled" | "collected">(),
    day: integer("day").notNull(),
    method: text("method").notNull(),
    invoices: integer("invoices").notNull(),
    /** Sum in cents. */
    total: integer("total").notNull(),
    /** Sum of days from issue to completion, for paid invoices. */
    days: integer("days").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day, table.method] })],
);

/** Balances of pending invoices by customer. Id 0 collects invoices without a customer record. */
export const debtTotals = sqliteTable(
  "debt_totals",
  {
    customerId: integer("customer_id").primaryKey(),
    invoices: integer("invoices").notNull(),
    total: integer("total").notNull(),
  },
  (table) => [index("debt_totals_total").on(table.total)],
);

/**
 * Visits by the day they began and one property: `visits` (all), `changed` and `returning` (both with the value ""),
 * `country`, `browser`, `referrer` or `person` (an id). `page` counts page views by page instead.
 */
export const visitTotals = sqliteTable(
  "visit_totals",
  {
    kind: text("kind")
      .notNull()
      .$type<"visits" | "changed" | "returning" | "country" | "browser" | "referrer" | "person" | "page">(),
    day: integer("day").notNull(),
    value: text("value").notNull(),
    count: integer("count").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day, table.value] })],
);

export type SoldItem = typeof soldItems.$inferSelect;
export type VisitTotal = typeof visitTotals.$inferSelect;
