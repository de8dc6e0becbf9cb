/** Notifications and messages, each readable only by its recipient. */
import { and, count, desc, eq, isNull, max, type SQL, sql } from "drizzle-orm";
import { db, prepared } from "db";
import { messages, notifications } from "db/schema";
import { notFound } from "~/core/http/respond.server";
import { type BoxName, boxes, maxCounted } from "./boxes";
import { fromAsRead, type InboxReader, readable, reachedJson } from "~/features/notifications/readable.server";

export const tables = { notifications, messages };

/** Maximum items kept per user and box; the oldest are deleted. */
export const maxKept = 2000;

/** Maximum items in a popover. */
const maxInPopover = 5;

/**
 * Returns the latest items of both boxes with the unread counts. Of two results, the one with the later `asOf`
 * (milliseconds since 1970) is current.
 */
export async function inboxOf(me: InboxReader) {
  const asOf = Date.now(); // before they are read: what comes while they are is in the next one
  return { asOf, notifications: await latestNotifications(me), messages: await latestMessages(me) };
}

export type Inbox = Awaited<ReturnType<typeof inboxOf>>;
export type Box = Inbox[BoxName];

/** Counts the user's unread items per box, up to where screens show "99+". */
export const unreadOf = { notifications: unreadIn(notifications), messages: unreadIn(messages) };

const latestNotifications = latestIn("notifications");
const latestMessages = latestIn("messages");

const columns = ({
  id,
  fromName,
  fromImage,
  text,
  href,
  createdAt,
  readAt,
}: typeof notifications | typeof messages) => ({ id, fromName, fromImage, text, href, createdAt, readAt });

/** Condition for the user's own, still readable items, with placeholders that `requested` fills. */
const whereReadable = (table: typeof notifications | typeof messages) =>
  and(eq(table.userId, sql.placeholder("userId")), readable(table.needs, sql`${sql.placeholder("reached")}`));
const inboxParams = (me: InboxReader) => ({ userId: me.id, reached: reachedJson(me) });

/** Condition for the rows of `table` that belong to `me` and are readable. */
export const ownOf = (table: typeof notifications | typeof messages, me: InboxReader) =>
  and(eq(table.userId, me.id), readable(table.needs, reachedJson(me)));

function hideSender<Item extends { fromName: string; fromImage: string | null }>(me: InboxReader, item: Item): Item {
  const from = fromAsRead(me, { name: item.fromName, image: item.fromImage });
  return { ...item, fromName: from.name, fromImage: from.image };
}

/**
 * Builds the query for the newest items of a box, each with the number of unread ones. It walks backwards along an
 * index of `(user_id, id)`, so that the box's length does not matter.
 */
export const latestRows = (table: typeof notifications | typeof messages, from: Pick<typeof db, "select"> = db) =>
  from
    .select({ ...columns(table), unread: sql<number>`(select ${count()} from ${unreadRows(table, from)})` })
    .from(table)
    .where(whereReadable(table))
    .orderBy(desc(table.id))
    .limit(maxInPopover);

function latestIn(name: BoxName) {
  const latest = prepared((db) => latestRows(tables[name], db).prepare());
  return async (me: InboxReader) => {
    const rows = await latest(inboxParams(me));
    return { items: rows.map(({ unread: _, ...item }) => hideSender(me, item)), unread: rows[0]?.unread ?? 0 };
  };
}

/** The unread rows of a box, as many as are counted. */
const unreadRows = (table: typeof notifications | typeof messages, from: Pick<typeof db, "select">) =>
  from
    .select({ id: table.id })
    .from(table)
    .where(and(whereReadable(table), isNull(table.readAt)))
    .limit(maxCounted + 1)
    .as("some");

function unreadIn(table: typeof notifications | typeof messages) {
  const unread = prepared((db) => db.select({ count: count() }).from(unreadRows(table, db)).prepare());
  return async (me: InboxReader) => (await unread(inboxParams(me)))[0]?.count ?? 0;
}

/** Returns a page of the user's box, newest first, with the counts. A page past the end is replaced by the last one. */
export async function boxPage(me: InboxReader, name: BoxName, { page = 1, size = 25, unreadOnly = false } = {}) {
  const table = tables[name];
  const mine = ownOf(table, me);
  const unread = await unreadOf[name](me);
  const countOf = async (these: SQL | undefined) =>
    (
      await db
        .select({ count: count() })
        .from(db.select({ id: table.id }).from(table).where(these).limit(maxKept).as("some"))
    )[0]?.count ?? 0;
  const everything = await countOf(mine);
  const total = unreadOnly ? await countOf(and(mine, isNull(table.readAt))) : everything;
  const pages = Math.max(1, Math.ceil(total / size));
  const shown = Math.min(Math.max(1, page), pages);
  const wanted = and(mine, unreadOnly ? isNull(table.readAt) : undefined);
  const found = await db
    .select(columns(table))
    .from(table)
    .where(wanted)
    .orderBy(desc(table.id))
    .limit(size)
    .offset((shown - 1) * size);
  return {
    name,
    items: found.map((item) => hideSender(me, item)),
    unread,
    everything,
    total,
    page: shown,
    pages,
    size,
    unreadOnly,
  };
}

/** The greatest number that anything in the boxes has, by box. */
export async function newestIds(): Promise<Record<BoxName, number>> {
  const [told] = await db.select({ id: max(notifications.id) }).from(notifications);
  const [said] = await db.select({ id: max(messages.id) }).from(messages);
  return { notifications: told?.id ?? 0, messages: said?.id ?? 0 };
}

const newSinceQuery = (table: typeof notifications | typeof messages) =>
  prepared((db) =>
    db
      .select({ userId: table.userId, newest: max(table.id) })
      .from(table)
      .where(sql`${table.id} > ${sql.placeholder("id")}`)
      .groupBy(table.userId)
      .prepare(),
  );
const newNotifications = newSinceQuery(notifications);
const newMessages = newSinceQuery(messages);

/** Returns the users with items newer than `known`, and the newest ids now. */
export async function arrivedSince(
  known: Record<BoxName, number>,
): Promise<{ people: Set<number>; newest: Record<BoxName, number> }> {
  const [told, said] = [await newNotifications({ id: known.notifications }), await newMessages({ id: known.messages })];
  const latest = (rows: typeof told, before: number) =>
    rows.reduce((newest, row) => Math.max(newest, row.newest ?? 0), before);
  return {
    people: new Set([...told, ...said].map(({ userId }) => userId)),
    newest: { notifications: latest(told, known.notifications), messages: latest(said, known.messages) },
  };
}

/** The box that an address names by its first part, in any case. Throws a 404. */
export function boxAt(request: Request): BoxName {
  const path = `${new URL(request.url).pathname.toLowerCase()}/`;
  return (
    Object.values(boxes).find(({ href }) => path.startsWith(`${href}/`))?.name ?? notFound("There is nothing here.")
  );
}
