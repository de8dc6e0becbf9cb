import { verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "db";
import { accounts, mailLinks } from "db/schema";
import { mailSettled } from "~/mail/mail.server";
import { cast, password, testDatabase, withConfig } from "~/testing/database";
import { local } from "./local.server";

// Spied on, not replaced: the hashing is real, and its work can be counted.
vi.mock("@node-rs/argon2", { spy: true });

testDatabase();
beforeEach(mailSettled);

const newcomer = { email: "Nora@Example.com", password: "blue kettle 91", displayName: "Nora New" };
const coded = (code: string) => expect.objectContaining({ code });

/** The code out of a mailed link. */
async function mailed(send: () => Promise<string | undefined>): Promise<string> {
  const link = await withConfig({ sampleData: true }, send);
  return new URL(link ?? "").searchParams.get("oobCode") ?? "";
}

const verification = (email = newcomer.email) => mailed(() => local.sendVerification(email));
const reset = (email = cast.ada.email) => mailed(() => local.sendReset(email));

describe("signing up", () => {
  it("opens an account whose address is not verified, and keeps no password but its hash", async () => {
    const account = await local.signUp(newcomer);
    expect(account).toMatchObject({ email: "nora@example.com", emailVerified: false, displayName: "Nora New", disabled: false });
    const [row] = await db.select().from(accounts).where(eq(accounts.uid, account.uid));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("is refused for an e-mail that someone has verified, whatever its case", async () => {
    await expect(local.signUp({ ...newcomer, email: "ADA@example.com" })).rejects.toEqual(coded("email-already-exists"));
    expect(await local.signIn(cast.ada.email, password)).toMatchObject({ uid: cast.ada.uid });
  });

  it("again replaces the name and password of an unverified account, and the first one's link verifies neither", async () => {
    const first = await local.signUp(newcomer);
    const code = await verification();
    const second = await local.signUp({ ...newcomer, password: "a stranger's words", displayName: "Mallory" });
    await local.sendVerification(newcomer.email);
    expect(second.uid).toBe(first.uid);
    expect(second.signUp).not.toBe(first.signUp);
    expect(await local.verify(code, { signUp: first.signUp })).toEqual({ account: undefined, email: "nora@example.com" });
    expect(await local.verify(code, { password: "green kettle 92", displayName: "Nora" })).toMatchObject({ account: { uid: first.uid, displayName: "Nora", emailVerified: true, signUp: undefined } });
    expect(await local.signIn(newcomer.email, "green kettle 92")).toMatchObject({ uid: first.uid });
    for (const earlier of ["a stranger's words", newcomer.password]) {
      await expect(local.signIn(newcomer.email, earlier)).rejects.toEqual(coded("invalid-credential"));
    }
  });

  it("is refused with a password beneath the provider's own minimum", async () => {
    await expect(local.signUp({ ...newcomer, password: "12345" })).rejects.toEqual(coded("weak-password"));
  });
});

describe("signing in", () => {
  it("takes a password however its letters are composed", async () => {
    await local.signUp({ ...newcomer, password: "cafe\u0301 am Fenster" });
    expect(await local.signIn(newcomer.email, "caf\u00e9 am Fenster")).toMatchObject({ email: "nora@example.com" });
  });

  it("answers alike, after the same work, for a wrong password and an unknown e-mail", async () => {
    const work = async (email: string) => {
      vi.mocked(verify).mockClear();
      await expect(local.signIn(email, "not the password")).rejects.toEqual(coded("invalid-credential"));
      return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4).join("$"));
    };
    const known = await work(cast.ada.email);
    expect(known).toHaveLength(1);
    expect(await work("nobody@example.com")).toEqual(known);
  });

  it("says that an account is disabled only to who knows its password", async () => {
    await local.disable(cast.ada.uid ?? "", true);
    await expect(local.signIn(cast.ada.email, "not the password")).rejects.toEqual(coded("invalid-credential"));
    await expect(local.signIn(cast.ada.email, password)).rejects.toEqual(coded("user-disabled"));
    await local.disable(cast.ada.uid ?? "", false);
    expect(await local.signIn(cast.ada.email, password)).toMatchObject({ disabled: false });
  });
});

describe("a mailed link", () => {
  it("works once", async () => {
    const { signUp } = await local.signUp(newcomer);
    const code = await verification();
    expect(await local.verify(code, { signUp })).toMatchObject({ account: { email: "nora@example.com", emailVerified: true } });
    expect(await local.signIn(newcomer.email, newcomer.password)).toMatchObject({ emailVerified: true });
    for (const by of [{ signUp }, { password: "green kettle 92" }]) await expect(local.verify(code, by)).rejects.toEqual(coded("invalid-action-code"));
  });

  it("is not used up by who did not type the password, nor by one that is too short", async () => {
    const { signUp } = await local.signUp(newcomer);
    const code = await verification();
    for (const by of [{}, { signUp: "made up" }]) expect(await local.verify(code, by)).toEqual({ account: undefined, email: "nora@example.com" });
    await expect(local.verify(code, { password: "12345" })).rejects.toEqual(coded("weak-password"));
    expect(await local.verify(code, { signUp })).toMatchObject({ account: { emailVerified: true } });
  });

  it("works for one hour", async () => {
    const code = await reset();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 59 * 60_000 });
    expect(await local.checkReset(code)).toEqual({ email: cast.ada.email });
    vi.setSystemTime(Date.now() + 60_000 + 1);
    await expect(local.checkReset(code)).rejects.toEqual(coded("expired-action-code"));
    await expect(local.resetPassword(code, "green kettle 92")).rejects.toEqual(coded("expired-action-code"));
    vi.useRealTimers();
  });

  it("dies when a later one is sent for the same purpose, and only for that", async () => {
    const [first, second] = [await reset(), await reset()];
    await local.sendVerification(cast.ada.email);
    await expect(local.checkReset(first)).rejects.toEqual(coded("invalid-action-code"));
    expect(await local.checkReset(second)).toEqual({ email: cast.ada.email });
  });

  it("for a new address dies when another address is asked for", async () => {
    const change = (email: string) => mailed(() => local.changeEmail(cast.ada.uid ?? "", email));
    const [typo, right] = [await change("ada@exmaple.com"), await change("ada.new@example.com")];
    await expect(local.verify(typo, {})).rejects.toEqual(coded("invalid-action-code"));
    expect(await local.verify(right, {})).toMatchObject({ account: { email: "ada.new@example.com", displayName: "Ada Active" } });
  });

  it("does nothing else than it was made for, and a made-up one does nothing", async () => {
    await local.signUp(newcomer);
    const code = await verification();
    await expect(local.resetPassword(code, "green kettle 92")).rejects.toEqual(coded("invalid-action-code"));
    for (const made of ["", "x", "A".repeat(22), "' or 1=1 --"]) {
      await expect(local.verify(made, {})).rejects.toEqual(coded("invalid-action-code"));
    }
  });

  it("is kept as a hash only", async () => {
    const code = await reset();
    expect(JSON.stringify(await db.select().from(mailLinks))).not.toContain(code);
  });

  it("costs the same work where there is no account, and leads nowhere", async () => {
    const links = () => db.select({ uid: mailLinks.uid, email: mailLinks.email }).from(mailLinks);
    const shown = await withConfig({ sampleData: true }, () => local.sendReset("nobody@example.com"));
    expect(shown).toBeUndefined();
    const [unknown] = await links();
    expect(unknown).toMatchObject({ email: "nobody@example.com" });
    expect(await local.account(unknown?.uid ?? "")).toBeUndefined();
    await reset();
    expect(await links()).toHaveLength(2);
  });

  it("is never shown where mail goes out, or outside a sample", async () => {
    expect(await local.sendReset(cast.ada.email)).toBeUndefined();
    const sends = { sampleData: true, smtpUrl: "smtp://127.0.0.1:9" };
    const reached = { sampleData: true, host: "0.0.0.0" };
    for (const settings of [sends, reached]) expect(await withConfig(settings, () => local.sendReset(cast.ada.email))).toBeUndefined();
  });
});

