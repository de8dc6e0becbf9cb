/** Tests POST /session: an invalid token, or an account that may not sign in, creates no session. */
import { describe, expect, it } from "vitest";
import { config } from "config";
import { cast, testDatabase, withConfig } from "~/testing/database";
import {
  asAnybody,
  asOwner,
  claimsOf,
  emulator,
  mailsTo,
  newEmail,
  newPhone,
  testFirebase,
  tokenOf,
} from "~/testing/emulator/emulator";
import { get, run, withCookies } from "~/testing/requests";
import { exchange, type Exchanged, expectRefused, loginOf, newcomer, openSessions } from "~/testing/token-login";
import { loader as verifyPage } from "~/features/sign-in/mail/email-verification";
import { firebase } from "~/auth/identity/firebase/provider.server";
import { userOfRequest } from "~/auth/session.server";
import { action } from "./session";

testDatabase();
testFirebase();

const now = () => Math.floor(Date.now() / 1000);

describe("an invalid token", () => {
  type Made = Awaited<ReturnType<typeof newcomer>>;

  it.each<[string, (made: Made) => string]>([
    ["made up", () => "made.up.token"],
    ["a word", () => "token"],
    ["8 KB of letters", () => "A".repeat(8_192)],
    ["8 KB of claims", ({ claims }) => tokenOf(claims({ aud: "x".repeat(8_192) }))],
    [
      "for another project",
      ({ claims }) => tokenOf(claims({ aud: "other", iss: "https://securetoken.google.com/other" })),
    ],
    ["for another audience", ({ claims }) => tokenOf(claims({ aud: "other" }))],
    ["by another issuer", ({ claims }) => tokenOf(claims({ iss: "https://evil.test/demo-portico" }))],
    ["signed by somebody", ({ claims }) => tokenOf(claims(), { alg: "HS256", typ: "JWT", kid: "1" }, "c2lnbmF0dXJl")],
    ["without a subject", ({ claims }) => tokenOf(claims({ sub: undefined }))],
    ["of a missing account", ({ claims }) => tokenOf(claims({ sub: "nobody" }))],
    ["without the time of its login", ({ claims }) => tokenOf(claims({ auth_time: undefined }))],
    ["with an invalid time of its login", ({ claims }) => tokenOf(claims({ auth_time: "yesterday" }))],
    ["from a login in the future", ({ claims }) => tokenOf(claims({ auth_time: now() + 120 }))],
    [
      "with a sign-in method that the account does not have",
      ({ claims }) => tokenOf(claims({ firebase: { sign_in_provider: "facebook.com" } })),
    ],
    ["without data about its login", ({ claims }) => tokenOf(claims({ firebase: undefined }))],
    [
      "with claims that are null",
      () =>
        `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.${Buffer.from("null").toString("base64url")}.`,
    ],
    ["with claims that are not JSON", () => `${Buffer.from('{"alg":"none","typ":"JWT"}').toString("base64url")}.e30x.`],
  ])("%s gets 401 with a message and no session", async (_, token) => {
    await expectRefused(await exchange(token(await newcomer())), 401, "invalid-id-token");
  });

  it.each<[string, (made: Made) => string]>([
    ["expired", ({ claims }) => tokenOf(claims({ exp: now() - 1 }))],
    ["from a login more than five minutes ago", ({ claims }) => tokenOf(claims({ auth_time: now() - 301 }))],
  ])("%s requires a new login", async (_, token) => {
    await expectRefused(await exchange(token(await newcomer())), 401, "requires-recent-login");
  });

  it("an invalid token that is unsigned is refused if the emulator is not configured", async () => {
    const { claims, idToken } = await newcomer();
    await withConfig({ firebase: { ...emulator, emulatorHost: undefined } }, async () => {
      for (const token of [
        idToken,
        tokenOf(claims(), { alg: "none", kid: "1" }),
        tokenOf(claims(), { alg: "RS256" }, "c2lnbmF0dXJl"),
      ]) {
        await expectRefused(await exchange(token), 401, "invalid-id-token");
      }
    });
    expect(await exchange(idToken)).toMatchObject({ status: 200 });
  });

  it("is refused if accounts are local", async () => {
    const { idToken } = await newcomer();
    await expectRefused(
      await withConfig({ firebase: undefined }, () => exchange(idToken)),
      403,
      "operation-not-allowed",
    );
  });

  it.each<[string, HeadersInit]>([
    ["no header", {}],
    ["a header without a token", { Authorization: "Bearer " }],
    ["another scheme", { Authorization: "Basic YWRhOnBhc3N3b3Jk" }],
    ["two tokens", { Authorization: "Bearer one two" }],
    [
      "two headers",
      [
        ["Authorization", "Bearer one"],
        ["Authorization", "Bearer two"],
      ],
    ],
  ])("%s gets 401 with a message and no session", async (_, headers) => {
    await expectRefused(
      await run<Exchanged>(action, new Request(`${config.appUrl}/session`, { method: "POST", headers })),
      401,
    );
  });
});

