/** What surrounds every page: who is signed in, what they were told, and where the menu's sample links lead. */
import { data } from "@remix-run/node";
import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { config } from "config";
import { anyone } from "~/auth/session.server";
import { takeToast } from "~/lib/respond.server";
import { prepared } from "db";
import { messages, notifications, users } from "db/schema";

/** How many notifications or messages a popover lists. */
const listed = 5;

/** The data of the layout. For a visitor there is no `user`. */
export async function shellData(request: Request) {
  const user = await anyone(request);
  const { toast, headers } = await takeToast(request);
  return data({ toast, timeZone: config.timeZone, user: user ? await surroundings(user) : undefined }, { headers });
}

export type Surroundings = Awaited<ReturnType<typeof surroundings>>;

async function surroundings({ id, name, email, image }: typeof users.$inferSelect) {
  return {
    id,
    name,
    email,
    image,
    notifications: await notificationsOf(id),
    messages: await messagesOf(id),
    links: await sampleLinks(),
  };
}

const notificationsOf = inbox(notifications);
const messagesOf = inbox(messages);

/** Reads somebody's latest, and how many are unread. */
function inbox(table: typeof notifications | typeof messages) {
  const { id, fromName, fromImage, text, href, createdAt, readAt } = table;
  const own = eq(table.userId, sql.placeholder("userId"));
  const latest = prepared((db) => db.select({ id, fromName, fromImage, text, href, createdAt, readAt }).from(table).where(own).orderBy(desc(id)).limit(listed).prepare());
  const unread = prepared((db) => db.select({ count: count() }).from(table).where(and(own, isNull(readAt))).prepare());
  return async (userId: number) => {
    const items = await latest({ userId });
    const [counted] = items.length > 0 ? await unread({ userId }) : [];
    return { items, unread: counted?.count ?? 0 };
  };
}

/** Menu links with a sample id lead to the newest record when that record is gone, and to its creation when there is none. */
async function sampleLinks(): Promise<Record<string, string>> {
  return { "/users/3": await sampleUser(3) };
}

const there = isNull(users.deletedAt);
const userById = prepared((db) => db.select({ id: users.id }).from(users).where(and(eq(users.id, sql.placeholder("id")), there)).prepare());
const newestUser = prepared((db) => db.select({ id: users.id }).from(users).where(there).orderBy(desc(users.id)).limit(1).prepare());

async function sampleUser(id: number) {
  const [asked] = await userById({ id });
  const [found] = asked ? [asked] : await newestUser({});
  return found ? `/users/${found.id}` : "/users/create";
}
