import { eq, sql } from "drizzle-orm";
import { describe, expect, test, vi } from "vitest";
import { write } from "db";
import { messages, notifications, sessions, type User, users } from "db/schema";
import { log } from "~/core/process/log.server";
import { cast, testDatabase } from "~/testing/database";
import { get, signedIn } from "~/testing/requests";
import { streamsOfPages } from "~/testing/streams";
import type { Inbox } from "~/features/inbox/inbox.server";
import { loader } from "./live";
import { openStreamCount, liveStream, poll } from "./live.server";
import { newIn } from "~/features/inbox/use-live-inbox";

testDatabase();
const { ada, ben } = cast;

const open = streamsOfPages();

const note = (userId: number, text: string) => ({ userId, fromName: "Dan", text, href: "/orders/1" });
const tell = (...rows: ReturnType<typeof note>[]) =>
  write(async (tx) => void (await tx.insert(notifications).values(rows)));
const context = { nonce: "", requestId: "test", address: "" };
const ask = (request: Request, drawn?: boolean) => loader({ request, params: {}, context: { ...context, drawn } });

/** Opens a stream as a browser; returns its next event as lines, or the inbox in it. */
async function listen(person: User) {
  const { answer, browser, next } = await open(await signedIn("/", person));
  const inbox = async () => {
    const text = await next();
    return text.startsWith("data: ")
      ? (JSON.parse(text.slice("data: ".length)) as Inbox).notifications.items.map((item) => item.text)
      : text.trim();
  };
  expect(await next()).toBe("retry: 5000\n\n");
  return { answer, browser, next, inbox };
}

/** Polls until each stream has sent a heartbeat. */
const untilAllBeat = async () => {
  for (let times = 0; times < 25; times++) await poll();
};

describe("a live stream", () => {
  test("is not compressed or buffered on the way", async () => {
    const { answer } = await listen(ada);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
    });
  });

  test("begins with the inbox, and sends it again when something arrives, to its recipients", async () => {
    await tell(note(ada.id, "one"));
    const [hers, his] = [await listen(ada), await listen(ben)];
    expect([await hers.inbox(), await his.inbox()]).toEqual([["one"], []]);
    await tell(note(ada.id, "two"));
    await poll();
    expect(await hers.inbox()).toEqual(["two", "one"]);
    await tell(note(ben.id, "for Ben"));
    await poll();
    expect(await his.inbox()).toEqual(["for Ben"]); // without earlier ones
  });

  test("a live stream of the recipient receives a new message", async () => {
    const { next } = await listen(ada);
    await next();
    await write(async (tx) => void (await tx.insert(messages).values({ ...note(ada.id, "wrote"), ticketId: 1 })));
    await poll();
    expect(await next()).toContain('"text":"wrote"');
  });

  test("sends a heartbeat now and then", async () => {
    const { inbox } = await listen(ada);
    await inbox();
    await untilAllBeat();
    expect(await inbox()).toBe(":");
  });

  test("ends when the browser leaves, and polling stops", async () => {
    const { browser, inbox } = await listen(ada);
    await inbox();
    expect(openStreamCount()).toBe(1);
    browser.abort();
    expect([await inbox(), openStreamCount(), vi.getTimerCount()]).toEqual(["(over)", 0, 0]);
  });

  test.each([
    ["ended", (tx: Parameters<Parameters<typeof write>[0]>[0]) => tx.delete(sessions)],
    [
      "belongs to somebody who was banned",
      (tx: Parameters<Parameters<typeof write>[0]>[0]) =>
        tx.update(users).set({ status: "Banned" }).where(eq(users.id, ada.id)),
    ],
  ])("ends when its session %s, and sends nothing more", async (_, end) => {
    const { inbox } = await listen(ada);
    await inbox();
    await write(async (tx) => void (await end(tx)));
    await tell(note(ada.id, "secret"));
    await poll();
    expect(await inbox()).toBe("(over)");
  });

  test("ends with its session even if nothing happens", async () => {
    const { inbox } = await listen(ada);
    await inbox();
    await write(async (tx) => void (await tx.delete(sessions)));
    await untilAllBeat();
    expect(await inbox()).toBe("(over)");
  });

  test("a live stream that fails ends, and does not affect those of others", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
    const broken = liveStream(ada, {
      signal: new AbortController().signal,
      whoIsIn: () => Promise.reject(new Error("no answer")),
    }).getReader();
    await broken.read();
    await broken.read();
    const his = await listen(ben);
    await his.inbox();
    await tell(note(ada.id, "one"), note(ben.id, "two"));
    await poll();
    expect([await his.inbox(), (await broken.read()).done, openStreamCount()]).toEqual([["two"], true, 1]);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });

  test("a live stream that begins while the boxes cannot be read ends, and the next one sends everything", async () => {
    const logged = vi.spyOn(log, "error").mockReturnValue(undefined);
    const rename = (from: string, to: string) =>
      write(async (tx) => void tx.run(sql.raw(`alter table ${from} rename to ${to}`)));
    await rename("notifications", "away");
    const first = await listen(ada);
    const came = await first.inbox();
    await rename("away", "notifications");
    expect([came, openStreamCount(), vi.getTimerCount()]).toEqual(["(over)", 0, 0]);
    const second = await listen(ada);
    expect(await second.inbox()).toEqual([]);
    await tell(note(ada.id, "one"));
    await poll();
    expect(await second.inbox()).toEqual(["one"]);
    logged.mockRestore();
  });

  test("above the limit closes the oldest, which is told not to reconnect; other users keep theirs", async () => {
    const his = await listen(ben);
    const hers = [];
    for (let number = 0; number < 5; number++) hers.push(await listen(ada));
    expect(openStreamCount()).toBe(5);
    const [first] = hers;
    await first!.next();
    expect([await first!.next(), await first!.next()]).toEqual(["event: enough\ndata:\n\n", "(over)"]);
    expect(await his.inbox()).toEqual([]);
  });
});

