/**
 * Anybody can open an account at Firebase with any address, add ways to sign in, and wait for the address's owner to
 * verify it. None of these may then open the owner's account.
 */
import { describe, expect, it } from "vitest";
import { testDatabase } from "~/testing/database";
import {
  asAnybody,
  asOwner,
  atFirebase,
  followToFirebase,
  mailsTo,
  newEmail,
  newPhone,
  testFirebase,
  withGoogle,
} from "~/testing/emulator/emulator";
import { firebase } from "./provider.server";

testDatabase({ empty: true });
testFirebase();

const strangers = "a stranger's words";
const owners = { password: "green kettle 92", displayName: "Nora New" };
const lastCode = async (email: string) => (await mailsTo(email)).at(-1)?.oobCode ?? "";

/** Opens an account at Firebase with someone else's address, as a stranger would. */
async function strangersAccount(email = newEmail()) {
  const { localId: uid, idToken } = await asAnybody("accounts:signUp", {
    email,
    password: strangers,
    displayName: "Mallory",
  });
  return { uid, email, idToken };
}

/** Adds a Google account to the stranger's account and returns a function that logs in by it. */
async function withOwnGoogle(idToken: string | undefined) {
  const google = newEmail("mallory");
  await withGoogle(google, { idToken });
  return { google, logIn: () => withGoogle(google) };
}

/** Expects the owner's password to open a new account for the address, and the stranger's account to be gone. */
async function expectTheirs(strangersUid: string, email: string) {
  const { uid, emailVerified } = await firebase.signIn(email, owners.password);
  expect([emailVerified, uid]).toEqual([true, expect.not.stringContaining(strangersUid)]);
  expect(await atFirebase({ uid: strangersUid })).toBeUndefined();
  await expect(firebase.signIn(email, strangers)).rejects.toMatchObject({ code: "invalid-credential" });
  expect((await atFirebase({ uid }))?.providerUserInfo?.map(({ providerId }) => providerId)).toEqual(["password"]);
}

