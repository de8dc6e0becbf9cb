import { setImmediate as immediate } from "node:timers/promises";
import { eq, getTableName, isNull, sql } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { db, write } from "db";
import { messages, notifications } from "db/schema";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, signedIn } from "~/testing/requests";
import { loader as page } from "./box";
import { countText } from "./boxes";
import { type boxPage, inboxOf, latestRows, maxKept } from "./inbox.server";
import { action as mark } from "./mark";
import { markAllRead } from "./marks.server";
import { loader as open } from "./open";
import { pruneInboxes } from "./prune.server";
import { action as readAll, loader as readAllByAddress } from "./read-all";

testDatabase();
const { ada, ben } = cast;

const note = (userId: number, text: string, readAt: Date | null = null) => ({
  userId,
  fromName: "Ben Active",
  text,
  href: "/users/2",
  readAt,
});
const put = (
  table: typeof notifications | typeof messages,
  ...rows: (ReturnType<typeof note> & { createdAt?: Date })[]
) => write(async (tx) => void (await tx.insert(table).values(rows)));
const unread = async (table: typeof notifications | typeof messages = notifications) =>
  (await db.select().from(table).orderBy(table.id)).filter((item) => !item.readAt).map((item) => item.text);

test("an inbox shows its user's five newest items and counts the unread ones", async () => {
  await put(
    notifications,
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => note(ada.id, `did ${number}`, number > 6 ? new Date() : null)),
    note(ben.id, "is for Ben"),
  );
  await put(messages, note(ada.id, "wrote"));
  const inbox = await inboxOf(ada);
  expect(inbox.notifications.items.map((item) => item.text)).toEqual(["did 7", "did 6", "did 5", "did 4", "did 3"]);
  expect([inbox.notifications.unread, inbox.messages.unread]).toEqual([6, 1]);
});

test.each([notifications, messages])("the newest of a box are found without sorting it", async (table) => {
  const name = getTableName(table);
  await write(async (tx) => void tx.run(sql.raw(`create index of_person on ${name} (user_id, id)`)));
  const plan = db.all<{ detail: string }>(
    sql.raw(`explain query plan ${latestRows(table).toSQL().sql.replaceAll("?", "1")}`),
  );
  expect(plan[0]?.detail).toMatch(/^SEARCH .* USING INDEX \w+ \(user_id=\?\)$/);
  expect(JSON.stringify(plan)).not.toContain("B-TREE");
});

describe("the page of an inbox", () => {
  const texts = async (path: string) =>
    (await run<Awaited<ReturnType<typeof boxPage>>>(page, await signedIn(path, ada))).data;

  beforeEach(async () => {
    await put(
      notifications,
      ...Array.from({ length: 30 }, (_, place) => note(ada.id, `did ${place + 1}`, place < 3 ? new Date() : null)),
      note(ben.id, "is for Ben"),
    );
    await put(messages, note(ada.id, "wrote"), note(ben.id, "wrote to Ben"));
  });

  test("lists all of one's own items, the newest first, page by page", async () => {
    const first = await texts("/notifications");
    expect(first).toMatchObject({ name: "notifications", total: 30, unread: 27, page: 1, pages: 2 });
    expect([first.items[0]?.text, first.items.at(-1)?.text]).toEqual(["did 30", "did 6"]);
    expect((await texts("/notifications?page=2")).items.map((item) => item.text)).toEqual([
      "did 5",
      "did 4",
      "did 3",
      "did 2",
      "did 1",
    ]);
    for (const odd of ["99", "-1", "x", ""])
      expect((await texts(`/notifications?page=${odd}`)).items.length).toBeGreaterThan(0);
  });

  test("can show only unread items", async () => {
    expect(await texts("/notifications?unread=1&page=2")).toMatchObject({
      total: 27,
      everything: 30,
      items: [{ text: "did 5" }, { text: "did 4" }],
    });
  });

  test("the page of an inbox of messages lists messages, however the URL is written", async () => {
    for (const path of ["/messages", "/Messages", "/messages?page=1"])
      expect((await texts(path)).items.map((item) => item.text)).toEqual(["wrote"]);
  });

  test("requires a signed-in user", async () => {
    expect((await run(page, get("/notifications"))).location).toBe("/login?from=%2Fnotifications");
  });
});