describe("an account that may not sign in", () => {
  it("because it is disabled gets 403 with a message and no session", async () => {
    const { idToken, uid } = await newcomer();
    await firebase.disable(uid, true);
    await expectRefused(await exchange(idToken), 403, "user-disabled");
  });

  it("because it was revoked must log in again", async () => {
    const { uid, claims } = await newcomer();
    await firebase.revoke(uid);
    await expectRefused(await exchange(tokenOf(claims({ auth_time: now() - 2 }))), 401, "requires-recent-login");
  });

  it("because it was deleted gets no session for its token", async () => {
    const { idToken, uid } = await newcomer();
    await firebase.delete(uid);
    await expectRefused(await exchange(idToken), 401, "invalid-id-token");
  });

  it("because it is anonymous gets no session for its token", async () => {
    const { idToken } = await asAnybody("accounts:signUp", {});
    await expectRefused(await exchange(idToken), 401, "invalid-id-token");
  });

  it("because it has a phone number and no address is refused", async () => {
    const { localId: uid } = await asAnybody("accounts:signUp", {});
    await asOwner(uid, { phoneNumber: newPhone() });
    const claims = claimsOf(uid, "nora@example.com", { firebase: { sign_in_provider: "phone" } });
    await expectRefused(await exchange(tokenOf(claims)), 401, "invalid-id-token");
  });

  it("before its address is verified gets a mail and the page that waits for it, and no session", async () => {
    const email = newEmail();
    const { idToken } = await asAnybody("accounts:signUp", { email, password: "blue kettle 91" });
    const answer = await exchange(idToken, "?from=%2Fusers");
    expect([answer.status, answer.data]).toEqual([200, { to: "/email-verification?from=%2Fusers", forget: false }]);
    expect(await mailsTo(email)).toMatchObject([{ requestType: "VERIFY_EMAIL" }]);
    expect(await userOfRequest(withCookies(get("/"), answer.headers))).toBeUndefined();
    expect(await openSessions()).toEqual([]);
    const page = await run<{ email?: string }>(
      verifyPage,
      withCookies(get("/email-verification?from=%2Fusers"), answer.headers),
    );
    expect(page.data.email).toBe(email);
  });

  it.each([
    [cast.pia, "person-pending"],
    [cast.ban, "person-kept-out"],
    [cast.rex, "person-kept-out"],
    [cast.tess, "person-kept-out"],
  ])(
    "an account that may not sign in of a user who is $name gets 403 with a message and no session",
    async (person, code) => {
      await expectRefused(await exchange((await loginOf(person)).idToken), 403, code);
    },
  );

  it.each([
    ["approval", "person-pending"],
    ["closed", "registration-closed"],
  ] as const)("is checked before registration by %s", async (registration, code) => {
    const { idToken } = await newcomer();
    await expectRefused(
      await withConfig({ registration, clientRegistration: false }, () => exchange(idToken)),
      403,
      code,
    );
  });
});
