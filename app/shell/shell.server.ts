/** What surrounds every page: who is signed in, what they were told, and where the menu's sample links lead. */
import { data } from "@remix-run/node";
import { and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { config } from "config";
import type { GoogleSettings } from "~/auth/google-settings";
import { anyone } from "~/auth/session.server";
import { kinds } from "~/kinds.server";
import { takeToast } from "~/lib/respond.server";
import type { Kind } from "~/records/records.server";
import { prepared } from "db";
import { messages, notifications, type User } from "db/schema";
import { navigation } from "./navigation";

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

/** Menu links with a sample id lead to the newest record when that record is gone, and to its creation when there is none. */
async function sampleLinks(): Promise<Record<string, string>> {
  const links = (samples ??= findSamples()).map(async ({ route, at, id, kind, find }) => {
    const found = await find(id);
    return [route, found ? at.replace(":id", String(found.id)) : kind.href("create")];
  });
  return Object.fromEntries(await Promise.all(links)) as Record<string, string>;
}

/** The menu's entries with a sample id, such as `/users/3` at `/users/:id`, each with the kind of its record. */
const findSamples = () =>
  navigation
    .flatMap((group) => group.items.flatMap((item) => item.children))
    .flatMap(({ route, at = "" }) => {
      const kind = kinds().find(({ href }) => at.startsWith(href(":id")));
      const id = route.split("/")[at.split("/").indexOf(":id")];
      return kind && id ? [{ route, at, id, kind, find: finder(kind) }] : [];
    });
let samples: ReturnType<typeof findSamples> | undefined; // found once, and not before all kinds are there

/** Finds this id, or the newest when there is no such record. */
function finder({ table }: Kind) {
  const there = isNull(table.deletedAt);
  const asked = prepared((db) => db.select({ id: table.id }).from(table).where(and(eq(table.id, sql.placeholder("id")), there)).prepare());
  const newest = prepared((db) => db.select({ id: table.id }).from(table).where(there).orderBy(desc(table.id)).limit(1).prepare());
  return async (id: string) => {
    const [found] = await asked({ id });
    return found ?? (await newest({}))[0];
  };
}
