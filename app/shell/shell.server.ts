/** What surrounds every page: who is signed in, what they were told, and where the menu's sample links lead. */
import { data } from "@remix-run/node";
import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { config } from "config";
import type { GoogleSettings } from "~/auth/google/google-settings";
import { anyone } from "~/auth/session.server";
import { takeToast } from "~/lib/respond.server";
import { prepared } from "db";
import { messages, notifications, type User } from "db/schema";
import { sampleLinks } from "./sample-links.server";

/** How many notifications or messages a popover lists. */
const listed = 5;

/** The data of the layout. For a visitor there is no `user`. */
export async function shellData(request: Request) {
  const user = await anyone(request);
  const { toast, headers } = await takeToast(request);
  return data({ toast, timeZone: config.timeZone, google: googleSettings(), user: user ? await surroundings(user) : undefined }, { headers });
}

/** What browsers may know of the Firebase project. */
function googleSettings(): GoogleSettings | undefined {
  if (!config.firebase) return undefined;
  const { emulatorHost, ...project } = config.firebase;
  return { ...project, ...(emulatorHost && { emulator: `http://${emulatorHost}` }) };
}

export type Surroundings = Awaited<ReturnType<typeof surroundings>>;

async function surroundings({ id, name, email, image }: User) {
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