describe("an account that a stranger created at Firebase", () => {
  it("stays closed to the stranger before the mail is followed, and after it was followed to Firebase's own page", async () => {
    const { email, idToken } = await strangersAccount();
    expect(await firebase.signIn(email, strangers)).toMatchObject({ emailVerified: false });
    await asAnybody("accounts:sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
    await followToFirebase(email);
    expect(await atFirebase({ email })).toMatchObject({ emailVerified: true });
    expect(await firebase.signIn(email, strangers)).toMatchObject({ emailVerified: false });
    expect(await firebase.account((await atFirebase({ email }))?.localId ?? "")).toMatchObject({
      emailVerified: false,
    });
  });

  it("goes to the owner who follows the mail, with Firebase's code and with ours", async () => {
    for (const byTheirPage of [false, true]) {
      const { uid, email } = await strangersAccount();
      await firebase.sendVerification(await firebase.signIn(email, strangers));
      const code = byTheirPage
        ? (new URL((await followToFirebase(email)) ?? "").searchParams.get("oobCode") ?? "")
        : await lastCode(email);
      expect(await firebase.verify(code, {})).toEqual({ account: undefined, email });
      expect(await firebase.verify(code, owners)).toMatchObject({
        account: { displayName: "Nora New", emailVerified: true },
      });
      await expectTheirs(uid, email);
    }
  });

  it("goes to the owner who resets the password", async () => {
    const { uid, email, idToken } = await strangersAccount();
    await withOwnGoogle(idToken);
    await firebase.sendReset(email);
    expect(await firebase.resetPassword(await lastCode(email), owners.password)).toMatchObject({
      emailVerified: true,
      displayName: "",
    });
    await expectTheirs(uid, email);
  });

  it("does not prevent its owner from signing up, even after somebody signed in with it: the mail asks for name and password", async () => {
    const { uid, email } = await strangersAccount();
    for (const visit of ["before", "after"]) {
      const account = await firebase.signUp({ email, ...owners });
      expect(account, visit).toMatchObject({ email, emailVerified: false, signUp: undefined });
      await firebase.sendVerification(account);
      expect((await firebase.signIn(email, strangers)).signUp, visit).toBeDefined(); // the account may be another site's, so it stays until the mail is followed
    }
    const code = await lastCode(email);
    expect(await firebase.verify(code, {})).toEqual({ account: undefined, email });
    expect(await firebase.verify(code, owners)).toMatchObject({
      account: { displayName: "Nora New", emailVerified: true },
    });
    await expectTheirs(uid, email);
  });

  it("keeps its password if it was created here and its address was verified elsewhere", async () => {
    const email = newEmail();
    await firebase.sendVerification(await firebase.signUp({ email, password: "blue kettle 91", displayName: "Nora" }));
    await followToFirebase(email);
    await expect(firebase.signUp({ email, password: strangers, displayName: "Mallory" })).rejects.toMatchObject({
      code: "email-already-exists",
    });
    expect(await firebase.signIn(email, "blue kettle 91")).toMatchObject({ displayName: "Nora" });
  });
});

describe("a Google account that a stranger linked", () => {
  it("vouches only for its own address", async () => {
    const { uid, email, idToken } = await strangersAccount();
    const { logIn } = await withOwnGoogle(idToken);
    await asAnybody("accounts:sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
    await followToFirebase(email);
    const token = (await logIn()).idToken;
    expect(await firebase.signInWithToken(token)).toMatchObject({ uid, email, emailVerified: false });
  });

  it.each([
    [
      "at Firebase, before the owner follows the mail",
      async (email: string) => (await strangersAccount(email)).idToken,
      undefined,
    ],
    [
      "here, before the owner follows the mail",
      async (email: string) => (await firebase.signUp({ email, password: strangers, displayName: "Mallory" })).ticket,
      undefined,
    ],
    [
      "here, before the owner signs up",
      async (email: string) => (await firebase.signUp({ email, password: strangers, displayName: "Mallory" })).ticket,
      owners,
    ],
  ])("%s, is removed afterwards, and so are its earlier logins", async (_, open, signUpToo) => {
    const email = newEmail();
    const { google, logIn } = await withOwnGoogle(await open(email));
    const uid = (await atFirebase({ email }))?.localId ?? "";
    await asOwner(uid, {
      phoneNumber: newPhone(),
      mfa: { enrollments: [{ mfaEnrollmentId: "1", phoneInfo: newPhone() }] },
    });
    const earlier = signUpToo ? undefined : (await logIn().catch(() => ({ idToken: "" }))).idToken;
    const signUp = signUpToo && (await firebase.signUp({ email, ...signUpToo })).signUp;
    await firebase.sendVerification(email);
    expect(await firebase.verify(await lastCode(email), signUp ? { signUp } : owners)).toMatchObject({
      account: { emailVerified: true },
    });
    await expectTheirs(uid, email);
    const { phoneNumber, mfaInfo = [] } = (await atFirebase({ email })) ?? {};
    expect([phoneNumber, mfaInfo]).toEqual([undefined, []]);
    if (earlier !== undefined)
      await expect(firebase.signInWithToken(earlier)).rejects.toMatchObject({ name: "IdentityError" });
    expect((await withGoogle(google)).localId).not.toBe(uid);
  });

  it("is removed when the owner signs up, so that it cannot change the password before the mail is followed", async () => {
    const email = newEmail();
    const { ticket, uid } = await firebase.signUp({ email, password: strangers, displayName: "Mallory" });
    const { logIn } = await withOwnGoogle(ticket);
    await firebase.signUp({ email, ...owners });
    expect((await logIn()).localId).not.toBe(uid);
  });
});

describe("the owner's own Google account", () => {
  it.each([
    ["not verified", false],
    ["verified at Firebase's own page", true],
  ])("removes the stranger's password, but keeps the address, which was %s", async (_, verified) => {
    const { uid, email, idToken } = await strangersAccount();
    await withOwnGoogle(idToken);
    if (verified) {
      await asAnybody("accounts:sendOobCode", { requestType: "VERIFY_EMAIL", idToken });
      await followToFirebase(email);
    }
    const { idToken: token } = await withGoogle(email);
    const account = await firebase.signInWithToken(token);
    expect(account).toMatchObject({ uid: expect.not.stringContaining(uid), email, emailVerified: true });
    expect((await withGoogle(email)).localId).toBe(account.uid);
    await expect(firebase.signIn(email, strangers)).rejects.toMatchObject({ code: "invalid-credential" });
    const { providerUserInfo = [] } = (await atFirebase({ email })) ?? {};
    expect(providerUserInfo.filter(({ providerId }) => providerId === "google.com")).toMatchObject([{ email }]);
  });

  it("the owner's own Google account also works the next time, and keeps the password that its owner has chosen since", async () => {
    const { email } = await strangersAccount();
    const { uid } = await firebase.signInWithToken((await withGoogle(email)).idToken);
    await firebase.sendReset(email);
    await firebase.resetPassword(await lastCode(email), owners.password);
    expect(await firebase.signInWithToken((await withGoogle(email)).idToken)).toMatchObject({
      uid,
      email,
      emailVerified: true,
    });
    expect(await firebase.signIn(email, owners.password)).toMatchObject({ uid, emailVerified: true });
  });

  it("is the only one that vouches for an address", async () => {
    const { idToken } = await withGoogle(newEmail(), { by: "facebook.com" });
    expect(await firebase.signInWithToken(idToken)).toMatchObject({ emailVerified: false });
  });

  it("creates a new account if there was none", async () => {
    const email = newEmail();
    const { idToken } = await withGoogle(email, { name: "Nora of Google" });
    expect(await firebase.signInWithToken(idToken)).toMatchObject({
      uid: (await withGoogle(email)).localId,
      email,
      emailVerified: true,
      displayName: "Nora of Google",
      disabled: false,
    });
    await expect(firebase.signIn(email, strangers)).rejects.toMatchObject({ code: "invalid-credential" });
  });
});

describe("an account with an address that a stranger has verified", () => {
  /** Verifies the stranger's account for an address of their own. */
  async function proven() {
    const own = newEmail("mallory");
    const { uid, signUp } = await firebase.signUp({ email: own, password: strangers, displayName: "Mallory" });
    await firebase.sendVerification(own);
    await firebase.verify(await lastCode(own), { signUp });
    const { idToken } = await asAnybody("accounts:signInWithPassword", { email: own, password: strangers });
    return { uid, own, idToken };
  }

  it("is not verified for another address that they set at Firebase; the owner of that address gets it by mail", async () => {
    const { uid, idToken } = await proven();
    const email = newEmail();
    await asAnybody("accounts:update", { idToken, email });
    const account = await firebase.signIn(email, strangers);
    expect(account).toMatchObject({ uid, email, emailVerified: false });
    await firebase.sendVerification(account);
    expect(await firebase.verify(await lastCode(email), {})).toEqual({ account: undefined, email });
    await firebase.verify(await lastCode(email), owners);
    await expectTheirs(uid, email);
  });

  it("is not verified for another address to which Firebase sends their mail, wherever the mail is followed", async () => {
    for (const byTheirPage of [false, true]) {
      const { uid, idToken } = await proven();
      const email = newEmail();
      await asAnybody("accounts:sendOobCode", { requestType: "VERIFY_AND_CHANGE_EMAIL", idToken, newEmail: email });
      const code = await lastCode(email);
      if (byTheirPage) {
        await followToFirebase(email);
        expect(await firebase.signIn(email, strangers)).toMatchObject({ uid, email, emailVerified: false });
      } else {
        for (const by of [{}, owners])
          await expect(firebase.verify(code, by)).rejects.toMatchObject({ code: "invalid-action-code" }); // the change was not requested in Portico
        expect(await atFirebase({ email })).toBeUndefined();
        expect(await firebase.account(uid)).toBeDefined();
      }
    }
  });
});
