/**
 * Sums that the database keeps by triggers (migrations 0009 and 0012), so that no dashboard looks at every row. Views
 * in the same migrations say what each row adds to them. Where the key is of several columns the table is its own index
 * (`WITHOUT ROWID`, migration 0008). Days are whole numbers, counted from 1 January 1970 in `TIME_ZONE` as `day_of`
 * counts them.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns";

/** Orders that are not in the trash, by the day on which they were placed and their status in lower case. */
export const orderTotals = sqliteTable(
  "order_totals",
  {
    day: integer("day").notNull(),
    status: text("status").notNull(),
    orders: integer("orders").notNull(),
    /** In cents. */
    total: integer("total").notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.status] })],
);

/** The same orders by their status and payment method, both in lower case, whenever they were placed. */
export const orderPayments = sqliteTable(
  "order_payments",
  {
    status: text("status").notNull(),
    method: text("method").notNull(),
    orders: integer("orders").notNull(),
    /** In cents. */
    total: integer("total").notNull(),
  },
  (table) => [primaryKey({ columns: [table.status, table.method] })],
);

/** People who are not in the trash, by their status and role. */
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
 * What was sold: a row for each item of each order that counts as revenue, which leaves out what was cancelled,
 * returned or put in the trash.
 */
export const soldItems = sqliteTable(
  "sold_items",
  {
    id: integer("id").primaryKey(),
    orderId: integer("order_id").notNull(),
    placedAt: time("placed_at").notNull(),
    day: integer("day").notNull(),
    /** 0 where the item says of no product. */
    productId: integer("product_id").notNull(),
    name: text("name").notNull(),
    quantity: integer("quantity").notNull(),
    /** Quantity times price, in cents: before the order's discount, tax and shipping. */
    amount: integer("amount").notNull(),
  },
  (table) => [
    index("sold_items_order").on(table.orderId),
    index("sold_items_placed").on(table.placedAt, table.id, table.productId, table.quantity, table.amount),
    index("sold_items_product").on(table.productId, table.placedAt, table.quantity, table.amount),
  ],
);

/**
 * What was sold of each product, by single days (level 0), by eights of days (1) and by 64s (2): any span of days is a
 * few blocks. `block` is the day divided by 8 to the level.
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

/**
 * Invoices that are not in the trash, by a day and the payment method. What kind says which day, and which of them:
 * `issued` all, by issue date; `paid` those complete, by completion; `due` those pending, by due date; `late` what
 * became overdue on that day, less what was overdue and paid on it: summed up to a day it is what was overdue then.
 */
export const invoiceTotals = sqliteTable(
  "invoice_totals",
  {
    kind: text("kind").notNull().$type<"issued" | "paid" | "due" | "late">(),
    day: integer("day").notNull(),
    method: text("method").notNull(),
    invoices: integer("invoices").notNull(),
    /** In cents. */
    total: integer("total").notNull(),
    /** Of those that are paid: days from issue to completion, added up. */
    days: integer("days").notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.day, table.method] })],
);

/** What customers owe: their pending invoices. 0 is for invoices of nobody in the directory. */
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
 * Visits, by the day on which they began and by something that is known of them: `visits` all of them and `changed`,
 * `returning` (with the value ""), `country`, `browser`, `referrer`, `person` (an id). `page` counts page views
 * instead, by the page.
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