describe("an inbox with very many items", () => {
  const many = (count: number, readAt: Date | null = null) =>
    put(notifications, ...Array.from({ length: count }, (_, place) => note(ada.id, `did ${place + 1}`, readAt)));

  test("is counted to a hundred and no further", async () => {
    await many(99);
    expect((await inboxOf(ada)).notifications.unread).toBe(99);
    await many(900);
    expect((await inboxOf(ada)).notifications.unread).toBe(100);
    expect([countText(0), countText(99), countText(100)]).toEqual(["0", "99", "99+"]);
    const { data } = await run<Awaited<ReturnType<typeof boxPage>>>(
      page,
      await signedIn("/notifications?unread=1", ada),
    );
    expect(data).toMatchObject({ total: 999, unread: 100, pages: 40 });
  });

  test("is marked as read in batches, between which others can write", async () => {
    for (let thousands = 0; thousands < 3; thousands++) await many(1000);
    const marking = markAllRead(ada, "notifications");
    await immediate();
    const left = await write((tx) => tx.$count(notifications, isNull(notifications.readAt)));
    await marking;
    expect([left > 0, left < 3000]).toEqual([true, true]);
    expect(await unread()).toEqual([]);
  });

  test("loses the oldest items above the limit, and nobody else's", async () => {
    await put(notifications, note(ben.id, "is for Ben"));
    for (let thousands = 0; thousands < 3; thousands++) await many(1000);
    await many(5);
    expect(await pruneInboxes()).toBe(1005);
    const [oldest] = await db
      .select()
      .from(notifications)
      .where(eq(notifications.userId, ada.id))
      .orderBy(notifications.id)
      .limit(1);
    expect(oldest?.text).toBe("did 6");
    expect(await db.$count(notifications)).toBe(maxKept + 1);
    expect(await pruneInboxes()).toBe(0);
  });

  test.each([
    ["is old", 0, new Date(0)],
    ["is more than it keeps", maxKept, undefined],
  ])("loses all that %s in batches, between which others can write", async (_, kept, createdAt) => {
    const all = kept + 1200;
    for (let hundreds = 0; hundreds < all; hundreds += 400)
      await put(notifications, ...Array.from({ length: 400 }, () => ({ ...note(ada.id, "did"), createdAt })));
    const pruning = pruneInboxes();
    let left = all;
    for (; left === all; await immediate()) left = await write((tx) => tx.$count(notifications));
    expect(left).toBeGreaterThan(kept);
    expect(await pruning).toBe(1200);
    expect(await db.$count(notifications)).toBe(kept);
  });

  test("loses read items after ninety days, and all after a year", async () => {
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000);
    const aged = (text: string, days: number, isRead: boolean) => ({
      ...note(ada.id, text, isRead ? ago(days - 1) : null),
      createdAt: ago(days),
    });
    for (const table of [notifications, messages])
      await put(
        table,
        aged("read long ago", 91, true),
        aged("read lately", 89, true),
        aged("unread long ago", 364, false),
        aged("never read", 366, false),
      );
    expect(await runMaintenance()).toContain("Deleted 4 old notifications and messages.");
    for (const table of [notifications, messages])
      expect((await db.select().from(table).orderBy(table.id)).map(({ text }) => text)).toEqual([
        "read lately",
        "unread long ago",
      ]);
  });
});

describe("read marks of an inbox", () => {
  test("read marks of an inbox on all items affect only one's own, and lead back", async () => {
    const before = new Date("2026-01-01T00:00:00Z");
    await put(notifications, note(ada.id, "one"), note(ben.id, "two"), note(ada.id, "read long ago", before));
    expect(
      await run(readAll, await signedIn(post("/notifications/read", { back: "/users?page=2" }), ada)),
    ).toMatchObject({ status: 303, location: "/users?page=2" });
    expect(await unread()).toEqual(["two"]);
    expect((await db.select().from(notifications).orderBy(notifications.id))[2]?.readAt).toEqual(before);
  });

  test("read marks of an inbox on one item can be set and cleared only by its owner", async () => {
    await put(notifications, note(ada.id, "one"), note(ben.id, "two"));
    const set = async (id: string, read: string) =>
      run(mark, await signedIn(post(`/notifications/${id}/mark`, { read, back: "/notifications?unread=1" }), ada), {
        id,
      });
    expect(await set("1", "1")).toMatchObject({ status: 303, location: "/notifications?unread=1" });
    const [first] = await db.select().from(notifications);
    await set("1", "1");
    expect((await db.select().from(notifications))[0]).toEqual(first);
    for (const id of ["2", "99", "abc"]) expect((await set(id, "1")).status).toBe(303);
    expect(await unread()).toEqual(["two"]);
    await set("1", "0");
    expect(await unread()).toEqual(["one", "two"]);
  });

  test("read marks of an inbox in one box do not affect the other, and never redirect to another site", async () => {
    await put(messages, note(ada.id, "one"), note(ada.id, "two"));
    await put(notifications, note(ada.id, "three"));
    expect(await run(open, await signedIn("/messages/1", ada), { id: "1" })).toMatchObject({
      status: 303,
      location: "/users/2",
    });
    expect(await unread(messages)).toEqual(["two"]);
    expect((await run(readAll, await signedIn(post("/messages/read", { back: "//evil.example" }), ada))).location).toBe(
      "/messages",
    );
    expect([await unread(messages), await unread()]).toEqual([[], ["three"]]);
  });

  test("are set by opening an item, once and only for its owner", async () => {
    await put(notifications, note(ada.id, "one"), note(ada.id, "two"), note(ben.id, "three"), {
      ...note(ada.id, "four"),
      href: "//evil.example",
    });
    const follow = async (id: string) => run(open, await signedIn(`/notifications/${id}`, ada), { id });
    expect(await follow("1")).toMatchObject({ status: 303, location: "/users/2" });
    expect(await unread()).toEqual(["two", "three", "four"]);
    const [first] = await db.select().from(notifications);
    await follow("1");
    expect((await db.select().from(notifications))[0]).toEqual(first);
    for (const id of ["3", "99", "abc", "-1", "4"])
      expect(await follow(id)).toMatchObject({ status: 303, location: "/notifications" });
    expect(await unread()).toEqual(["two", "three"]);
  });

  test("are not set by a prefetch", async () => {
    await put(notifications, note(ada.id, "one"));
    expect(
      await run(open, await signedIn(get("/notifications/1", { "Sec-Purpose": "prefetch" }), ada), { id: "1" }),
    ).toMatchObject({ status: 303, location: "/users/2" });
    expect(await unread()).toEqual(["one"]);
  });

  test("are not set while signed out, or by a GET request", async () => {
    await put(notifications, note(ada.id, "one"));
    expect((await run(readAll, post("/notifications/read"))).location).toMatch(/^\/login/);
    expect((await run(readAllByAddress, await signedIn("/notifications/read", ada))).location).toBe("/notifications");
    expect(await unread()).toEqual(["one"]);
  });
});
