import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { requireUser } from "~/auth/session.server";
import { redirectWithToast } from "~/lib/respond.server";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, signedIn, withCookies } from "~/testing/requests";
import { db, write } from "db";
import { messages, notifications, users } from "db/schema";
import { loader } from "./layout";
import { action as choose } from "./preferences";
import { shownPreferences } from "./preferences.server";
import { loader as readMessage } from "./read-message";
import { action as readMessages } from "./read-messages";
import { loader as readOne } from "./read-notification";
import { action as readAll } from "./read-notifications";
import type { Surroundings } from "./shell.server";

testDatabase();

interface Shell {
  user?: Surroundings;
  toast?: { text: string };
}

const note = (userId: number, text: string, readAt: Date | null = null) => ({ userId, fromName: "Ben Active", text, href: "/users/2", readAt });

async function shellOf(request: Request) {
  const answer = await run<Shell>(loader, request);
  return { ...answer.data, headers: answer.headers };
}

test("a visitor has no surroundings", async () => {
  expect((await shellOf(get("/"))).user).toBeUndefined();
});

test("a signed-in person has their name, their inbox and no secrets", async () => {
  const { user } = await shellOf(await signedIn("/", cast.ada));
  expect(user).toMatchObject({ name: "Ada Active", email: "ada@example.com", notifications: { items: [], unread: 0 }, messages: { items: [], unread: 0 } });
  expect(user).not.toHaveProperty("uid");
});

test("the inbox has the five newest of one's own and counts what is unread", async () => {
  await write(async (tx) => {
    for (let number = 1; number <= 7; number++) await tx.insert(notifications).values(note(cast.ada.id, `did ${number}`, number > 6 ? new Date() : null));
    await tx.insert(notifications).values(note(cast.ben.id, "is for Ben"));
    await tx.insert(messages).values(note(cast.ada.id, "wrote"));
  });
  const { user } = await shellOf(await signedIn("/", cast.ada));
  expect(user?.notifications.items.map((item) => item.text)).toEqual(["did 7", "did 6", "did 5", "did 4", "did 3"]);
  expect(user?.notifications.unread).toBe(6);
  expect(user?.messages.unread).toBe(1);
});

test("marking all as read touches one's own only, and leads back", async () => {
  const before = new Date("2026-01-01T00:00:00Z");
  await write(async (tx) => {
    await tx.insert(notifications).values([note(cast.ada.id, "one"), note(cast.ben.id, "two"), note(cast.ada.id, "read long ago", before)]);
  });
  const answer = await run(readAll, await signedIn(post("/notifications/read", { back: "/users?page=2" }), cast.ada));
  expect([answer.status, answer.location]).toEqual([303, "/users?page=2"]);
  const unread = await db.select().from(notifications).orderBy(notifications.id);
  expect(unread.map((item) => [item.userId, item.readAt !== null])).toEqual([
    [cast.ada.id, true],
    [cast.ben.id, false],
    [cast.ada.id, true],
  ]);
  expect(unread[2]?.readAt).toEqual(before);
});

test("messages are followed and marked as notifications are", async () => {
  await write(async (tx) => void (await tx.insert(messages).values([note(cast.ada.id, "one"), note(cast.ada.id, "two")])));
  const unread = async () => (await db.select().from(messages)).filter((item) => !item.readAt).length;
  expect(await run(readMessage, await signedIn("/messages/1", cast.ada), { id: "1" })).toMatchObject({ status: 303, location: "/users/2" });
  expect(await unread()).toBe(1);
  await run(readMessages, await signedIn(post("/messages/read", { back: "//evil.example" }), cast.ada)).then(({ location }) => expect(location).toBe("/"));
  expect(await unread()).toBe(0);
});

