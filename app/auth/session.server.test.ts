import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { sessions } from "db/schema";
import { inContext } from "~/core/http/request-context.server";
import { userResource } from "~/features/users/users.server";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { get, post, run, signedIn, withCookies } from "~/testing/requests";
import { beginStep } from "./second-factor/steps.server";
import { userOfRequest, personOfRequest, requireGuest, requireGuestOrCode, requireUser } from "./session.server";
import { markReauthenticated, reauthenticatedAt, signIn } from "./sign-in.server";
import { deleteOldSessions, endSessions, listSessions } from "./sessions/sessions.server";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const days = (count: number) => vi.setSystemTime(Date.now() + count * 86_400_000);
const queueIsEmpty = () => write(async () => undefined);
/** Returns the user of a later request, after the time of last use was written. */
async function again(request: Request) {
  const user = await userOfRequest(request);
  await queueIsEmpty();
  return user;
}
const guard = (act: (request: Request) => Promise<unknown>, request: Request) =>
  run(({ request }) => act(request), request);

describe("a session", () => {
  it("ends after thirty days without a visit", async () => {
    const browser = await signedIn("/users", cast.ada);
    days(29.9);
    expect(await again(browser)).toMatchObject({ id: cast.ada.id });
    days(29.9);
    expect(await again(browser)).toMatchObject({ id: cast.ada.id });
    days(30);
    expect(await again(browser)).toBeUndefined();
  });

  it("ends after ninety days in any case", async () => {
    const browser = await signedIn("/users", cast.ada);
    for (let visit = 0; visit < 4; visit++) {
      days(22);
      expect(await again(browser)).toBeDefined();
    }
    days(2.1);
    expect(await again(browser)).toBeUndefined();
    expect(await deleteOldSessions()).toBe(1);
  });

  it("ends immediately when its user is banned, rejected or trashed, and does not return with the status", async () => {
    for (const end of [
      () => userResource.changeMany(cast.ben, [cast.ada.id], { status: "Banned" }),
      () => userResource.trash(cast.ben, [cast.ada.id]),
    ]) {
      await userResource.changeMany(cast.ben, [cast.ada.id], { status: "Active" });
      const browser = await signedIn("/users", cast.ada);
      expect(await again(browser)).toBeDefined();
      await end();
      expect(await again(browser)).toBeUndefined();
    }
    await userResource.changeMany(cast.ben, [cast.ada.id], { status: "Active" });
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it("is looked up without waiting for running writes, and marked as seen after them", async () => {
    const browser = await signedIn("/users", cast.ada);
    days(1);
    let done = () => {};
    const busy = write(() => new Promise<void>((resolve) => (done = resolve)));
    expect(await Promise.all([userOfRequest(browser), userOfRequest(browser)])).toMatchObject([
      { id: cast.ada.id },
      { id: cast.ada.id },
    ]);
    done();
    await busy;
    await queueIsEmpty();
    const [row] = await db.select().from(sessions);
    expect(row?.lastSeenAt).toEqual(new Date());
  });

  it("a session that ends while its page is being rendered is over for a longer-lived part, such as live updates", async () => {
    const browser = await signedIn("/live", cast.ada);
    await inContext({ searches: [] }, async () => {
      expect(await userOfRequest(browser)).toMatchObject({ id: cast.ada.id });
      expect(await userOfRequest(browser), "looked up once for each page").toMatchObject({ id: cast.ada.id });
      await write((tx) => endSessions(tx, cast.ada.id));
      expect(await personOfRequest(browser)).toBeUndefined();
    });
    expect(await userOfRequest(browser)).toBeUndefined();
  });

  it("is different for each cookie, also within one request", async () => {
    const [ada, ben] = [await signedIn("/users", cast.ada), await signedIn("/users", cast.ben)];
    await inContext({ searches: [] }, async () => {
      for (const [browser, { id }] of [
        [ada, cast.ada],
        [ben, cast.ben],
        [ada, cast.ada],
      ] as const)
        expect(await userOfRequest(browser)).toMatchObject({ id });
      expect(await userOfRequest(get("/users"))).toBeUndefined();
    });
  });

  it("is stored as a hash, with device and address", async () => {
    const headers = await signIn(get("/login", { "User-Agent": "Test/1" }), cast.ada, {
      way: "password",
      remember: false,
      address: "203.0.113.7",
      began: new Date(),
    });
    const [row] = await db.select().from(sessions);
    expect(row).toMatchObject({ userId: cast.ada.id, device: "Test/1", address: "203.0.113.7" });
    expect(headers.get("Set-Cookie")).not.toContain(row?.tokenHash);
  });
});

describe("a login that started before all access ended", () => {
  it("creates no session and no unfinished login, whatever steps were completed", async () => {
    const began = new Date();
    vi.setSystemTime(Date.now() + 1000);
    await write((tx) => endSessions(tx, cast.ada.id)); // as a new password does
    const late = { way: "password", remember: false, address: "203.0.113.7", began } as const;
    await expect(signIn(get("/login"), cast.ada, late)).rejects.toMatchObject({ code: "invalid-credential" });
    await expect(beginStep(cast.ada.id, "code", late)).rejects.toMatchObject({ code: "invalid-credential" });
    expect(await db.select().from(sessions)).toEqual([]);
    await signIn(get("/login"), cast.ada, { ...late, began: new Date() });
    expect(await db.select().from(sessions)).toHaveLength(1);
  });
});

describe("confirming one's identity", () => {
  it("gives the browser a new cookie, and accepts the old one for some seconds", async () => {
    const old = await signedIn("/users", cast.ada);
    const signedInAt = await reauthenticatedAt(old);
    days(1);
    const headers = await markReauthenticated(old);
    const now = withCookies(get("/users"), headers);
    expect(await reauthenticatedAt(now)).toEqual(new Date());
    expect(await reauthenticatedAt(old)).toEqual(signedInAt);
    expect(await again(old)).toBeDefined();
    expect(await listSessions(cast.ada.id)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 5_001);
    expect(await again(old)).toBeUndefined();
    expect(await again(now)).toMatchObject({ id: cast.ada.id });
    expect(await deleteOldSessions()).toBe(1);
  });

  it("twice at the same time uses the same new cookie, since the browser may see only one response", async () => {
    const old = await signedIn("/users", cast.ada);
    const [first, second] = (await Promise.all([markReauthenticated(old), markReauthenticated(old)])).map((headers) =>
      withCookies(get("/users"), headers),
    );
    vi.setSystemTime(Date.now() + 1_000);
    const third = withCookies(get("/users"), await markReauthenticated(first!));
    const late = withCookies(get("/users"), await markReauthenticated(old));
    expect(await listSessions(cast.ada.id)).toHaveLength(1);
    vi.setSystemTime(Date.now() + 5_001);
    expect(await Promise.all([old, first!, second!, third, late].map(again))).toMatchObject([
      undefined,
      undefined,
      undefined,
      { id: cast.ada.id },
      { id: cast.ada.id },
    ]);
    expect((await markReauthenticated(old)).has("Set-Cookie")).toBe(false);
  });

  it("keeps a session that is older than the password, and no other", async () => {
    const [kept, other] = [await signedIn("/users", cast.ada), await signedIn("/users", cast.ada)];
    days(1);
    const renewed = withCookies(get("/users"), await markReauthenticated(kept));
    const validSince = new Date();
    await signIn(get("/login"), cast.ada, {
      way: "password",
      remember: false,
      address: "",
      began: validSince,
      validSince,
    });
    expect(await again(renewed)).toMatchObject({ id: cast.ada.id });
    expect(await again(other)).toBeUndefined();
  });

  it("does not extend a session, and creates none from one that has ended", async () => {
    const old = await signedIn("/users", cast.ada);
    days(20);
    await again(old);
    const now = withCookies(get("/users"), await markReauthenticated(old));
    for (let visit = 0; visit < 3; visit++) {
      days(23);
      expect(await again(now)).toBeDefined();
    }
    days(1.1);
    expect(await again(now)).toBeUndefined();
    expect((await markReauthenticated(get("/users"))).has("Set-Cookie")).toBe(false);
    expect((await markReauthenticated(now)).has("Set-Cookie")).toBe(false);
  });
});

describe("the last owner who can sign in", () => {
  it("can be neither banned nor deleted", async () => {
    expect(await userResource.changeMany(cast.ada, [cast.ben.id], { status: "Banned" })).toMatchObject({ ok: true });
    expect(await userResource.changeMany(cast.ada, [cast.ada.id], { status: "Rejected" })).toMatchObject({ ok: false });
    expect(await userResource.trash(cast.ada, [cast.ada.id])).toMatchObject({ ok: false });
    expect(await again(await signedIn("/users", cast.ada))).toMatchObject({ status: "Active" });
  });
});

describe("the guards", () => {
  const signedInOnly = (request: Request) => requireUser(request, "account");

  it("redirect a visitor to the login page and back, and answer API requests with JSON", async () => {
    expect(await guard(signedInOnly, get("/users?q=a b"))).toMatchObject({
      status: 302,
      location: "/login?from=%2Fusers%3Fq%3Da%2520b",
    });
    expect(await guard(signedInOnly, get("/api/users"))).toMatchObject({
      status: 401,
      data: { message: "Unauthorized" },
    });
  });

  it("treat every spelling of paths under /api as the API, and /api itself as a page", async () => {
    for (const path of ["/api/openapi.json", "/API/users", "/%61pi/users", "/api//users", "/api%2fusers"]) {
      expect(await guard(signedInOnly, get(path))).toMatchObject({ status: 401, data: { message: "Unauthorized" } });
    }
    for (const path of ["/api", "/api/", "/API", "/api?x=1", "/apiary/users"]) {
      expect(await guard(signedInOnly, get(path))).toMatchObject({
        status: 302,
        location: `/login?${new URLSearchParams({ from: path })}`,
      });
    }
  });

  it.each([
    ["/users?q=a", "/users?q=a"],
    ["", "/"],
    ["https://evil.test/users", "/"],
    ["http://portico.test//evil.test", "/"],
    ["not an address", "/"],
  ])("redirect a visitor who posts on %j to the login and then to %s", async (page, from) => {
    const Referer = page.startsWith("/") ? config.appUrl + page : page;
    const answer = await guard(signedInOnly, post("/users/3/trash", {}, Referer ? { Referer } : {}));
    expect(answer).toMatchObject({ status: 303, location: `/login?${new URLSearchParams({ from })}` });
    expect(answer.headers.get("Set-Cookie")).toMatch(/^toast/); // the toast says that the change was not saved
  });

  it("redirect a signed-in user away from guest pages", async () => {
    expect(await guard(requireGuest, await signedIn("/login?from=%2F%2Fevil.test", cast.ada))).toMatchObject({
      location: "/?from=%2Flogin",
    });
    expect(await guard(requireGuest, get("/login"))).toMatchObject({ status: 200 });
  });

  const foreign: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "not an origin" },
    { Origin: "http://portico.test.evil.example" },
    { Origin: "http://portico.test", "Sec-Fetch-Site": "cross-site" },
    { "Sec-Fetch-Site": "same-site" },
  ];

  it.each([signedInOnly, requireGuest, requireGuestOrCode, userOfRequest])(
    "refuse changes that come from another site, whatever server asks them",
    async (act) => {
      const form = async (headers: HeadersInit) =>
        guard(act, await signedIn(post("/users/create?oobCode=x", {}, headers), cast.ada));
      for (const headers of foreign)
        expect({ headers, status: (await form(headers)).status }).toEqual({ headers, status: 403 });
      expect((await form({ "Sec-Fetch-Site": "same-origin", Origin: "http://portico.test" })).status).not.toBe(403);
    },
  );

  it("let only signed-in users work during maintenance", async () => {
    await withConfig({ maintenance: true }, async () => {
      expect((await guard(userOfRequest, get("/"))).status).toBe(503);
      expect((await guard(userOfRequest, get("/login"))).status).toBe(200);
      expect((await guard(signedInOnly, await signedIn("/users", cast.ada))).status).toBe(200);
    });
  });
});
