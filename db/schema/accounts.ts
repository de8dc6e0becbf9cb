/** Accounts of the identity providers, and sessions. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";
import { users } from "./people";

/** Accounts of the local identity provider. Empty with Firebase. */
export const accounts = sqliteTable("accounts", {
  uid: text("uid").primaryKey(),
  /** Always lower case. */
  email: text("email").notNull().unique(),
  displayName: text("display_name").notNull().default(""),
  /** argon2id hash, or null for an account that cannot sign in with a password. */
  passwordHash: text("password_hash"),
  emailVerifiedAt: time("email_verified_at"),
  disabledAt: time("disabled_at"),
  createdAt: time("created_at").notNull().default(now),
});

/** A mailed link, valid for one hour and once. Only the hash of its code is stored. */
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

/** Portico's own data about Firebase accounts. */
export const firebaseAccounts = sqliteTable("firebase_accounts", {
  uid: text("uid").primaryKey(),
  /**
   * The address with which the account was created, or that was verified. Anyone who knows the password can change
   * the address at Firebase.
   */
  email: text("email"),
  /**
   * Id of the latest sign-up while the address is unverified. Browsers return it in a signed cookie, so it need not
   * be secret.
   */
  signUp: text("sign_up"),
  /** When the user proved to own the address. */
  provenAt: time("proven_at"),
  createdAt: time("created_at").notNull().default(now),
});

/** Pending calls to the identity provider after a change here, only the latest per account. */
export const providerWork = sqliteTable("provider_work", {
  uid: text("uid").primaryKey(),
  /** The provider that holds the account; the other one ignores this row. */
  provider: text("provider").notNull().$type<"local" | "firebase">(),
  task: text("task").notNull().$type<"disable" | "enable" | "delete">(),
  createdAt: time("created_at").notNull().default(now),
});

/** A session. Only the hash of its cookie is stored. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().default(now),
    lastSeenAt: time("last_seen_at").notNull().default(now),
    /** When the user last authenticated in this session: at sign-in, or later. */
    provedAt: time("proved_at"),
    /** Whether the cookie outlives the browser. */
    remember: integer("remember", { mode: "boolean" }).notNull().default(false),
    device: text("device").notNull().default(""),
    address: text("address").notNull().default(""),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

/** Failed attempts at a rate-limited action, such as entering a password. */
export const attempts = sqliteTable("attempts", {
  key: text("key").primaryKey(),
  count: integer("count").notNull(),
  windowEndsAt: time("window_ends_at").notNull(),
});

export type AccountRow = typeof accounts.$inferSelect;
export type MailLink = typeof mailLinks.$inferSelect;