describe("a new password", () => {
  it("by a link replaces the old one and proves the address", async () => {
    await local.signUp(newcomer);
    const account = await local.resetPassword(await reset(newcomer.email), "green kettle 92");
    expect(account).toMatchObject({ emailVerified: true, displayName: "" });
    expect(await local.signIn(newcomer.email, "green kettle 92")).toEqual(account);
    await expect(local.signIn(newcomer.email, newcomer.password)).rejects.toEqual(coded("invalid-credential"));
  });

  it("by the old one needs the old one", async () => {
    const uid = cast.ada.uid ?? "";
    await expect(local.changePassword(uid, "not it", "green kettle 92")).rejects.toEqual(coded("wrong-password"));
    const code = await reset();
    await local.changePassword(uid, password, "green kettle 92");
    expect(await local.signIn(cast.ada.email, "green kettle 92")).toMatchObject({ uid });
    await expect(local.checkReset(code)).rejects.toEqual(coded("invalid-action-code"));
  });
});

describe("a new e-mail address", () => {
  it("is the account's only when its link is followed", async () => {
    const uid = cast.ada.uid ?? "";
    const code = await mailed(() => local.changeEmail(uid, "Ada.New@example.com"));
    expect(await local.account(uid)).toMatchObject({ email: cast.ada.email });
    expect(await local.verify(code, { password: "not asked for" })).toMatchObject({ account: { uid, email: "ada.new@example.com", emailVerified: true } });
    expect(await local.signIn("ada.new@example.com", password)).toMatchObject({ uid });
  });

  it("is refused when another account has it, also when that came first to it meanwhile", async () => {
    const uid = cast.ada.uid ?? "";
    await expect(local.changeEmail(uid, cast.ben.email)).rejects.toEqual(coded("email-already-exists"));
    const code = await mailed(() => local.changeEmail(uid, newcomer.email));
    await local.signUp(newcomer);
    await expect(local.verify(code, {})).rejects.toEqual(coded("email-already-exists"));
  });
});

describe("deleting an account", () => {
  it("takes its links along, and does nothing twice", async () => {
    const code = await reset();
    await local.delete(cast.ada.uid ?? "");
    await local.delete(cast.ada.uid ?? "");
    await expect(local.checkReset(code)).rejects.toEqual(coded("invalid-action-code"));
    expect(await local.account(cast.ada.uid ?? "")).toBeUndefined();
  });
});
