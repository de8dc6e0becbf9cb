/** The outbox: queued mails, and when event mails were last sent. */
import { sql } from "drizzle-orm";
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";
import { users } from "./people";

/** A queued mail, written in the transaction of the change that causes it and deleted once it is sent. */
export const mails = sqliteTable(
  "mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** The mail's `Message-ID`, the same for every attempt. */
    messageId: text("message_id").notNull().unique(),
    /**
     * Recipient address; "" for a dummy mail that is never sent, so that response times do not reveal whether a mail
     * was due.
     */
    recipient: text("recipient").notNull(),
    /**
     * Description for pages and logs, such as "the answer on ticket #7". Contains no secrets and no text written by
     * users.
     */
    about: text("about").notNull(),
    /**
     * Subject, text and headers, encrypted, so that a copy of the database does not expose the links in mails. Null
     * once sending was given up.
     */
    content: text("content"),
    /** The record, such as `orders` and `7`, whose page reports that the mail could not be sent. */
    entity: text("entity"),
    recordId: text("record_id"),
    tries: integer("tries").notNull().default(0),
    /** Time of the next attempt. A sender moves it forward before sending, so that no other sends the same mail. */
    dueAt: time("due_at").notNull(),
    /** No attempts are made after this. */
    expiresAt: time("expires_at").notNull(),
    /** Why the latest attempt failed, in a sentence. */
    problem: text("problem"),
    /** When sending was given up. */
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

/** When a user last got a mail about an event, so that a burst of them becomes one mail and a summary. */
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
