/**
 * Decides which notifications a user may still read after a change of access. Each stores the scope that it requires,
 * such as `tickets.view:own`.
 */
import { type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { User } from "db/schema";
import { type Access, type Permission, permissions, reachOf } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";

/** Returns the scope to store with a notification: the permission and the recipient's reach at that time. */
export const storedScope = (reader: Access, permission: Permission) => `${permission}:${reachOf(reader, permission)}`;

/** Returns all scopes of a user; `:all` includes `:own`. */
export const readableScopes = (me: Access): string[] =>
  permissions.flatMap((permission) => {
    const reach = reachOf(me, permission);
    return reach === "none" ? [] : reach === "all" ? [`${permission}:all`, `${permission}:own`] : [`${permission}:own`];
  });

/** Returns the user's scopes as JSON, the parameter of `readable` in prepared statements. */
export const reachedJson = (me: Access) => JSON.stringify(readableScopes(me));

/** SQL condition that the stored scope is among the user's scopes. */
export const readable = (needs: AnySQLiteColumn, json: string | SQL) =>
  sql`${needs} in (select value from json_each(${json}))`;

/** Sender name shown to readers who may not see staff names. */
export const supportName = "Support";

export type InboxReader = Reader & Pick<User, "name">;

/** Returns the sender as the reader may see it: clients see no names but their own. */
export const fromAsRead = (me: Pick<InboxReader, "access" | "name">, from: { name: string; image: string | null }) =>
  me.access === "client" && from.name !== me.name ? { name: supportName, image: null } : from;
