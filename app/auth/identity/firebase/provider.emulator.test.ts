/**
 * Behaviour specific to Firebase: its mails and its page for their links, expired tokens, and Portico's records of
 * accounts.
 */
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db } from "db";
import { firebaseAccounts, mailLinks } from "db/schema";
import { asLocalSample, testDatabase, withConfig } from "~/testing/database";
import {
  asAnybody,
  asOwner,
  atFirebase,
  claimsOf,
  emulator,
  followToFirebase,
  mailsTo,
  newEmail,
  testFirebase,
  tokenOf,
} from "~/testing/emulator/emulator";
import { get, run } from "~/testing/requests";
import { loader as verification } from "~/features/sign-in/mail/verification";
import { firebase } from "./provider.server";

testDatabase({ empty: true });
testFirebase();
afterEach(() => void vi.useRealTimers());

const password = "blue kettle 91";
const codeOf = (link: string | null | undefined) => new URL(link ?? "").searchParams.get("oobCode") ?? "";

/** Returns a new account and its mailed verification link. */
async function signedUp(from?: string) {
  const email = newEmail();
  const account = await firebase.signUp({ email, password, displayName: "Nora New" });
  return { ...account, link: await asLocalSample(() => firebase.sendVerification(account, from)) };
}

/** Returns an account whose address is verified. */
async function member() {
  const { uid, email, link, signUp } = await signedUp();
  await firebase.verify(codeOf(link), { signUp });
  return { uid, email };
}

it("a second factor that was set up at Firebase is reported, and prevents the sign-in", async () => {
  const { uid, email } = await member();
  await asOwner(uid, { mfa: { enrollments: [{ mfaEnrollmentId: "1", phoneInfo: "+4755512345" }] } });
  await expect(firebase.signIn(email, password)).rejects.toMatchObject({
    code: "second-factor-required",
    isFault: false,
  });
});

describe("the link in a mail from Firebase", () => {
  const leadsTo = async (link: string | undefined) =>
    (await run(verification, get((link ?? "").slice(config.appUrl.length)))).location;

  it("the link in a mail from Firebase that verifies an address leads to our page, and then to where the user was going", async () => {
    const { link } = await signedUp("/users?q=a&page=2");
    expect(link).toMatch(/^http:\/\/portico\.test\/verification\?mode=verifyEmail&.*oobCode=/);
    expect(await leadsTo(link)).toBe(`/email-verification?oobCode=${codeOf(link)}&from=%2Fusers%3Fq%3Da%26page%3D2`);
  });

  it("the link in a mail from Firebase that resets a password leads to our page for it", async () => {
    const { email } = await member();
    const link = await asLocalSample(() => firebase.sendReset(email, "/users"));
    expect(link).toContain("mode=resetPassword");
    expect(await leadsTo(link)).toBe(`/forget-password?oobCode=${codeOf(link)}&from=%2Fusers`);
  });

  it("the link in a mail from Firebase that changes an address leads to the page that verifies it", async () => {
    const { uid } = await member();
    const link = await asLocalSample(() => firebase.changeEmail(uid, newEmail()));
    expect(link).toContain("mode=verifyAndChangeEmail");
    expect(await leadsTo(link)).toBe(`/email-verification?oobCode=${codeOf(link)}`);
  });

  it.each(["recoverEmail", "signIn", "revertSecondFactorAddition", "constructor"])(
    "the link in a mail from Firebase of kind %s leads to Firebase's own page, with all its parameters",
    async (mode) => {
      const path = `/verification?mode=${mode}&oobCode=abc&apiKey=k&lang=en`;
      expect((await run(verification, get(path))).location).toBe(
        `http://${emulator.emulatorHost}/emulator/action${path.slice("/verification".length)}`,
      );
      const real = { ...emulator, authDomain: "demo.firebaseapp.com", emulatorHost: undefined };
      const { location } = await withConfig({ firebase: real }, () => run(verification, get(path)));
      expect(location).toBe(`https://demo.firebaseapp.com/__/auth/action?mode=${mode}&oobCode=abc&apiKey=k&lang=en`);
    },
  );

  it.each([
    ["https://evil.test/?from=%2Fusers", ""],
    ["http://portico.test/login?from=%2F%2Fevil.test", ""],
    ["http://portico.test.evil.test/?from=%2Fusers", ""],
    ["http://portico.test/login", ""],
    ["nonsense", ""],
    ["http://portico.test/login?from=%2Fusers", "&from=%2Fusers"],
  ])(
    "the link in a mail from Firebase that continues to %s redirects with the parameter %j",
    async (continueUrl, from) => {
      const query = new URLSearchParams({ mode: "resetPassword", oobCode: "a&b", continueUrl });
      expect((await run(verification, get(`/verification?${query}`))).location).toBe(
        `/forget-password?oobCode=a%26b${from}`,
      );
    },
  );

  it("the link in a mail from Firebase without a mode is handled by the menu's page, and so is every link if Firebase is not set up", async () => {
    expect((await run(verification, get("/verification?oobCode=abc&from=%2Fusers"))).location).toBe(
      "/email-verification?oobCode=abc&from=%2Fusers",
    );
    const { location } = await withConfig({ firebase: undefined }, () =>
      run(verification, get("/verification?mode=recoverEmail&oobCode=abc")),
    );
    expect(location).toBe("/email-verification?mode=recoverEmail&oobCode=abc");
  });
});

