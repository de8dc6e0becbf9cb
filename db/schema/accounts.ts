/** Who may sign in, and who has. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";
import { users } from "./people";

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
  /**
   * The address that it was opened with here, or that is proven. Whoever knows the password may give it another at
   * Firebase.
   */
  email: text("email"),
  /**
   * Names the latest sign-up, while its address is unproven. Browsers bring it back in a signed cookie, so it need be
   * no secret.
   */
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
    /** When the person last showed that it is really them at this browser: at sign-in, or since. */
    provedAt: time("proved_at"),
    /** Whether its cookie outlives the browser. */
    remember: integer("remember", { mode: "boolean" }).notNull().default(false),
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

export type AccountRow = typeof accounts.$inferSelect;
export type MailLink = typeof mailLinks.$inferSelect;
