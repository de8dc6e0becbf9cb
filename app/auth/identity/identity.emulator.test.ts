/** The contract of `IdentityProvider`, tested for both providers. Provider-specific behaviour has its own files. */
import { beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { write } from "db";
import { mailLinks, users } from "db/schema";
import { mailSettled } from "~/core/mail/mail.server";
import { asLocalSample, testDatabase } from "~/testing/database";
import { emulator, newEmail } from "~/testing/emulator/emulator";
import { firebase } from "~/auth/identity/firebase/provider.server";
import { identity } from "./identity.server";
import type { IdentityProvider } from "./provider";
import { local } from "./local.server";

testDatabase({ empty: true });

const coded = (code: string) => expect.objectContaining({ code });
const password = "blue kettle 91";
const other = "green kettle 92";
const strangers = "a stranger's words";

/** Returns the sign-up data of a new user. */
const newcomer = () => ({ email: newEmail(), password, displayName: "Nora New" });

/** Returns the code in a mailed link. */
async function mailed(send: () => Promise<string | undefined>): Promise<string> {
  const link = await asLocalSample(send);
  return new URL(link ?? "").searchParams.get("oobCode") ?? "";
}

describe.each<IdentityProvider>([local, firebase])("$name", (provider) => {
  beforeEach(async () => {
    config.firebase = provider === firebase ? emulator : undefined;
    await mailSettled();
  });

  const verification = (email: string) => mailed(() => provider.sendVerification(email));
  const reset = (email: string) => mailed(() => provider.sendReset(email));

  /** Returns an account whose address is verified. */
  async function member(person = newcomer()) {
    const { uid, signUp } = await provider.signUp(person);
    await provider.verify(await verification(person.email), { signUp });
    return { ...person, uid };
  }

  it("the configured provider is used", () => {
    expect(identity().name).toBe(provider.name);
  });

  describe("signing up", () => {
    it("creates an account with an unverified address", async () => {
      const person = newcomer();
      const account = await provider.signUp({ ...person, email: person.email.toUpperCase() });
      expect(account).toMatchObject({
        email: person.email,
        emailVerified: false,
        displayName: "Nora New",
        disabled: false,
        signUp: expect.any(String),
      });
      expect(await provider.account(account.uid)).toMatchObject({
        uid: account.uid,
        email: person.email,
        emailVerified: false,
        displayName: "Nora New",
      });
    });

    it("is completed by another proof of the address, unless somebody else has signed up with it since", async () => {
      const person = newcomer();
      const first = await provider.signUp(person);
      const second = await provider.signUp({ ...person, password: other });
      await expect(provider.proveAddress(first)).rejects.toEqual(coded("invalid-credential"));
      expect(await provider.proveAddress(second)).toMatchObject({ email: person.email, emailVerified: true });
      expect(await provider.signIn(person.email, other)).toMatchObject({ emailVerified: true });
    });

    it("is refused for an address that somebody has verified, in any case", async () => {
      const { uid, email } = await member();
      await expect(
        provider.signUp({ email: email.toUpperCase(), password: strangers, displayName: "Mallory" }),
      ).rejects.toEqual(coded("email-already-exists"));
      expect(await provider.signIn(email, password)).toMatchObject({
        uid,
        displayName: "Nora New",
        emailVerified: true,
      });
    });

    it("again replaces name and password of an unverified account, and the first link verifies neither", async () => {
      const person = newcomer();
      const first = await provider.signUp(person);
      const code = await verification(person.email);
      const second = await provider.signUp({ ...person, password: strangers, displayName: "Mallory" });
      await verification(person.email);
      expect(second).toMatchObject({ displayName: "Mallory" });
      expect(second.signUp).not.toBe(first.signUp);
      expect(await provider.verify(code, { signUp: first.signUp })).toEqual({
        account: undefined,
        email: person.email,
      });
      const { account } = await provider.verify(code, { password: other, displayName: "Nora" });
      expect(account).toMatchObject({ displayName: "Nora", emailVerified: true });
      expect(account?.signUp).toBeUndefined();
      expect(await provider.signIn(person.email, other)).toMatchObject({ uid: account?.uid });
      for (const earlier of [strangers, password])
        await expect(provider.signIn(person.email, earlier)).rejects.toEqual(coded("invalid-credential"));
    });

    it("is refused with a password below the provider's own minimum, also the second time", async () => {
      const person = newcomer();
      const tooShort = () => provider.signUp({ ...person, password: "12345" });
      await expect(tooShort()).rejects.toEqual(coded("weak-password"));
      await provider.signUp(person);
      await expect(tooShort()).rejects.toEqual(coded("weak-password"));
      expect(await provider.signIn(person.email, password)).toMatchObject({ displayName: "Nora New" });
    });
  });

  describe("signing in", () => {
    it("accepts the address in any case", async () => {
      const { uid, email } = await member();
      expect(await provider.signIn(email.toUpperCase(), password)).toMatchObject({
        uid,
        email,
        emailVerified: true,
        disabled: false,
      });
    });

    it("gets the same error for a wrong password and an unknown address, also with unverified and disabled accounts", async () => {
      const { uid, email } = await member();
      const unverified = newcomer();
      await provider.signUp(unverified);
      for (const one of [email, unverified.email, newEmail("nobody")])
        await expect(provider.signIn(one, "not the password")).rejects.toEqual(coded("invalid-credential"));
      await provider.disable(uid, true);
      await expect(provider.signIn(email, "not the password")).rejects.toEqual(coded("invalid-credential"));
    });

    it("returns the sign-up code to a user who knows its password", async () => {
      const person = newcomer();
      const { signUp } = await provider.signUp(person);
      expect(await provider.signIn(person.email, password)).toMatchObject({ emailVerified: false, signUp });
      await provider.verify(await verification(person.email), { signUp });
      expect((await provider.signIn(person.email, password)).signUp).toBeUndefined();
    });
  });

  describe("a mailed link", () => {
    it("works once and is then refused", async () => {
      const person = newcomer();
      const { signUp } = await provider.signUp(person);
      const code = await verification(person.email);
      expect(await provider.verify(code, { signUp })).toMatchObject({
        account: { email: person.email, emailVerified: true, displayName: "Nora New" },
      });
      for (const by of [{ signUp }, { password: other, displayName: "Mallory" }])
        await expect(provider.verify(code, by)).rejects.toEqual(coded("invalid-action-code"));
      expect(await provider.signIn(person.email, password)).toMatchObject({
        emailVerified: true,
        displayName: "Nora New",
      });
    });

    it("is not used up by a request without the password, or with one that is too short", async () => {
      const person = newcomer();
      const { signUp } = await provider.signUp(person);
      const code = await verification(person.email);
      for (const by of [{}, { signUp: "made up" }])
        expect(await provider.verify(code, by)).toEqual({ account: undefined, email: person.email });
      await expect(provider.verify(code, { password: "12345", displayName: "Nora" })).rejects.toEqual(
        coded("weak-password"),
      );
      expect(await provider.verify(code, { signUp })).toMatchObject({ account: { emailVerified: true } });
    });

    it("works only for its purpose, and a made-up link does nothing", async () => {
      const person = newcomer();
      await provider.signUp(person);
      const [verifies, resets] = [await verification(person.email), await reset(person.email)];
      for (const code of [verifies, "", "x", "A".repeat(22), "' or 1=1 --"]) {
        await expect(provider.checkReset(code)).rejects.toEqual(coded("invalid-action-code"));
        await expect(provider.resetPassword(code, other)).rejects.toEqual(coded("invalid-action-code"));
      }
      for (const code of [resets, "", "x", "A".repeat(22)])
        await expect(provider.verify(code, {})).rejects.toEqual(coded("invalid-action-code"));
      await expect(provider.signIn(person.email, other)).rejects.toEqual(coded("invalid-credential"));
    });

    it("is not sent to an address without an account, nor for verifying a verified one", async () => {
      const { email } = await member();
      await asLocalSample(async () => {
        for (const nobodys of [newEmail("nobody"), "not an address"]) {
          expect(await provider.sendReset(nobodys)).toBeUndefined();
          expect(await provider.sendVerification(nobodys)).toBeUndefined();
        }
        expect(await provider.sendVerification(email)).toBeUndefined();
      });
    });
  });

  describe("a new password", () => {
    it("set through a link replaces the old one and verifies the address, but not the name", async () => {
      const person = newcomer();
      await provider.signUp(person);
      const code = await reset(person.email);
      expect(await provider.checkReset(code)).toEqual({ email: person.email });
      const { uid, ...account } = await provider.resetPassword(code, other);
      expect(account).toMatchObject({ email: person.email, emailVerified: true, displayName: "" });
      expect(await provider.signIn(person.email, other)).toMatchObject({ uid, emailVerified: true, displayName: "" });
      await expect(provider.signIn(person.email, password)).rejects.toEqual(coded("invalid-credential"));
      await expect(provider.resetPassword(code, strangers)).rejects.toEqual(coded("invalid-action-code"));
    });

    it("can be set through an older link although a newer one was requested", async () => {
      const { email } = await member();
      const [older] = [await reset(email), await reset(email)];
      expect(await provider.signIn(email, password)).toMatchObject({ email });
      await provider.resetPassword(older, other);
      expect(await provider.signIn(email, other)).toMatchObject({ email });
    });

    it("set through a link keeps the name of a verified account, and one that is too short does not use up the link", async () => {
      const { uid, email } = await member();
      const code = await reset(email);
      await expect(provider.resetPassword(code, "12345")).rejects.toEqual(coded("weak-password"));
      expect(await provider.resetPassword(code, other)).toMatchObject({ uid, displayName: "Nora New" });
    });

    it("can be set with the old one, which must be right", async () => {
      const { uid, email } = await member();
      await expect(provider.changePassword(uid, "not it", other)).rejects.toEqual(coded("wrong-password"));
      await expect(provider.changePassword("nobody", password, other)).rejects.toEqual(coded("wrong-password"));
      await expect(provider.changePassword(uid, password, "12345")).rejects.toEqual(coded("weak-password"));
      await provider.changePassword(uid, password, other);
      expect(await provider.signIn(email, other)).toMatchObject({ uid });
      await expect(provider.signIn(email, password)).rejects.toEqual(coded("invalid-credential"));
    });
  });

  describe("a password with its user's own name or address", () => {
    it("is refused wherever one is set, and uses up no link", async () => {
      const person = { ...newcomer(), displayName: "Quincy" };
      const named = coded("password-holds-name");
      await expect(provider.signUp({ ...person, password: "quincy kettle" })).rejects.toEqual(named);
      await expect(provider.signUp({ ...person, password: person.email.toUpperCase() })).rejects.toEqual(
        coded("password-holds-address"),
      );
      const { uid } = await provider.signUp(person);
      const code = await verification(person.email);
      await expect(provider.verify(code, { password: "Quincy Kettle", displayName: "Quincy" })).rejects.toEqual(named);
      const { account } = await provider.verify(code, { password: other, displayName: "Quincy" });
      await write((tx) =>
        tx
          .insert(users)
          .values({ uid: account?.uid ?? uid, name: "Quincy", email: person.email, role: "", status: "Active" })
          .then(() => undefined),
      );
      const resets = await reset(person.email);
      await expect(provider.resetPassword(resets, "QUINCY kettle")).rejects.toEqual(named);
      await provider.resetPassword(resets, password);
      await expect(provider.changePassword(account?.uid ?? uid, password, "quincy kettle")).rejects.toEqual(named);
      expect(await provider.signIn(person.email, password)).toMatchObject({ emailVerified: true });
    });
  });

  describe("a new e-mail address", () => {
    const change = (uid: string, email: string) => mailed(() => provider.changeEmail(uid, email));

    it("takes effect only when its link is followed, in any browser, and then works with the password", async () => {
      const { uid, email } = await member();
      const anew = newEmail("anew");
      const code = await change(uid, anew.toUpperCase());
      expect(await provider.account(uid)).toMatchObject({ email });
      expect(await provider.verify(code, { password: "not asked for", displayName: "Nobody" })).toMatchObject({
        account: { uid, email: anew, emailVerified: true, displayName: "Nora New" },
      });
      expect(await provider.signIn(anew, password)).toMatchObject({ uid, emailVerified: true });
      await expect(provider.signIn(email, password)).rejects.toEqual(coded("invalid-credential"));
    });

    it("is refused if another account has it, even if that account got it first in the meantime", async () => {
      const [{ uid, email }, someone, later] = [await member(), await member(), newcomer()];
      await expect(provider.changeEmail(uid, someone.email)).rejects.toEqual(coded("email-already-exists"));
      const code = await change(uid, later.email);
      await member(later);
      await expect(provider.verify(code, {})).rejects.toEqual(coded("email-already-exists"));
      expect(await provider.signIn(email, password)).toMatchObject({ uid });
    });

    it.each(["before", "after"])(
      "goes to its owner even if somebody registered it %s that and never verified it",
      async (when) => {
        const [{ uid }, squatter] = [await member(), { ...newcomer(), password: strangers, displayName: "Mallory" }];
        if (when === "before") await provider.signUp(squatter);
        const code = await change(uid, squatter.email);
        if (when === "after") await provider.signUp(squatter);
        expect(await provider.verify(code, {})).toMatchObject({
          account: { uid, email: squatter.email, emailVerified: true },
        });
        expect(await provider.signIn(squatter.email, password)).toMatchObject({ uid });
        await expect(provider.signIn(squatter.email, strangers)).rejects.toEqual(coded("invalid-credential"));
      },
    );
  });

  it("a disabled account cannot sign in until it is enabled again", async () => {
    const { uid, email } = await member();
    await provider.disable(uid, true);
    expect(await provider.account(uid)).toMatchObject({ uid, disabled: true });
    const keepsOut = provider.signIn(email, password).then(
      (account) => account.disabled,
      (error: Error) => error.name === "IdentityError",
    );
    expect(await keepsOut).toBe(true); // either refused or reported as disabled
    await provider.disable(uid, false);
    expect(await provider.signIn(email, password)).toMatchObject({ uid, disabled: false });
  });

  it("unverified registrations are deleted once their link has expired, and verified accounts are not", async () => {
    const [{ uid: verified }, person] = [await member(), newcomer()];
    const { uid } = await provider.signUp(person);
    await verification(person.email);
    expect(await provider.deleteUnverified(new Date(Date.now() - 60_000))).toBe(0); // not old enough
    expect(await provider.deleteUnverified(new Date(Date.now() + 60_000))).toBe(0); // its link is still valid
    await write((tx) => tx.delete(mailLinks).then(() => undefined));
    expect(await provider.deleteUnverified(new Date(Date.now() + 60_000))).toBe(1);
    expect(await provider.account(uid)).toBeUndefined();
    expect(await provider.account(verified)).toMatchObject({ emailVerified: true });
    expect(await provider.signUp({ ...person, password: other })).toMatchObject({ emailVerified: false });
  });

  it("deleting an account deletes its links, so that the address is free again", async () => {
    const person = await member();
    const [resets, changes] = [
      await reset(person.email),
      await mailed(() => provider.changeEmail(person.uid, newEmail())),
    ];
    await provider.delete(person.uid);
    expect(await provider.account(person.uid)).toBeUndefined();
    await expect(provider.signIn(person.email, password)).rejects.toEqual(coded("invalid-credential"));
    await expect(provider.resetPassword(resets, other)).rejects.toEqual(coded("invalid-action-code"));
    await expect(provider.verify(changes, {})).rejects.toEqual(coded("invalid-action-code"));
    expect(await provider.signUp({ ...person, password: other })).toMatchObject({
      email: person.email,
      emailVerified: false,
    });
  });

  it("actions on a missing account do nothing", async () => {
    expect(await provider.account("nobody")).toBeUndefined();
    await provider.disable("nobody", true);
    await provider.disable("nobody", false);
    await provider.revoke("nobody");
    await provider.delete("nobody");
    expect(await provider.account("nobody")).toBeUndefined();
  });
});
