/** Tables for sign-in: steps, history, second factor, tokens and invitations. */
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

/** Sign-in method: a password, or Google's popup. */
export type Way = "password" | "google";

/**
 * A sign-in that passed the password or Google and still has a step to complete. Expires within minutes; only the
 * hash of its cookie is stored.
 */
export const signInSteps = sqliteTable("sign_in_steps", {
  tokenHash: text("token_hash").primaryKey(),
  userId: person(),
  /** The remaining step: a second-factor code, or confirmation to reactivate a deactivated account. */
  owes: text("owes").notNull().$type<"code" | "return">(),
  way: text("way").notNull().$type<Way>(),
  /** Whether the session outlives the browser. */
  remember: integer("remember", { mode: "boolean" }).notNull(),
  /** Number of wrong codes entered. */
  tries: integer("tries").notNull().default(0),
  validSince: time("valid_since"),
  expiresAt: time("expires_at").notNull(),
});

/** A user's sign-in history, including failed attempts. */
export const signIns = sqliteTable(
  "sign_ins",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: person(),
    at: time("at").notNull().default(now),
    way: text("way").notNull().$type<Way>(),
    /** Reason for the failure, such as `wrong-password`; null if the sign-in succeeded. */
    refused: text("refused"),
    device: text("device").notNull().default(""),
    address: text("address").notNull().default(""),
  },
  (table) => [index("sign_ins_user").on(table.userId, table.id), index("sign_ins_at").on(table.at)],
);

/** A user's authenticator app. It is active once `confirmedAt` is set, which requires saving the recovery codes. */
export const authenticators = sqliteTable("authenticators", {
  userId: person().primaryKey(),
  /** Shared key, encrypted, so that the database file alone is not enough to generate codes. */
  secret: text("secret").notNull(),
  /** New recovery codes, encrypted, until the user confirms having saved them. */
  newCodes: text("new_codes"),
  confirmedAt: time("confirmed_at"),
  /** Latest time step whose code was accepted; a step is accepted only once. */
  lastStep: integer("last_step"),
  createdAt: time("created_at").notNull().default(now),
});

/** One-time codes that replace the authenticator. Only their hashes are stored. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    codeHash: text("code_hash").primaryKey(),
    userId: person(),
    usedAt: time("used_at"),
  },
  (table) => [index("recovery_codes_user").on(table.userId)],
);

/** A browser that skips the second factor. Only the hash of its cookie is stored. */
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

/** An API token, which acts for its user. Only its hash and first characters are stored. */
export const apiTokens = sqliteTable(
  "api_tokens",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    userId: person(),
    name: text("name").notNull(),
    tokenHash: text("token_hash").notNull().unique(),
    /** First characters, to tell tokens apart. */
    start: text("start").notNull(),
    /**
     * Areas that the token can access, never more than its user can at that moment. Empty for clients, who see only
     * their own records.
     */
    areas: text("areas", { mode: "json" }).notNull().$type<AreaAccess>(),
    /** Whether the token may delete users and change their status and sign-in address. */
    access: integer("access", { mode: "boolean" }).notNull().default(false),
    createdAt: time("created_at").notNull().default(now),
    lastUsedAt: time("last_used_at"),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("api_tokens_user").on(table.userId)],
);

/**
 * An invitation by mail, which gives the first user who signs in with that address its access level. Valid once; only
 * the hash of the link's code is stored.
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
    /** The user who last sent it; the invitation is valid only while they may invite. */
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
 * A pending reset of a lost second factor. It happens when the user confirms it by the mailed link, or else at
 * `dueAt`; only the hash of the link's code is stored.
 */
export const secondFactorResets = sqliteTable(
  "second_step_resets",
  {
    userId: person().primaryKey(),
    codeHash: text("code_hash").notNull().unique(),
    /** The user who requested it; the reset is valid only while they may request one. */
    byId: integer("by_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull().default(now),
    dueAt: time("due_at").notNull(),
  },
  (table) => [index("second_step_resets_due").on(table.dueAt), index("second_step_resets_by").on(table.byId)],
);

/** Tables whose rows are valid credentials. Backups omit them: restoring one would revive credentials revoked since. */
export const credentialTables = [
  sessions,
  signInSteps,
  trustedBrowsers,
  apiTokens,
  mailLinks,
  invitations,
  secondFactorResets,
];

export type SecondFactorReset = typeof secondFactorResets.$inferSelect;
export type Invitation = typeof invitations.$inferSelect;
export type ApiToken = typeof apiTokens.$inferSelect;
