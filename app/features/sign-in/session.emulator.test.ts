/** POST and DELETE /session: a login by Firebase's own script becomes a session here. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { write } from "db";
import { sessions, users } from "db/schema";
import { cast, testDatabase, withConfig } from "~/testing/database";
import {
  asAnybody,
  asOwner,
  claimsOf,
  emulator,
  mailsTo,
  newEmail,
  testFirebase,
  tokenOf,
  withGoogle,
} from "~/testing/emulator/emulator";
import { get, post, run, send, signedIn, withCookies } from "~/testing/requests";
import { exchange, expectRefused, loginOf, newcomer, openSessions } from "~/testing/token-login";
import { markProven } from "~/auth/identity/firebase/accounts.server";
import { firebase } from "~/auth/identity/firebase/provider.server";
import { action as login } from "./login";
import { userOfRequest } from "~/auth/session.server";
import { action, loader } from "./session";

testDatabase();
testFirebase();

describe("a Firebase token", () => {
  it("creates a session, and says where to go next", async () => {
    const { idToken, email } = await newcomer();
    const answer = await exchange(idToken);
    expect([answer.status, answer.data, answer.location]).toEqual([200, { to: "/", forget: false }, null]);
    expect(answer.headers.getSetCookie()[0]).toMatch(/^session-\d+=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await userOfRequest(withCookies(get("/"), answer.headers))).toMatchObject({
      email,
      name: "Nora of Google",
      status: "Active",
    });
  });

  it("a Firebase token of a first login creates an account with a session, which the same Google account opens from then on", async () => {
    const email = newEmail();
    const first = await withGoogle(email);
    const answer = await exchange(first.idToken);
    expect(answer).toMatchObject({ status: 200, data: { to: "/", forget: true } });
    const me = await userOfRequest(withCookies(get("/"), answer.headers));
    expect(me?.uid).not.toBe(first.localId);
    const second = await withGoogle(email);
    expect(second.localId).toBe(me?.uid);
    const again = await exchange(second.idToken);
    expect(again).toMatchObject({ status: 200, data: { forget: false } });
    expect(await userOfRequest(withCookies(get("/"), again.headers))).toMatchObject({ id: me?.id });
  });

  it("a Firebase token of a person in the directory creates a session of that person", async () => {
    const { idToken } = await loginOf(cast.ada);
    expect(await userOfRequest(withCookies(get("/"), (await exchange(idToken)).headers))).toMatchObject({
      id: cast.ada.id,
    });
    const byPassword = newEmail();
    const { uid, signUp } = await firebase.signUp({
      email: byPassword,
      password: "blue kettle 91",
      displayName: "Ben",
    });
    await firebase.sendVerification(byPassword);
    await firebase.verify((await mailsTo(byPassword)).at(-1)?.oobCode ?? "", { signUp });
    await write(
      async (tx) => void (await tx.update(users).set({ uid, email: byPassword }).where(eq(users.id, cast.ben.id))),
    );
    const login = await asAnybody("accounts:signInWithPassword", { email: byPassword, password: "blue kettle 91" });
    expect(await userOfRequest(withCookies(get("/"), (await exchange(login.idToken)).headers))).toMatchObject({
      id: cast.ben.id,
    });
  });

  it.each([
    ["/users?q=a&page=2#top", "/users?q=a&page=2#top"],
    ["//evil.test", "/"],
    ["/\\evil.test", "/"],
    ["https://evil.test/users", "/"],
    ["javascript:alert(1)", "/"],
    ["users", "/"],
  ])("a Firebase token with from=%s leads to %s", async (from, to) => {
    const { idToken } = await newcomer();
    expect((await exchange(idToken, `?${new URLSearchParams({ from })}`)).data).toEqual({ to, forget: false });
  });

  it("can be used only once as an ID token", async () => {
    const { idToken, claims } = await newcomer();
    await exchange(idToken); // the first visit ends what came before it at Firebase
    const token = tokenOf(claims({ jti: "second" }));
    expect(await exchange(token)).toMatchObject({ status: 200 });
    await write(async (tx) => void (await tx.delete(sessions)));
    await expectRefused(await exchange(token), 401, "used-id-token");
    expect(await exchange(tokenOf(claims({ jti: "third" })))).toMatchObject({ status: 200 });
  });

  it("twice at the same moment creates one session", async () => {
    const { idToken } = await newcomer();
    const answers = await Promise.all([exchange(idToken), exchange(idToken)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await openSessions()).toHaveLength(1);
  });
});

describe("attempts to exchange a token", () => {
  const bad = () => exchange("made.up.token");

  it("attempts to exchange a token with invalid tokens are limited to ten in a quarter of an hour per account and address", async () => {
    for (let count = 0; count < 10; count++) expect((await bad()).status).toBe(401);
    const full = await bad();
    expect([full.status, Number(full.headers.get("Retry-After"))]).toEqual([429, expect.closeTo(900, -1)]);
    await expectRefused(full, 429);
    expect(await exchange((await newcomer()).idToken), "somebody else behind the same address").toMatchObject({
      status: 200,
    });
  });

  it("attempts to exchange a token with valid tokens are not counted, nor those while Firebase is unreachable", async () => {
    for (let count = 0; count < 11; count++) expect((await exchange((await newcomer()).idToken)).status).toBe(200);
    await write(async (tx) => void (await tx.delete(sessions)));
    const { idToken } = await newcomer();
    await withConfig({ firebase: { ...emulator, emulatorHost: "127.0.0.1:1" } }, async () => {
      for (let count = 0; count < 11; count++)
        await expectRefused(await exchange(idToken), 503, "provider-unreachable");
    });
    expect(await exchange(idToken)).toMatchObject({ status: 200 });
  });
});

describe("a password changed at Firebase", () => {
  it("ends earlier sessions at the next login of any kind, and no later ones", async () => {
    const email = newEmail();
    const { localId: uid } = await withGoogle(email);
    await markProven(uid, email);
    await write(async (tx) => void (await tx.update(users).set({ uid, email }).where(eq(users.id, cast.ada.id))));
    const ways = [
      () => exchange(tokenOf(claimsOf(uid, email, { jti: "another login" }))),
      () => run(login, post("/login", { email, password: "green kettle 92" })),
    ];
    for (const logIn of ways) {
      const before = await signedIn("/users", cast.ada);
      const aMinuteAgo = new Date(Date.now() - 60_000);
      await write(async (tx) => void (await tx.update(sessions).set({ createdAt: aMinuteAgo, provedAt: aMinuteAgo })));
      await asOwner(uid, { password: "green kettle 92" });
      const between = await signedIn("/users", cast.ada);
      expect((await logIn()).headers.get("Set-Cookie")).toMatch(/^session/);
      expect([await userOfRequest(before), await userOfRequest(between)]).toEqual([
        undefined,
        expect.objectContaining({ id: cast.ada.id }),
      ]);
    }
  });
});

describe("the session resource", () => {
  it("is ended by DELETE, and the second time nothing happens", async () => {
    const browser = withCookies(send("DELETE", "/session"), (await exchange((await newcomer()).idToken)).headers);
    for (let time = 1; time <= 2; time++) {
      const answer = await run(action, new Request(browser));
      expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([204, expect.stringMatching(/Max-Age=0/)]);
      expect(await openSessions()).toEqual([]);
    }
  });

  it("is not ended for another user", async () => {
    const { idToken, uid } = await newcomer();
    const { headers } = await exchange(idToken);
    await run(action, withCookies(send("DELETE", "/session?uid=somebody-else"), headers));
    expect(await openSessions()).toHaveLength(1);
    await run(action, withCookies(send("DELETE", `/session?uid=${uid}`), headers));
    expect(await openSessions()).toEqual([]);
  });

  it("accepts no other method, and nothing from another site", async () => {
    for (const answer of [await run(loader, get("/session")), await run(action, send("PUT", "/session"))]) {
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST, DELETE"]);
    }
    const { idToken } = await newcomer();
    expect((await exchange(idToken, "", { Origin: "https://evil.test" })).status).toBe(403);
    expect(await openSessions()).toEqual([]);
  });
});
