/** POST and DELETE /session: a login by Firebase's own script becomes a session here, or does not. */
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { sessions, type User, users } from "db/schema";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { asAnybody, asOwner, claimsOf, emulator, mailsTo, newEmail, newPhone, testFirebase, tokenOf, withGoogle } from "~/testing/emulator";
import { get, post, run, send, signedIn, withCookies } from "~/testing/requests";
import { loader as verifyPage } from "./email-verification";
import { prove } from "./firebase/accounts.server";
import { firebase } from "./firebase/provider.server";
import { action as login } from "./login";
import { action, loader } from "./session";
import { anyone } from "./session.server";

testDatabase();
testFirebase();

interface Body {
  to?: string;
  code?: string;
  message?: string;
}

const exchange = (token: string, query = "", headers: HeadersInit = {}) =>
  run<Body>(action, send("POST", `/session${query}`, undefined, { ...Object.fromEntries(new Headers(headers)), Authorization: `Bearer ${token}` }));
const open = () => db.select().from(sessions);
const now = () => Math.floor(Date.now() / 1000);

/** A login by Google's window, of somebody who is not in the directory yet but whose account is theirs for certain. */
async function newcomer() {
  const email = newEmail();
  const { idToken, localId: uid } = await withGoogle(email);
  await prove(uid, email);
  return { email, uid, idToken, claims: (other: object = {}) => claimsOf(uid, email, other) };
}

/** A login by Google's window, of this person. */
async function loginOf(person: User) {
  const { idToken, localId: uid, email } = await withGoogle(newEmail());
  await write(async (tx) => void (await tx.update(users).set({ uid, email }).where(eq(users.id, person.id))));
  return { idToken, uid };
}

/** That there is a sentence and no session. */
async function expectRefused(answer: Awaited<ReturnType<typeof exchange>>, status: number, code?: string) {
  expect([answer.status, answer.data.code]).toEqual([status, code]);
  expect(answer.data.message).toMatch(/^[A-Z].+\.$/);
  expect(answer.headers.get("Set-Cookie")).toBeNull();
  expect(await open()).toEqual([]);
}

