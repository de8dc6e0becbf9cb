/** Users, and their notifications and messages. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { natural, folded } from "../compare";
import type { AccessLevel, AreaAccess, TaxTreatment, UserStatus } from "../lookups";
import { list, listIndexes, now, recordColumns, time } from "./columns";

/** A user's profile at a social network, such as `github` and `https://github.com/ada`. */
export type SocialLink = { network: string; url: string };

/**
 * Notification preferences, by event and channel. Hours are 0 to 23, days 0 (Sunday) to 6, in the company's time
 * zone.
 */
export type StoredPreferences = {
  events: Record<string, { inApp: boolean; email: boolean }>;
  digest: { day: number; hour: number } | null;
  quiet: { from: number; to: number } | null;
};

/** A person in the directory; `uid` links those who have signed in to their account at the identity provider. */
export const users = sqliteTable(
  "users",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    uid: text("uid").unique(),
    name: text("name").notNull(),
    /** Always lower case. */
    email: text("email").notNull(),
    /** Job title; "" if none. */
    role: text("role")
      .notNull()
      .$defaultFn(() => ""),
    status: text("status").notNull().$type<UserStatus>(),
    /** Access level. `app/core/access/access.server.ts` defines what each level may do. */
    access: text("access").notNull().default("none").$type<AccessLevel>(),
    /** Areas of staff; ignored at other access levels. */
    areas: text("areas", { mode: "json" }).notNull().default({}).$type<AreaAccess>(),
    country: text("country").notNull().default(""),
    company: text("company").notNull().default(""),
    phone: text("phone").notNull().default(""),
    /** How invoices to this person are taxed. */
    taxTreatment: text("tax_treatment").notNull().default("taxable").$type<TaxTreatment>(),
    taxNumber: text("tax_number").notNull().default(""),
    /** URL of a picture on this server; initials are shown without one. */
    image: text("image"),
    /** Profiles on other sites, in display order. */
    links: list<SocialLink>("links"),
    /** Notification preferences; null for the defaults. */
    notices: text("notices", { mode: "json" }).$type<StoredPreferences>(),
    /** When the user deactivated the account. They can reactivate it for thirty days; then it is erased. */
    deactivatedAt: time("deactivated_at"),
    /**
     * When all sessions and other credentials of the user were last revoked; a sign-in that began earlier is refused.
     */
    accessEndedAt: time("access_ended_at"),
    /** When access was revoked; null for people who never had access, or have it again. */
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
    index("users_name").on(table.deletedAt, folded(table.name), table.id), // for prefix searches
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
 * The permission needed to see the item (see `app/core/access/access.server.ts`), and whether for all records or only
 * own ones.
 */
const needs = () => text("needs").notNull().default("account:all");

const inboxColumns = {
  id: integer("id").primaryKey({ autoIncrement: true }),
  userId: integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  /** The user who caused it; a copy that outlives them. */
  fromName: text("from_name").notNull(),
  fromImage: text("from_image"),
  text: text("text").notNull(),
  href: text("href").notNull(),
  needs: needs(),
  createdAt: time("created_at").notNull().default(now),
  readAt: time("read_at"),
};

/** In-app notifications of a user. */
export const notifications = sqliteTable("notifications", inboxColumns, (table) => [
  index("notifications_user").on(table.userId, table.readAt, table.id),
  index("notifications_latest").on(table.userId, table.id),
  index("notifications_href").on(table.href),
]);

/** A user's conversations, each with the latest message. Newer messages have higher ids. */
export const messages = sqliteTable(
  "messages",
  { ...inboxColumns, ticketId: integer("ticket_id"), replyId: integer("reply_id") },
  (table) => [
    index("messages_user").on(table.userId, table.readAt, table.id),
    index("messages_latest").on(table.userId, table.id),
    index("messages_ticket").on(table.ticketId, table.userId),
  ],
);

/** An event mail that is held back until the recipient's quiet hours end. */
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

/** When a user last got the weekly digest. */
export const digests = sqliteTable("digests", {
  userId: integer("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  sentAt: time("sent_at").notNull(),
});

export type User = typeof users.$inferSelect;
