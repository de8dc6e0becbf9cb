/** Who is in the directory, and what they are told. */
import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import { folded } from "../compare";
import type { UserStatus } from "../lookups";
import { listed, now, recordColumns, time } from "./columns";

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
    ...listed("users", table, [table.status, table.role], {
      id: table.id,
      name: folded(table.name),
      email: table.email,
      role: table.role,
      status: table.status,
      country: folded(table.country),
      phone: table.phone,
      created: table.createdAt,
    }),
  ],
);

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
