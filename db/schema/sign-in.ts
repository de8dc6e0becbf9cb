/** What stands between a password and a session, and what came of it. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { AccessLevel, AreaAccess } from "../lookups";
import { mailLinks, sessions } from "./accounts";
import { now, time } from "./columns";
import { users } from "./people";

const person = () =>
  integer("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** How somebody signs in: with a password, or in Google's window. */
export type Way = "password" | "google";

/**
 * A login that has shown its password, or Google's word, and still owes something. Lives some minutes; only the hash of
 * its cookie is kept.
 */
export const signInSteps = sqliteTable("sign_in_steps", {
  tokenHash: text("token_hash").primaryKey(),
  userId: person(),
  /** What is owed: a code of the second factor, or the wish to come back to a deactivated account. */
  owes: text("owes").notNull().$type<"code" | "return">(),
  way: text("way").notNull().$type<Way>(),
  /** Whether the session is to outlive the browser. */
  remember: integer("remember", { mode: "boolean" }).notNull(),
  /** Wrong codes so far. */
  tries: integer("tries").notNull().default(0),
  validSince: time("valid_since"),
  expiresAt: time("expires_at").notNull(),
});

/** The sign-in history of a person: what worked and what did not. */
export const signIns = sqliteTable(
  "sign_ins",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: person(),
    at: time("at").notNull().default(now),
    way: text("way").notNull().$type<Way>(),
    /** Why it did not work, such as `wrong-password`; nothing when it did. */
    refused: text("refused"),
    device: text("device").notNull().default(""),
    address: text("address").notNull().default(""),
  },
  (table) => [index("sign_ins_user").on(table.userId, table.id), index("sign_ins_at").on(table.at)],
);

/**
 * The authenticator app of a person. It counts from the moment that it is confirmed, which comes after the recovery
 * codes were put away.
 */
export const authenticators = sqliteTable("authenticators", {
  userId: person().primaryKey(),
  /** The shared key, sealed: who reads the file alone cannot make codes. */
  secret: text("secret").notNull(),
  /** New recovery codes, sealed, until the person says that they have put them away. */
  newCodes: text("new_codes"),
  confirmedAt: time("confirmed_at"),
  /** The latest time step whose code was accepted: no step counts twice. */
  lastStep: integer("last_step"),
  createdAt: time("created_at").notNull().default(now),
});

/** What stands in for the authenticator, once each. Only their hashes are kept. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    userId: person(),
    usedAt: time("used_at"),
  },
  (table) => [index("recovery_codes_user").on(table.userId)],
);

/** A browser that is asked for no second factor. Only the hash of its cookie is kept. */
export const trustedBrowsers = sqliteTable(
  "trusted_browsers",
  {
    tokenHash: text("token_hash").primaryKey(),
    userId: person(),
    device: text("device").notNull().default(""),
    createdAt: time("created_at").notNull().default(now),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("trusted_browsers_user").on(table.userId)],
);

/** A program's way in to `/api`, in the name of a person. Only its hash is kept, and how it begins. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: person(),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** Its first letters, to tell it from others. */
    start: text("start").notNull(),
    /** What it opens: never more than its person may at that moment. Empty for clients, who see their own records. */
    areas: text("areas", { mode: "json" }).notNull().$type<AreaAccess>(),
    /** Whether it may change people's status and sign-in address, and take people away. */
    access: integer("access", { mode: "boolean" }).notNull().default(false),
    createdAt: time("created_at").notNull().default(now),
    lastUsedAt: time("last_used_at"),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("api_tokens_user").on(table.userId)],
);

/**
 * An invitation by mail: whoever first signs in with that address gets this access. It works once, and only the hash of
 * its link's code is kept.
 */
export const invitations = sqliteTable(
  "invitations",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    codeHash: text("code_hash").notNull().unique(),
    /** Always lower case. */
    email: text("email").notNull(),
    access: text("access").notNull().$type<AccessLevel>(),
    areas: text("areas", { mode: "json" }).notNull().default({}).$type<AreaAccess>(),
    /** Who invited, or sent it again: it counts only while they may. */
    byId: integer("by_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull().default(now),
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
    revokedAt: time("revoked_at"),
  },
  (table) => [
    uniqueIndex("invitations_waiting")
      .on(table.email)
      .where(sql`${table.usedAt} is null and ${table.revokedAt} is null`),
    index("invitations_by").on(table.byId),
  ],
);

/**
 * A lost second step that is to be reset: when its person says so by the link in their mail, or else when its time has
 * come. Of the link only the hash of its code is kept.
 */
export const secondStepResets = sqliteTable(
  "second_step_resets",
  {
    userId: person().primaryKey(),
    codeHash: text("code_hash").notNull().unique(),
    /** Who asked for it: it counts only while they may. */
    byId: integer("by_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull().default(now),
    dueAt: time("due_at").notNull(),
  },
  (table) => [index("second_step_resets_due").on(table.dueAt), index("second_step_resets_by").on(table.byId)],
);

/**
 * Each row is a credential that is good now. Copies of the database hold none: some were revoked since, and would be
 * good again.
 */
export const credentialTables = [
  sessions,
  signInSteps,
  trustedBrowsers,
  apiTokens,
  mailLinks,
  invitations,
  secondStepResets,
];

export type SecondStepReset = typeof secondStepResets.$inferSelect;
export type Invitation = typeof invitations.$inferSelect;
export type ApiToken = typeof apiTokens.$inferSelect;
