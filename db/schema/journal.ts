/** What happened. */
import { sql } from "drizzle-orm";
import { type AnySQLiteColumn, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";

/** The customer that a record had before a change, as the journal keeps it in `before`. */
export const onceCustomer = (before: AnySQLiteColumn) => sql<number | null>`${before} ->> '$.customerId'`;

/**
 * What happened, in the order in which it happened: who, what, before, after. Written in the same transaction as the
 * change. Rows of one act (a bulk delete) share `batch`, so that one undo takes them all back.
 */
export const journal = sqliteTable(
  "journal",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    batch: text("batch").notNull(),
    at: time("at").notNull().default(now),
    /** Who did it, with the name as it was then; nobody for the system itself. */
    byId: integer("by_id"),
    byName: text("by_name").notNull(),
    entity: text("entity").notNull(),
    recordId: text("record_id").notNull(),
    label: text("label").notNull(),
    action: text("action").notNull().$type<JournalAction>(),
    /** The changed columns as they were; nothing for a creation or a security act. */
    before: text("before", { mode: "json" }).$type<Snapshot>(),
    /** The changed columns as they became; nothing for a security act, and where to for a mail. */
    after: text("after", { mode: "json" }).$type<Snapshot>(),
    /**
     * What a security act was, in words; such acts keep no values. Of any other act why it was done, where somebody
     * said so.
     */
    note: text("note"),
    /** The batch that this one took back. */
    undoes: text("undoes"),
  },
  (table) => [
    index("journal_record").on(table.entity, table.recordId, table.id),
    index("journal_batch").on(table.batch),
    index("journal_undoes").on(table.undoes),
    index("journal_person").on(table.byId, table.id),
    index("journal_at").on(table.at),
    // Notes are few, and orders are found by theirs.
    index("journal_notes")
      .on(table.entity, table.id)
      .where(sql`${table.note} is not null`),
    // Whose an order or an invoice was before it was given to another: few are, and who is erased goes from all of
    // them.
    index("journal_customer")
      .on(onceCustomer(table.before), table.entity, table.recordId)
      .where(sql`${onceCustomer(table.before)} is not null`),
  ],
);

export type JournalAction = "created" | "changed" | "deleted" | "restored" | "security" | "sent";

/** Acts that changed no column of their record: they have no undo. */
export const columnless: JournalAction[] = ["security", "sent"];

export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
/** Columns by name, as JSON keeps them: times are milliseconds since 1970. */
export type Snapshot = Record<string, Json>;

/**
 * An idempotency key, of a form or of a request to `/api`: the same posted twice lands on the record that the first
 * post made.
 */
export const formKeys = sqliteTable("form_keys", {
  key: text("key").primaryKey(),
  entity: text("entity").notNull(),
  recordId: text("record_id").notNull(),
  /** What was asked of `/api`, as a hash; nothing for a form. */
  requestHash: text("request_hash"),
  /** What `/api` answered, as JSON; nothing for a form. */
  answer: text("answer"),
  createdAt: time("created_at").notNull().default(now),
});

export type JournalEntry = typeof journal.$inferSelect;
