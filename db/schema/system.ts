/** Files, jobs, and what the database knows of itself. */
import { blob, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";

/** Uploaded pictures, re-encoded. The id is the hash of the bytes, so an address never changes its content. */
export const files = sqliteTable("files", {
  id: text("id").primaryKey(),
  type: text("type").notNull(),
  bytes: blob("bytes", { mode: "buffer" }).notNull(),
  createdAt: time("created_at").notNull().default(now),
});

/** Work that time brings. One instance at a time holds a job. */
export const jobs = sqliteTable("jobs", {
  name: text("name").primaryKey(),
  holder: text("holder"),
  heldUntil: time("held_until"),
  lastRunAt: time("last_run_at"),
  lastResult: text("last_result"),
});

/** Facts about this database itself, such as `sample` and `lastBackupAt`. */
export const facts = sqliteTable("facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

/** The fact that says which number the newest invoice has, also when it is erased: numbers are never given twice. */
export const lastInvoiceFact = "lastInvoiceNumber";

/** The fact that says of which time zone the days of the sums are, see `db/totals`. */
export const totalsZoneFact = "totalsTimeZone";