describe("a request without a stream", () => {
  test("gets the inbox once, as JSON", async () => {
    await tell(note(ada.id, "one"));
    for (const [request, drawn] of [
      [get("/live"), false],
      [get("/live", { Accept: "text/event-stream" }), true],
    ] as const) {
      const answer = await ask(await signedIn(request, ada), drawn);
      expect(((await answer.json()) as Inbox).notifications.items).toMatchObject([{ text: "one" }]);
      expect(answer.headers.get("Cache-Control")).toBe("no-store");
    }
    expect(openStreamCount()).toBe(0);
  });

  test("a request without a stream of a signed-out user gets nothing, and is told not to come back", async () => {
    const answer = await ask(get("/live", { Accept: "text/event-stream" }));
    expect([answer.status, await answer.text()]).toEqual([204, ""]);
  });
});

describe("the announcement of new items", () => {
  const item = (id: number, readAt: Date | null = null) => ({
    id,
    fromName: "Dan",
    fromImage: null,
    text: "",
    href: "/",
    createdAt: new Date(),
    readAt,
  });
  const inbox = (unread: number, items: ReturnType<typeof item>[], said: ReturnType<typeof item>[] = []): Inbox => ({
    asOf: 0,
    notifications: { unread, items },
    messages: { unread: said.length, items: said },
  });

  test("says how many are new", () => {
    expect(newIn(inbox(0, []), inbox(1, [item(1)]))).toBe("1 new notification");
    expect(newIn(inbox(0, []), inbox(8, [item(8), item(7), item(6), item(5), item(4)], [item(1)]))).toBe(
      "8 new notifications, 1 new message",
    );
  });
  test("is empty if items were only read, or read elsewhere already", () => {
    expect(newIn(inbox(2, [item(2), item(1)]), inbox(1, [item(2), item(1, new Date())]))).toBe("");
    expect(newIn(inbox(0, []), inbox(0, [item(1, new Date())]))).toBe("");
  });
  test("counts a conversation that was unread already, and continues", () => {
    expect(newIn(inbox(0, [], [item(1)]), inbox(0, [], [item(2)]))).toBe("1 new message");
  });
});
