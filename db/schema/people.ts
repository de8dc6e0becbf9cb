/** Who is in the directory, and what they are told. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { natural, folded } from "../compare";
import type { AccessLevel, AreaAccess, UserStatus } from "../lookups";
import { list, listIndexes, now, recordColumns, time } from "./columns";

/** A page of a person at a social network, such as `github` and `https://github.com/ada`. */
export type SocialLink = { network: string; url: string };

/**
 * What a person wants to be told of: by event, whether in the app and whether by mail. Hours are 0 to 23, days 0
 * (Sunday) to 6, in `TIME_ZONE`.
 */
export type StoredPreferences = {
  events: Record<string, { inApp: boolean; email: boolean }>;
  digest: { day: number; hour: number } | null;
  quiet: { from: number; to: number } | null;
};

/** A person in the directory; one who has signed in is tied to the identity provider's account by `uid`. */
export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    uid: text("uid").unique(),
    name: text("name").notNull(),
    /** Always lower case. */
    email: text("email").notNull(),
    /** A job title; empty for people who have none. */
    role: text("role")
      .notNull()
      .$defaultFn(() => ""),
    status: text("status").notNull().$type<UserStatus>(),
    /** How far they are let in: what each level may do is said in `app/core/access/access.server.ts`. */
    access: text("access").notNull().default("none").$type<AccessLevel>(),
    /** The areas of staff; of no account at other levels. */
    areas: text("areas", { mode: "json" }).notNull().default({}).$type<AreaAccess>(),
    country: text("country").notNull().default(""),
    company: text("company").notNull().default(""),
    phone: text("phone").notNull().default(""),
    /** Address of a picture on this server; without one the initials are drawn. */
    image: text("image"),
    /** Where they are to be found elsewhere, in their order. */
    links: list<SocialLink>("links"),
    /** What they want to be told, and how; nothing for the defaults. */
    notices: text("notices", { mode: "json" }).$type<StoredPreferences>(),
    /** When they deactivated their account. They may come back for thirty days, and are erased then. */
    deactivatedAt: time("deactivated_at"),
    /** When all that was given out to them to come in by last ended: a login that began before it comes too late. */
    accessEndedAt: time("access_ended_at"),
    /** When their access was taken away; nothing for people who never had any, or who have it again. */
    accessTakenAt: time("access_taken_at"),
    ...recordColumns,
  },
  (table) => [
    index("users_picture")
      .on(table.image)
      .where(sql`${table.image} like '/files/%'`),
    index("users_access")
      .on(table.access, natural(table.name), table.id)
      .where(sql`${table.access} <> 'none'`),
    index("users_deactivated")
      .on(table.deactivatedAt)
      .where(sql`${table.deactivatedAt} is not null`),
    uniqueIndex("users_email")
      .on(table.email)
      .where(sql`${table.deletedAt} is null`),
    index("users_name").on(table.deletedAt, folded(table.name), table.id), // for what begins so
    ...listIndexes("users", table, [table.status, table.role], {
      id: table.id,
      name: natural(table.name),
      email: table.email,
      role: table.role,
      status: table.status,
      country: natural(table.country),
      company: folded(table.company),
      phone: table.phone,
      created: table.createdAt,
    }),
  ],
);

/**
 * What the reader of something they were told has to reach: a permission of `app/core/access/access.server.ts`, and
 * whether all of it or their own part.
 */
const needs = () => text("needs").notNull().default("account:all");

const inboxColumns = {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  /** Who caused it, copied: it outlives the person. */
  fromName: text("from_name").notNull(),
  fromImage: text("from_image"),
  text: text("text").notNull(),
  href: text("href").notNull(),
  needs: needs(),
  createdAt: time("created_at").notNull().default(now),
  readAt: time("read_at"),
};

/** What a person is told about. */
export const notifications = sqliteTable("notifications", inboxColumns, (table) => [
  index("notifications_user").on(table.userId, table.readAt, table.id),
  index("notifications_latest").on(table.userId, table.id),
  index("notifications_href").on(table.href),
]);

/** The conversations that a person takes part in, each with what was last said to them. Newer ones have greater ids. */
export const messages = sqliteTable(
  "messages",
  { ...inboxColumns, ticketId: integer("ticket_id"), replyId: integer("reply_id") },
  (table) => [
    index("messages_user").on(table.userId, table.readAt, table.id),
    index("messages_latest").on(table.userId, table.id),
    index("messages_ticket").on(table.ticketId, table.userId),
  ],
);

/** A mail about an event that waits until its person's quiet hours are over. */
export const waitingMails = sqliteTable(
  "waiting_mails",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    event: text("event").notNull(),
    text: text("text").notNull(),
    href: text("href").notNull(),
    needs: needs(),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [index("waiting_mails_user").on(table.userId)],
);

/** When a person last got the weekly digest. */
export const digests = sqliteTable("digests", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sentAt: time("sent_at").notNull(),
});

export type User = typeof users.$inferSelect;
