import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { requireUser } from "~/auth/session.server";
import { inOrder, redirectWithToast } from "~/core/http/respond.server";
import { cast, testDatabase } from "~/testing/database";
import { get, post, run, signedIn, withCookies } from "~/testing/requests";
import { write } from "db";
import { users } from "db/schema";
import { loader } from "./layout";
import { action as choose } from "./preferences";
import { shownPreferences } from "./preferences.server";
import type { Surroundings } from "./shell.server";

testDatabase();

interface Shell {
  user?: Surroundings;
  toast?: { text: string };
}

async function shellOf(request: Request) {
  const answer = await run<Shell>(loader, request);
  return { ...answer.data, headers: answer.headers };
}

test("a visitor has no page frame", async () => {
  expect((await shellOf(get("/"))).user).toBeUndefined();
});

test("the frame of a signed-in user contains name and inbox, and no secrets", async () => {
  const { user } = await shellOf(await signedIn("/", cast.ada));
  expect(user).toMatchObject({
    name: "Ada Active",
    email: "ada@example.com",
    inbox: { notifications: { items: [], unread: 0 }, messages: { items: [], unread: 0 } },
  });
  expect(user).not.toHaveProperty("uid");
});

test("the menu's sample user is user 3, otherwise the newest, otherwise a new one", async () => {
  const link = async () => (await shellOf(await signedIn("/", cast.ada))).user?.links["/users/3"];
  expect(await link()).toBe("/users/3");

  await write(async (tx) => void (await tx.update(users).set({ deletedAt: new Date() }).where(eq(users.id, 3))));
  expect(await link()).toBe(`/users/${cast.dan.id}`);
});

test("a name with direction marks does not reverse the text of a toast", () => {
  expect(inOrder("\u202EAda was deleted: مها حداد, דוד. 2 others")).toBe(
    "Ada was deleted: \u2068مها حداد\u2069, \u2068דוד\u2069. 2 others",
  );
});

test("a toast is shown only once", async () => {
  const { headers } = await redirectWithToast("/users", { text: "Ada was saved" });
  const request = withCookies(await signedIn("/users", cast.ada), headers);
  const first = await shellOf(request);
  expect(first.toast).toEqual({ text: "Ada was saved" });
  expect(first.headers.get("Set-Cookie")).toContain("Max-Age=0");
  expect((await shellOf(withCookies(get("/users"), first.headers))).toast).toBeUndefined();
});

test("nobody else can put text into a toast", async () => {
  const { headers } = await redirectWithToast("/users", { text: "Ada was saved" });
  const [name, value = ""] = (headers.get("Set-Cookie")?.split(";")[0] ?? "").split("=");
  const forged = Buffer.from(JSON.stringify({ text: "Call 555" })).toString("base64");
  for (const made of [forged, value.replace(/^[^.]+/, forged)])
    expect((await shellOf(get("/users", { Cookie: `${name}=${made}` }))).toast).toBeUndefined();
});

test("choosing a theme or direction keeps the other one and leads back", async () => {
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

test("an invalid choice is ignored, and a redirect to another site refused", async () => {
  const answer = await run(
    choose,
    post("/preferences", { theme: "<script>", direction: "up", back: "//evil.example" }),
  );
  expect(answer.location).toBe("/");
  expect(await shownPreferences(withCookies(get("/"), answer.headers))).toEqual({
    chosen: {},
    theme: undefined,
    direction: "ltr",
  });
});

test("another site cannot change preferences", async () => {
  const answer = await run(
    choose,
    post("/preferences", { theme: "dark" }, { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" }),
  );
  expect(answer.status).toBe(403);
  expect(answer.headers.has("Set-Cookie")).toBe(false);
});

test("a user who was signed out meanwhile is told on the login page that their change was not saved", async () => {
  const answer = await run(
    ({ request }) => requireUser(request, "account"),
    post("/users/3", { name: "Ada" }, { Referer: get("/users/3").url }),
  );
  expect(answer).toMatchObject({ status: 303, location: "/login?from=%2Fusers%2F3" });
  expect((await shellOf(withCookies(get("/login?from=%2Fusers%2F3"), answer.headers))).toast).toEqual({
    text: "You were signed out, so your last change was not saved. Log in to go on.",
    tone: "error",
  });
});
