/** What the company that runs Portico has subscribed to, how it pays, and what it was charged. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { list, now, time } from "./columns";

export type Cycle = "monthly" | "yearly";
/** A line of a receipt; `amount` in cents, below zero for a credit. */
export type ChargeLine = { text: string; amount: number };

/**
 * The company's subscription: one row at most. Without one it is on the free plan, which has no periods: there both
 * ends are the same moment.
 */
export const subscriptions = sqliteTable("subscriptions", {
  id: integer("id").primaryKey(),
  plan: text("plan").notNull(),
  cycle: text("cycle").notNull().$type<Cycle>(),
  periodStart: time("period_start").notNull(),
  periodEnd: time("period_end").notNull(),
  /** What it becomes when the period ends, where that was chosen. */
  nextPlan: text("next_plan"),
  nextCycle: text("next_cycle").$type<Cycle>(),
  /** Paid for and not used up, in cents: lowers the next charges. */
  credit: integer("credit").notNull().default(0),
  billingName: text("billing_name").notNull().default(""),
  billingEmail: text("billing_email").notNull().default(""),
  billingAddress: text("billing_address").notNull().default(""),
  billingCountry: text("billing_country").notNull().default(""),
  taxId: text("tax_id").notNull().default(""),
  revision: integer("revision").notNull().default(1),
});

/** A card, as little of it as tells it from others. Its number is never kept. */
export const paymentMethods = sqliteTable(
  "payment_methods",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    brand: text("brand").notNull(),
    lastFour: text("last_four").notNull(),
    /** Its last day is the last of this month: 1 to 12, and the year in full. */
    expiryMonth: integer("expiry_month").notNull(),
    expiryYear: integer("expiry_year").notNull(),
    holder: text("holder").notNull(),
    isDefault: integer("is_default", { mode: "boolean" }).notNull().default(false),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [
    uniqueIndex("payment_methods_default")
      .on(table.isDefault)
      .where(sql`${table.isDefault} = 1`),
  ],
);

/** What was charged, as it was that day: nothing here changes with what it speaks of. */
export const charges = sqliteTable(
  "charges",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: time("at").notNull().default(now),
    lines: list<ChargeLine>("lines"),
    /** In cents. */
    total: integer("total").notNull(),
    status: text("status").notNull().$type<"recorded" | "declined">(),
    /** What the processor knows it by: two of one reference are one charge. */
    reference: text("reference").notNull().default(""),
    /** Such as "Visa ending in 4242"; nothing where no money was asked for. */
    method: text("method").notNull().default(""),
    billedTo: text("billed_to").notNull().default(""),
    periodStart: time("period_start").notNull(),
    periodEnd: time("period_end").notNull(),
  },
  (table) => [index("charges_at").on(table.at)],
);

export type Subscription = typeof subscriptions.$inferSelect;
export type PaymentMethod = typeof paymentMethods.$inferSelect;
export type Charge = typeof charges.$inferSelect;
