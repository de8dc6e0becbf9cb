/** The journal (audit log), and idempotency keys. */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";

/** The customer id of a record before a change, as SQL on the journal's `before` column. */
export const onceCustomer = (before: AnySQLiteColumn) => sql<number | null>`${before} ->> '$.customerId'`;

/**
 * The audit log, in chronological order. Entries are written in the transaction of the change, and entries of one
 * action (such as a bulk delete) share a `batch`, which is undone as a whole.
 */
export const journal = sqliteTable(
  "journal",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    batch: text("batch").notNull(),
    at: time("at").notNull().default(now),
    /** The user who made the change, with a copy of the name; null for the system itself. */
    byId: integer("by_id"),
    byName: text("by_name").notNull(),
    entity: text("entity").notNull(),
    recordId: text("record_id").notNull(),
    label: text("label").notNull(),
    action: text("action").notNull().$type<JournalAction>(),
    /** Previous values of the changed columns; null for a creation or a security event. */
    before: text("before", { mode: "json" }).$type<Snapshot>(),
    /** New values of the changed columns; null for a security event. For a sent mail, its destination. */
    after: text("after", { mode: "json" }).$type<Snapshot>(),
    /** Description of a security event, which stores no values; for other actions the reason given, if any. */
    note: text("note"),
    /** Revision of the record after the change; null if the change was none of a column, or older than this column. */
    revision: integer("revision"),
    /** The batch that this one undid. */
    undoes: text("undoes"),
  },
  (table) => [
    index("journal_record").on(table.entity, table.recordId, table.id),
    index("journal_batch").on(table.batch),
    index("journal_undoes").on(table.undoes),
    index("journal_person").on(table.byId, table.id),
    index("journal_at").on(table.at),
    // Few entries have notes; orders are found by them.
    index("journal_notes")
      .on(table.entity, table.id)
      .where(sql`${table.note} is not null`),
    // The previous customer of a reassigned order or invoice: rarely set, and needed to erase a user from all
    // entries.
    index("journal_customer")
      .on(onceCustomer(table.before), table.entity, table.recordId)
      .where(sql`${onceCustomer(table.before)} is not null`),
  ],
);

export type JournalAction = "created" | "changed" | "deleted" | "restored" | "security" | "sent";

/** Actions that change no column of their record and therefore cannot be undone. */
export const columnless: JournalAction[] = ["security", "sent"];

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
/** Columns by name, as stored in JSON: times are in milliseconds since 1970. */
export type Snapshot = Record<string, Json>;

/**
 * An idempotency key of a form or of a request to `/api`: submitting it again returns the record that the first
 * submission created.
 */
export const formKeys = sqliteTable("form_keys", {
  key: text("key").primaryKey(),
  entity: text("entity").notNull(),
  recordId: text("record_id").notNull(),
  /** Hash of the `/api` request; null for a form. */
  requestHash: text("request_hash"),
  /** The `/api` response as JSON; null for a form. */
  answer: text("answer"),
  createdAt: time("created_at").notNull().default(now),
});

export type JournalEntry = typeof journal.$inferSelect;
