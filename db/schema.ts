/** Every table, and the types inferred from them. Times are UTC; money will be integer cents. */
import { sql } from "drizzle-orm";
import { blob, index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { UserStatus } from "./lookups";

const time = (name: string) => integer(name, { mode: "timestamp_ms" });
const now = sql`(unixepoch('subsec') * 1000)`;

/** What every record has: a number that goes up by one with each change, and the day it was put in the trash. */
const recordColumns = {
  revision: integer("revision").notNull().default(1),
  createdAt: time("created_at").notNull().default(now),
  deletedAt: time("deleted_at"),
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
    role: text("role").notNull(),
    status: text("status").notNull().$type<UserStatus>(),
    country: text("country").notNull().default(""),
    phone: text("phone").notNull().default(""),
    /** Address of a picture on this server; without one the initials are drawn. */
    image: text("image"),
    ...recordColumns,
  },
  (table) => [
    uniqueIndex("users_email").on(table.email).where(sql`${table.deletedAt} is null`),
    index("users_created").on(table.deletedAt, table.createdAt),
    index("users_status").on(table.deletedAt, table.status, table.createdAt),
  ],
);

/** The local identity provider's accounts. With Firebase this table stays empty. */
export const accounts = sqliteTable("accounts", {
  uid: text("uid").primaryKey(),
  /** Always lower case. */
  email: text("email").notNull().unique(),
  displayName: text("display_name").notNull().default(""),
  /** argon2id, or nothing for an account that cannot sign in with a password. */
  passwordHash: text("password_hash"),
  emailVerifiedAt: time("email_verified_at"),
  disabledAt: time("disabled_at"),
  createdAt: time("created_at").notNull().default(now),
});

/** A link we have mailed: lives one hour, works once. Only the hash of its code is kept. */
export const mailLinks = sqliteTable(
  "mail_links",
  {
    codeHash: text("code_hash").primaryKey(),
    uid: text("uid").notNull(),
    purpose: text("purpose").notNull().$type<"verify" | "reset" | "change">(),
    email: text("email").notNull(),
    createdAt: time("created_at").notNull().default(now),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("mail_links_uid").on(table.uid)],
);

/** What Portico itself knows of an account at Firebase. */
export const firebaseAccounts = sqliteTable("firebase_accounts", {
  uid: text("uid").primaryKey(),
  /** The address that it was opened with here, or that is proven. Whoever knows the password may give it another at Firebase. */
  email: text("email"),
  /** Names the latest sign-up, while its address is unproven. Browsers bring it back in a signed cookie, so it need be no secret. */
  signUp: text("sign_up"),
  /** Since when the account is known to belong to whoever reads the mail of that address. */
  provenAt: time("proven_at"),
  createdAt: time("created_at").notNull().default(now),
});

/** What is still to be done at the identity provider after a change here: the latest for each account. */
export const providerWork = sqliteTable("provider_work", {
  uid: text("uid").primaryKey(),
  /** Which provider keeps the account: the other one, if it is in use now, has nothing to do with it. */
  provider: text("provider").notNull().$type<"local" | "firebase">(),
  task: text("task").notNull().$type<"disable" | "enable" | "delete">(),
  createdAt: time("created_at").notNull().default(now),
});

/** A signed-in browser. Only the hash of its cookie is kept. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().default(now),
    lastSeenAt: time("last_seen_at").notNull().default(now),
    device: text("device").notNull().default(""),
    address: text("address").notNull().default(""),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** Failed tries at something that may not be tried for ever, such as a password. */
export const attempts = sqliteTable("attempts", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: time("window_ends_at").notNull(),
});

/**
 * What happened, in the order in which it happened: who, what, before, after. Written in the same transaction as the change.
 * Rows of one act (a bulk delete) share `batch`, so that one undo takes them all back.
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
    /** The changed columns as they became; nothing for a security act. */
    after: text("after", { mode: "json" }).$type<Snapshot>(),
    /** What a security act was, in words; such acts keep no values. Of any other act why it was done, where somebody said so. */
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
  ],
);

export type JournalAction = "created" | "changed" | "deleted" | "restored" | "security";
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };
/** Columns by name, as JSON keeps them: times are milliseconds since 1970. */
export type Snapshot = Record<string, Json>;

/** A create form's one-time key: the same form posted twice lands on the record that the first post made. */
export const formKeys = sqliteTable("form_keys", {
  key: text("key").primaryKey(),
  entity: text("entity").notNull(),
  recordId: text("record_id").notNull(),
  createdAt: time("created_at").notNull().default(now),
});

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
  createdAt: time("created_at").notNull().default(now),
  readAt: time("read_at"),
};

/** What a person is told about. */
export const notifications = sqliteTable("notifications", inboxColumns, (table) => [
  index("notifications_user").on(table.userId, table.readAt, table.id),
]);

/** What was said to a person in a conversation that they take part in. */
export const messages = sqliteTable("messages", inboxColumns, (table) => [
  index("messages_user").on(table.userId, table.readAt, table.id),
]);

export type User = typeof users.$inferSelect;
export type AccountRow = typeof accounts.$inferSelect;
export type MailLink = typeof mailLinks.$inferSelect;
export type JournalEntry = typeof journal.$inferSelect;
