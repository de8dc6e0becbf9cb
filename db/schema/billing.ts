/** The company's subscription to Portico, its payment methods and its charges. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { list, now, time } from "./columns";

export type Cycle = "monthly" | "yearly";
/** A line of a receipt; `amount` is in cents, negative for a credit. */
export type ChargeLine = { text: string; amount: number };

/**
 * The company's subscription, at most one row. No row means the free plan, which has no periods: both ends are then
 * equal.
 */
export const subscriptions = sqliteTable("subscriptions", {
  id: integer("id").primaryKey(),
  plan: text("plan").notNull(),
  cycle: text("cycle").notNull().$type<Cycle>(),
  periodStart: time("period_start").notNull(),
  periodEnd: time("period_end").notNull(),
  /** The plan from the next period on, if a change was chosen. */
  nextPlan: text("next_plan"),
  nextCycle: text("next_cycle").$type<Cycle>(),
  /** Unused prepaid amount, in cents, which reduces the next charges. */
  credit: integer("credit").notNull().default(0),
  billingName: text("billing_name").notNull().default(""),
  billingEmail: text("billing_email").notNull().default(""),
  billingAddress: text("billing_address").notNull().default(""),
  billingCountry: text("billing_country").notNull().default(""),
  taxId: text("tax_id").notNull().default(""),
  revision: integer("revision").notNull().default(1),
});

/** A payment card, with only enough data to tell it from others. Its number is never stored. */
export const paymentMethods = sqliteTable(
  "payment_methods",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    brand: text("brand").notNull(),
    lastFour: text("last_four").notNull(),
    /** Month (1 to 12) and full year; the card is valid through the last day of that month. */
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

/** A past charge. Rows are snapshots and never change. */
export const charges = sqliteTable(
  "charges",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    at: time("at").notNull().default(now),
    lines: list<ChargeLine>("lines"),
    /** Total in cents. */
    total: integer("total").notNull(),
    status: text("status").notNull().$type<"recorded" | "declined">(),
    /** The payment processor's reference. Two charges with the same reference are one. */
    reference: text("reference").notNull().default(""),
    /** Such as “Visa ending in 4242”; empty if nothing was charged to a card. */
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
