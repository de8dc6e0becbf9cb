/** The company, and what its documents say of it. */
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { InvoiceLock, PriceTax } from "../lookups";
import { usualHours, type Weekday } from "../work-clock";
import { now, recordColumns, time } from "./columns";

/** The company as documents and mails name it; they leave out empty texts. */
export const issuerColumns = {
  name: text("name").notNull(),
  address: text("address").notNull().default(""),
  email: text("email").notNull().default(""),
  phone: text("phone").notNull().default(""),
  website: text("website").notNull().default(""),
  taxNumber: text("tax_number").notNull().default(""),
  registrationNumber: text("registration_number").notNull().default(""),
  /** How to pay: bank details, line by line. */
  payment: text("payment").notNull().default(""),
  footer: text("footer").notNull().default(""),
  /** Code of the currency of all amounts, such as `EUR`; one with two decimals. */
  currency: text("currency").notNull().default("USD"),
  /** Address of the picture, such as `/files/…`. */
  logo: text("logo"),
};

/** The company: one row, with the id 1. */
export const companies = sqliteTable("companies", {
  id: integer("id").primaryKey(),
  ...issuerColumns,
  /** Days that customers have to pay. */
  paymentTerm: integer("payment_term").notNull().default(14),
  /** Letters before the numbers of new invoices: `INV` of `INV-0012`. */
  invoicePrefix: text("invoice_prefix").notNull().default("INV"),
  creditNotePrefix: text("credit_note_prefix").notNull().default("CN"),
  /** Whether the prices on new invoices include tax. */
  priceTax: text("price_tax").notNull().default("excluded").$type<PriceTax>(),
  /** The tax rate of lines whose product has none; null for none. */
  defaultTaxRateId: integer("default_tax_rate_id"),
  /** When invoices lock. */
  invoiceLock: text("invoice_lock").notNull().default("sent").$type<InvoiceLock>(),
  /** Nothing dated up to this day is changed any more; "" for no such day. */
  closingDate: text("closing_date").notNull().default(""),
  /** The time zone in which days begin, such as `Europe/Vienna`. */
  timeZone: text("time_zone").notNull().default(""),
  /** The days on which the company works, and from when to when; `00:00` is the end of a day. */
  workDays: text("work_days", { mode: "json" }).notNull().$type<Weekday[]>().default(usualHours.workDays),
  workFrom: text("work_from").notNull().default(usualHours.workFrom),
  workTo: text("work_to").notNull().default(usualHours.workTo),
  ...recordColumns,
});

/** The company as documents name it: a row for each change, because a document keeps what it said when issued. */
export const issuers = sqliteTable("issuers", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  ...issuerColumns,
  createdAt: time("created_at").notNull().default(now),
});

export type Company = typeof companies.$inferSelect;
export type Issuer = typeof issuers.$inferSelect;