test("following a notification marks it read, once and for its owner only, and leads to what it is about", async () => {
  await write(async (tx) => {
    await tx.insert(notifications).values([note(cast.ada.id, "one"), note(cast.ada.id, "two"), note(cast.ben.id, "three"), { ...note(cast.ada.id, "four"), href: "//evil.example" }]);
  });
  const follow = async (id: string) => run(readOne, await signedIn(`/notifications/${id}`, cast.ada), { id });
  const unread = async () => (await db.select().from(notifications).orderBy(notifications.id)).filter((item) => !item.readAt).map((item) => item.text);

  expect(await follow("1")).toMatchObject({ status: 303, location: "/users/2" });
  expect(await unread()).toEqual(["two", "three", "four"]);
  const [first] = await db.select().from(notifications);
  await follow("1");
  expect((await db.select().from(notifications))[0]).toEqual(first);

  for (const id of ["3", "99", "abc", "-1"]) expect(await follow(id)).toMatchObject({ status: 303, location: "/" });
  expect(await follow("4")).toMatchObject({ location: "/" });
  expect(await unread()).toEqual(["two", "three"]);
});

test("a visitor marks nothing as read", async () => {
  const answer = await run(readAll, post("/notifications/read"));
  expect(answer.location).toMatch(/^\/login/);
});

test("the menu's sample user is person 3, else the newest, else a new one", async () => {
  const link = async () => (await shellOf(await signedIn("/", cast.ada))).user?.links["/users/3"];
  expect(await link()).toBe("/users/3");

  await write(async (tx) => void (await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, 3))));
  expect(await link()).toBe(`/users/${cast.dan.id}`);
});

test("a toast is said once", async () => {
  const { headers } = await redirectWithToast("/users", { text: "Ada was saved" });
  const request = withCookies(await signedIn("/users", cast.ada), headers);
  const first = await shellOf(request);
  expect(first.toast).toEqual({ text: "Ada was saved" });
  expect(first.headers.get("Set-Cookie")).toContain("Max-Age=0");
  expect((await shellOf(withCookies(get("/users"), first.headers))).toast).toBeUndefined();
});

test("nobody else can put words into a toast", async () => {
  const { headers } = await redirectWithToast("/users", { text: "Ada was saved" });
  const [name, value = ""] = (headers.get("Set-Cookie")?.split(";")[0] ?? "").split("=");
  const forged = Buffer.from(JSON.stringify({ text: "Call 555" })).toString("base64");
  for (const made of [forged, value.replace(/^[^.]+/, forged)]) expect((await shellOf(get("/users", { Cookie: `${name}=${made}` }))).toast).toBeUndefined();
});

test("a choice of theme or direction is kept beside the other and leads back", async () => {
  const dark = await run(choose, post("/preferences", { theme: "dark", back: "/users?q=a" }));
  expect([dark.status, dark.location]).toEqual([303, "/users?q=a"]);
  expect(dark.headers.get("Set-Cookie")).toContain(`Max-Age=${365 * 86_400};`);
  const both = await run(choose, withCookies(post("/preferences", { direction: "rtl" }), dark.headers));
  expect(await shownPreferences(withCookies(get("/"), both.headers))).toEqual({
    chosen: { theme: "dark", direction: "rtl" },
    theme: "dark",
    direction: "rtl",
  });
});

test("nonsense is not chosen, and nobody is led to another site", async () => {
  const answer = await run(choose, post("/preferences", { theme: "<script>", direction: "up", back: "//evil.example" }));
  expect(answer.location).toBe("/");
  expect(await shownPreferences(withCookies(get("/"), answer.headers))).toEqual({ chosen: {}, theme: undefined, direction: "ltr" });
});

test("another site chooses nothing here", async () => {
  const answer = await run(choose, post("/preferences", { theme: "dark" }, { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }));
  expect(answer.status).toBe(403);
  expect(answer.headers.has("Set-Cookie")).toBe(false);
});

test("who was signed out meanwhile is told on the login page that their change was not saved", async () => {
  const answer = await run(({ request }) => requireUser(request), post("/users/3", { name: "Ada" }, { Referer: get("/users/3").url }));
  expect(answer).toMatchObject({ status: 303, location: "/login?from=%2Fusers%2F3" });
  expect((await shellOf(withCookies(get("/login?from=%2Fusers%2F3"), answer.headers))).toast).toEqual({
    text: "You were signed out, so your last change was not saved. Log in to go on.",
    tone: "error",
  });
});
