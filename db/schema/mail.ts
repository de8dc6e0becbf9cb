/** The outbox: mails that wait to be sent, and what is remembered of those that were. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";
import { users } from "./people";

/** A mail, written in the transaction of the change that causes it, and deleted once it is sent. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Its `Message-ID`, the same at every try. */
    messageId: text("message_id").notNull().unique(),
    /**
     * The address that it goes to; "" for one that goes nowhere, so that the time of an answer does not tell whether a
     * mail was due.
     */
    recipient: text("recipient").notNull(),
    /** What pages and logs call it, such as "the answer on ticket #7": no secret, and nothing that people wrote. */
    about: text("about").notNull(),
    /**
     * Subject, text and headers, sealed: a copy of the database opens no link that a mail carries. Nothing once it was
     * given up.
     */
    content: text("content"),
    /** The record whose page says that the mail could not be sent, such as `orders` and `7`. */
    entity: text("entity"),
    recordId: text("record_id"),
    tries: integer("tries").notNull().default(0),
    /** When it is to be tried next. Whoever tries it moves this on first, so that nobody else does meanwhile. */
    dueAt: time("due_at").notNull(),
    /** It is not tried after this. */
    expiresAt: time("expires_at").notNull(),
    /** Why the latest try failed, in a sentence. */
    problem: text("problem"),
    /** When it was given up. */
    failedAt: time("failed_at"),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [
    index("mails_due")
      .on(table.dueAt)
      .where(sql`${table.failedAt} is null`),
    index("mails_record").on(table.entity, table.recordId),
    index("mails_failed")
      .on(table.failedAt)
      .where(sql`${table.failedAt} is not null`),
  ],
);

/** When a mail about an event last went to a person: a burst of the same is one mail and a summary. */
export const latestMails = sqliteTable(
  "latest_mails",
  {
    event: text("event").notNull(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    at: time("at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.event, table.userId] }), index("latest_mails_user").on(table.userId)],
);

export type MailRow = typeof mails.$inferSelect;