describe("Firebase's own page", () => {
  it("verifies an address, and leads back with a code of ours that is required to complete it", async () => {
    const { uid, email, signUp } = await signedUp("/users");
    const ours = new URL(new URL((await mailsTo(email)).at(-1)?.oobLink ?? "").searchParams.get("continueUrl") ?? "");
    await expect(firebase.verify(codeOf(ours.href), { signUp })).rejects.toMatchObject({ code: "email-not-verified" });
    expect(await followToFirebase(email)).toBe(ours.href);
    expect([ours.origin, ours.pathname, ours.searchParams.get("from")]).toEqual([
      config.appUrl,
      "/email-verification",
      "/users",
    ]);
    expect(await firebase.signIn(email, password)).toMatchObject({ emailVerified: false }); // nobody has returned to Portico yet

    expect(await firebase.verify(codeOf(ours.href), {})).toEqual({ account: undefined, email });
    expect(await firebase.verify(codeOf(ours.href), { signUp })).toMatchObject({
      account: { uid, email, emailVerified: true, displayName: "Nora New" },
    });
    await expect(firebase.verify(codeOf(ours.href), { signUp })).rejects.toMatchObject({ code: "invalid-action-code" });
    expect(await firebase.signIn(email, password)).toMatchObject({ uid, emailVerified: true });
  });

  it("leads back with a code that expires after an hour, and with the account", async () => {
    const { email, signUp } = await signedUp();
    const ours = codeOf(await followToFirebase(email));
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60 * 60_000 });
    await expect(firebase.verify(ours, { signUp })).rejects.toMatchObject({ code: "expired-action-code" });
    vi.useRealTimers();
    const other = await signedUp();
    const others = codeOf(await followToFirebase(other.email));
    await asAnybody("accounts:delete", { idToken: other.ticket });
    await expect(firebase.verify(others, { signUp: other.signUp })).rejects.toMatchObject({
      code: "invalid-action-code",
    });
  });

  it("changes the address of an account, whose password then works with it", async () => {
    const { uid, email } = await member();
    const anew = newEmail("anew");
    await firebase.changeEmail(uid, anew);
    const ours = codeOf(await followToFirebase(anew));
    expect(await firebase.account(uid)).toMatchObject({ email: anew, emailVerified: false });
    expect(await firebase.verify(ours, {})).toMatchObject({
      account: { uid, email: anew, emailVerified: true, displayName: "Nora New" },
    });
    expect(await firebase.signIn(anew, password)).toMatchObject({ uid, emailVerified: true });
    await expect(firebase.signIn(email, password)).rejects.toMatchObject({ code: "invalid-credential" });
  });

  it("can set a new password, which works for the account that was proven with it", async () => {
    const { uid, email } = await member();
    await firebase.sendReset(email);
    const [mail] = (await mailsTo(email)).slice(-1);
    await asAnybody("accounts:resetPassword", { oobCode: mail?.oobCode, newPassword: "green kettle 92" });
    expect(await firebase.signIn(email, "green kettle 92")).toMatchObject({ uid, emailVerified: true });
  });
});

describe("a verification mail", () => {
  it("is sent to a user who has just signed in, or the page says that it was not", async () => {
    const account = await signedUp();
    expect(await mailsTo(account.email)).toMatchObject([{ requestType: "VERIFY_EMAIL" }]);
    await firebase.delete(account.uid);
    await expect(firebase.sendVerification(account)).rejects.toMatchObject({ name: "IdentityError" });
  });

  it("a verification mail for any typed address is sent only to an unverified account, and the response is always the same", async () => {
    const [open, locked] = [await signedUp(), await signedUp()];
    await firebase.disable(locked.uid, true);
    const link = await asLocalSample(() => firebase.sendVerification(open.email.toUpperCase(), "/users"));
    expect(link).toContain("/verification?");
    expect(await firebase.sendVerification(locked.email)).toBeUndefined();
    expect([await mailsTo(open.email), await mailsTo(locked.email)].map((mails) => mails.length)).toEqual([2, 1]);
  });
});

describe("a Firebase account", () => {
  it("a Firebase account that is disabled gets the same error for a right and a wrong password, since Firebase would tell them apart", async () => {
    const { uid, email } = await member();
    await firebase.disable(uid, true);
    for (const typed of [password, "not the password"])
      await expect(firebase.signIn(email, typed)).rejects.toMatchObject({ code: "invalid-credential" });
    expect(await atFirebase({ uid })).toMatchObject({ disabled: true });
  });

  it("a Firebase account that was revoked accepts no earlier token", async () => {
    const { uid, email } = await member();
    await asOwner(uid, { validSince: "1" }); // so that a login two seconds ago counts
    const token = tokenOf(
      claimsOf(uid, email, {
        auth_time: Math.floor(Date.now() / 1000) - 2,
        firebase: { sign_in_provider: "password" },
      }),
    );
    expect(await firebase.signInWithToken(token)).toMatchObject({ uid });
    await firebase.revoke(uid);
    await expect(firebase.signInWithToken(token)).rejects.toMatchObject({ code: "requires-recent-login" });
  });

  it("a Firebase account that is proven needs no sign-up code any more", async () => {
    const { uid, email } = await member();
    const row = { uid, email, signUp: null, provenAt: expect.any(Date) };
    expect(await db.select().from(firebaseAccounts).where(eq(firebaseAccounts.uid, uid))).toMatchObject([row]);
  });

  it("a Firebase account that is deleted leaves no rows in the database", async () => {
    const { uid } = await signedUp();
    await firebase.delete(uid);
    expect(await atFirebase({ uid })).toBeUndefined();
    expect(await db.select().from(firebaseAccounts).where(eq(firebaseAccounts.uid, uid))).toEqual([]);
    expect(await db.select().from(mailLinks).where(eq(mailLinks.uid, uid))).toEqual([]);
  });
});