describe("a token", () => {
  it("makes a session, and says where to go on", async () => {
    const { idToken, email } = await newcomer();
    const answer = await exchange(idToken);
    expect([answer.status, answer.data, answer.location]).toEqual([200, { to: "/", forget: false }, null]);
    expect(answer.headers.get("Set-Cookie")).toMatch(/^session-\d+=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await anyone(withCookies(get("/"), answer.headers))).toMatchObject({ email, name: "Nora of Google", status: "Active" });
  });

  it("of somebody whose first login it is makes a session of a new account, which the same Google account opens from then on", async () => {
    const email = newEmail();
    const first = await withGoogle(email);
    const answer = await exchange(first.idToken);
    expect(answer).toMatchObject({ status: 200, data: { to: "/", forget: true } });
    const me = await anyone(withCookies(get("/"), answer.headers));
    expect(me?.uid).not.toBe(first.localId);
    const second = await withGoogle(email);
    expect(second.localId).toBe(me?.uid);
    const again = await exchange(second.idToken);
    expect(again).toMatchObject({ status: 200, data: { forget: false } });
    expect(await anyone(withCookies(get("/"), again.headers))).toMatchObject({ id: me?.id });
  });

  it("of somebody whom the office knows opens a session of theirs", async () => {
    const { idToken } = await loginOf(cast.ada);
    expect(await anyone(withCookies(get("/"), (await exchange(idToken)).headers))).toMatchObject({ id: cast.ada.id });
    const byPassword = newEmail();
    const { uid, signUp } = await firebase.signUp({ email: byPassword, password: "blue kettle 91", displayName: "Ben" });
    await firebase.sendVerification(byPassword);
    await firebase.verify((await mailsTo(byPassword)).at(-1)?.oobCode ?? "", { signUp });
    await write(async (tx) => void (await tx.update(users).set({ uid, email: byPassword }).where(eq(users.id, cast.ben.id))));
    const login = await asAnybody("accounts:signInWithPassword", { email: byPassword, password: "blue kettle 91" });
    expect(await anyone(withCookies(get("/"), (await exchange(login.idToken)).headers))).toMatchObject({ id: cast.ben.id });
  });

  it.each([
    ["/users?q=a&page=2#top", "/users?q=a&page=2#top"],
    ["//evil.test", "/"],
    ["/\\evil.test", "/"],
    ["https://evil.test/users", "/"],
    ["javascript:alert(1)", "/"],
    ["users", "/"],
  ])("with from=%s leads to %s", async (from, to) => {
    const { idToken } = await newcomer();
    expect((await exchange(idToken, `?${new URLSearchParams({ from })}`)).data).toEqual({ to, forget: false });
  });

  it("works once", async () => {
    const { idToken, claims } = await newcomer();
    await exchange(idToken); // the first visit ends what came before it at Firebase
    const token = tokenOf(claims({ jti: "second" }));
    expect(await exchange(token)).toMatchObject({ status: 200 });
    await write(async (tx) => void (await tx.delete(sessions)));
    await expectRefused(await exchange(token), 401, "used-id-token");
    expect(await exchange(tokenOf(claims({ jti: "third" })))).toMatchObject({ status: 200 });
  });

  it("at the same moment twice makes one session", async () => {
    const { idToken } = await newcomer();
    const answers = await Promise.all([exchange(idToken), exchange(idToken)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect(await open()).toHaveLength(1);
  });
});

describe("what is no login", () => {
  type Made = Awaited<ReturnType<typeof newcomer>>;

  it.each<[string, (made: Made) => string]>([
    ["made up", () => "made.up.token"],
    ["a word", () => "token"],
    ["8 KB of letters", () => "A".repeat(8_192)],
    ["8 KB of claims", ({ claims }) => tokenOf(claims({ aud: "x".repeat(8_192) }))],
    ["for another project", ({ claims }) => tokenOf(claims({ aud: "other", iss: "https://securetoken.google.com/other" }))],
    ["for another audience", ({ claims }) => tokenOf(claims({ aud: "other" }))],
    ["by another issuer", ({ claims }) => tokenOf(claims({ iss: "https://evil.test/demo-portico" }))],
    ["signed by somebody", ({ claims }) => tokenOf(claims(), { alg: "HS256", typ: "JWT", kid: "1" }, "c2lnbmF0dXJl")],
    ["without a subject", ({ claims }) => tokenOf(claims({ sub: undefined }))],
    ["of an account that there is not", ({ claims }) => tokenOf(claims({ sub: "nobody" }))],
    ["without the time of its login", ({ claims }) => tokenOf(claims({ auth_time: undefined }))],
    ["with a time that is none", ({ claims }) => tokenOf(claims({ auth_time: "yesterday" }))],
    ["from a login that is still to come", ({ claims }) => tokenOf(claims({ auth_time: now() + 120 }))],
    ["from a way in that the account does not have", ({ claims }) => tokenOf(claims({ firebase: { sign_in_provider: "facebook.com" } }))],
    ["that does not say from where", ({ claims }) => tokenOf(claims({ firebase: undefined }))],
    ["whose claims are null", () => `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${Buffer.from("null").toString("base64url")}.`],
    ["whose claims are no JSON", () => `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.e30x.`],
  ])("%s: 401, a sentence, no session", async (_, token) => {
    await expectRefused(await exchange(token(await newcomer())), 401, "invalid-id-token");
  });

  it.each<[string, (made: Made) => string]>([
    ["expired", ({ claims }) => tokenOf(claims({ exp: now() - 1 }))],
    ["from a login more than five minutes ago", ({ claims }) => tokenOf(claims({ auth_time: now() - 301 }))],
  ])("%s: log in again", async (_, token) => {
    await expectRefused(await exchange(token(await newcomer())), 401, "requires-recent-login");
  });

  it("unsigned, where the emulator does not stand in for Google", async () => {
    const { claims, idToken } = await newcomer();
    await withConfig({ firebase: { ...emulator, emulatorHost: undefined } }, async () => {
      for (const token of [idToken, tokenOf(claims(), { alg: "none", kid: "1" }), tokenOf(claims(), { alg: "RS256" }, "c2lnbmF0dXJl")]) {
        await expectRefused(await exchange(token), 401, "invalid-id-token");
      }
    });
    expect(await exchange(idToken)).toMatchObject({ status: 200 });
  });

  it("where accounts are kept here", async () => {
    const { idToken } = await newcomer();
    await expectRefused(await withConfig({ firebase: undefined }, () => exchange(idToken)), 403, "operation-not-allowed");
  });

  it.each<[string, HeadersInit]>([
    ["no header", {}],
    ["a header without a token", { Authorization: "Bearer " }],
    ["another scheme", { Authorization: "Basic YWRhOnBhc3N3b3Jk" }],
    ["two tokens", { Authorization: "Bearer one two" }],
    ["two headers", [["Authorization", "Bearer one"], ["Authorization", "Bearer two"]]],
  ])("%s: 401, a sentence, no session", async (_, headers) => {
    await expectRefused(await run<Body>(action, new Request(`${config.appUrl}/session`, { method: "POST", headers })), 401);
  });
});

describe("an account that may not come in", () => {
  it("is disabled: 403, a sentence, no session", async () => {
    const { idToken, uid } = await newcomer();
    await firebase.disable(uid, true);
    await expectRefused(await exchange(idToken), 403, "user-disabled");
  });

  it("is revoked: log in again", async () => {
    const { uid, claims } = await newcomer();
    await firebase.revoke(uid);
    await expectRefused(await exchange(tokenOf(claims({ auth_time: now() - 2 }))), 401, "requires-recent-login");
  });

  it("is deleted", async () => {
    const { idToken, uid } = await newcomer();
    await firebase.delete(uid);
    await expectRefused(await exchange(idToken), 401, "invalid-id-token");
  });

  it("is anonymous", async () => {
    const { idToken } = await asAnybody("accounts:signUp", {});
    await expectRefused(await exchange(idToken), 401, "invalid-id-token");
  });

  it("has a telephone and no address", async () => {
    const { localId: uid } = await asAnybody("accounts:signUp", {});
    await asOwner(uid, { phoneNumber: newPhone() });
    const claims = claimsOf(uid, "nora@example.com", { firebase: { sign_in_provider: "phone" } });
    await expectRefused(await exchange(tokenOf(claims)), 401, "invalid-id-token");
  });

  it("has an address still to be verified: a mail, the page that waits for it, no session", async () => {
    const email = newEmail();
    const { idToken } = await asAnybody("accounts:signUp", { email, password: "blue kettle 91" });
    const answer = await exchange(idToken, "?from=%2Fusers");
    expect([answer.status, answer.data]).toEqual([200, { to: "/email-verification?from=%2Fusers", forget: false }]);
    expect(await mailsTo(email)).toMatchObject([{ requestType: "VERIFY_EMAIL" }]);
    expect(await anyone(withCookies(get("/"), answer.headers))).toBeUndefined();
    expect(await open()).toEqual([]);
    const page = await run<{ email?: string }>(verifyPage, withCookies(get("/email-verification?from=%2Fusers"), answer.headers));
    expect(page.data.email).toBe(email);
  });

  it.each([
    [cast.pia, "person-pending"],
    [cast.ban, "person-kept-out"],
    [cast.rex, "person-kept-out"],
    [cast.tess, "person-kept-out"],
  ])("is $name's: 403, a sentence, no session", async (person, code) => {
    await expectRefused(await exchange((await loginOf(person)).idToken), 403, code);
  });

  it.each([["approval", "person-pending"], ["closed", "registration-closed"]] as const)("comes first where registration is by %s", async (registration, code) => {
    const { idToken } = await newcomer();
    await expectRefused(await withConfig({ registration }, () => exchange(idToken)), 403, code);
  });
});

describe("tries", () => {
  const bad = () => exchange("made.up.token");

  it("with bad tokens are ten in a quarter of an hour for each account and address", async () => {
    for (let count = 0; count < 10; count++) expect((await bad()).status).toBe(401);
    const full = await bad();
    expect([full.status, Number(full.headers.get("Retry-After"))]).toEqual([429, expect.closeTo(900, -1)]);
    await expectRefused(full, 429);
    expect(await exchange((await newcomer()).idToken), "somebody else behind the same address").toMatchObject({ status: 200 });
  });

  it("with good ones are not counted, nor while Firebase is out of reach", async () => {
    for (let count = 0; count < 11; count++) expect((await exchange((await newcomer()).idToken)).status).toBe(200);
    await write(async (tx) => void (await tx.delete(sessions)));
    const { idToken } = await newcomer();
    await withConfig({ firebase: { ...emulator, emulatorHost: "127.0.0.1:1" } }, async () => {
      for (let count = 0; count < 11; count++) await expectRefused(await exchange(idToken), 503, "provider-unreachable");
    });
    expect(await exchange(idToken)).toMatchObject({ status: 200 });
  });
});

describe("a password that was changed at Firebase", () => {
  it("ends the sessions from before at the next login, whichever way, and no later ones", async () => {
    const email = newEmail();
    const { localId: uid } = await withGoogle(email);
    await prove(uid, email);
    await write(async (tx) => void (await tx.update(users).set({ uid, email }).where(eq(users.id, cast.ada.id))));
    const ways = [
      () => exchange(tokenOf(claimsOf(uid, email, { jti: "another login" }))),
      () => run(login, post("/login", { email, password: "green kettle 92" })),
    ];
    for (const logIn of ways) {
      const before = await signedIn("/users", cast.ada);
      await write(async (tx) => void (await tx.update(sessions).set({ createdAt: new Date(Date.now() - 60_000) })));
      await asOwner(uid, { password: "green kettle 92" });
      const between = await signedIn("/users", cast.ada);
      expect((await logIn()).headers.get("Set-Cookie")).toMatch(/^session/);
      expect([await anyone(before), await anyone(between)]).toEqual([undefined, expect.objectContaining({ id: cast.ada.id })]);
    }
  });
});

describe("the session", () => {
  it("is ended by DELETE, and nothing happens the second time", async () => {
    const browser = withCookies(send("DELETE", "/session"), (await exchange((await newcomer()).idToken)).headers);
    for (let time = 1; time <= 2; time++) {
      const answer = await run(action, new Request(browser));
      expect([answer.status, answer.headers.get("Set-Cookie")]).toEqual([204, expect.stringMatching(/Max-Age=0/)]);
      expect(await open()).toEqual([]);
    }
  });

  it("is not ended for somebody else", async () => {
    const { idToken, uid } = await newcomer();
    const { headers } = await exchange(idToken);
    await run(action, withCookies(send("DELETE", "/session?uid=somebody-else"), headers));
    expect(await open()).toHaveLength(1);
    await run(action, withCookies(send("DELETE", `/session?uid=${uid}`), headers));
    expect(await open()).toEqual([]);
  });

  it("takes no other method, and nothing from another site", async () => {
    for (const answer of [await run(loader, get("/session")), await run(action, send("PUT", "/session"))]) {
      expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "POST, DELETE"]);
    }
    const { idToken } = await newcomer();
    expect((await exchange(idToken, "", { Origin: "https://evil.test" })).status).toBe(403);
    expect(await open()).toEqual([]);
  });
});
