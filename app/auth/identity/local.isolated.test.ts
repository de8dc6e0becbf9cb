/** Behaviour specific to the local identity provider. The shared contract is in identity.emulator.test.ts. */
import { verify } from "@node-rs/argon2";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "db";
import { accounts, mailLinks } from "db/schema";
import { mailSettled } from "~/core/mail/mail.server";
import { asLocalSample, cast, password, testDatabase, withConfig } from "~/testing/database";
import { spareThreads } from "~/core/http/work-queues.server";
import { local } from "./local.server";

// A spy, not a mock: passwords are really hashed, and the calls counted.
vi.mock("@node-rs/argon2", { spy: true });

testDatabase();
beforeEach(mailSettled);

const newcomer = { email: "Nora@Example.com", password: "blue kettle 91", displayName: "Nora New" };
const coded = (code: string) => expect.objectContaining({ code });

/** Returns the code in a mailed link. */
async function mailed(send: () => Promise<string | undefined>): Promise<string> {
  const link = await asLocalSample(send);
  return new URL(link ?? "").searchParams.get("oobCode") ?? "";
}

const reset = (email = cast.ada.email) => mailed(() => local.sendReset(email));

describe("a password of a local account", () => {
  it("is stored only as a hash", async () => {
    const account = await local.signUp(newcomer);
    const [row] = await db.select().from(accounts).where(eq(accounts.uid, account.uid));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("is accepted however its letters are composed", async () => {
    await local.signUp({ ...newcomer, password: "cafe\u0301 am Fenster" });
    expect(await local.signIn(newcomer.email, "caf\u00e9 am Fenster")).toMatchObject({ email: "nora@example.com" });
  });

  it("a password of a local account that is wrong costs the same work as an unknown address", async () => {
    const work = async (email: string) => {
      vi.mocked(verify).mockClear();
      await expect(local.signIn(email, "not the password")).rejects.toEqual(coded("invalid-credential"));
      return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4).join("$"));
    };
    const known = await work(cast.ada.email);
    expect(known).toHaveLength(1);
    expect(await work("nobody@example.com")).toEqual(known);
  });

  it("is hashed by at most as many threads as the queue has slots, however many users sign in", async () => {
    let running = 0;
    let most = 0;
    const { verify: hashing } = await vi.importActual<typeof import("@node-rs/argon2")>("@node-rs/argon2");
    vi.mocked(verify).mockImplementation(async (...args) => {
      most = Math.max(most, ++running);
      return hashing(...args).finally(() => running--);
    });
    const tries = Array.from({ length: 12 }, () => local.signIn(cast.ada.email, "wrong").catch(() => undefined));
    await Promise.all(tries);
    vi.mocked(verify).mockReset();
    expect(most).toBe(spareThreads);
  });

  it("a password of a local account that is right is told that its account is disabled", async () => {
    await local.disable(cast.ada.uid ?? "", true);
    await expect(local.signIn(cast.ada.email, password)).resolves.toMatchObject({ disabled: true });
    await expect(local.signIn(cast.ada.email, "wrong")).rejects.toEqual(coded("invalid-credential"));
  });
});

it("signing in with a token is refused", async () => {
  await expect(local.signInWithToken("header.payload.signature")).rejects.toEqual(coded("operation-not-allowed"));
});

describe("a mailed link", () => {
  it("is valid for one hour", async () => {
    const code = await reset();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 59 * 60_000 });
    expect(await local.checkReset(code)).toEqual({ email: cast.ada.email });
    vi.setSystemTime(Date.now() + 60_000 + 1);
    await expect(local.checkReset(code)).rejects.toEqual(coded("expired-action-code"));
    await expect(local.resetPassword(code, "green kettle 92")).rejects.toEqual(coded("expired-action-code"));
    vi.useRealTimers();
  });

  it("a mailed link for a new password stays valid when others are requested, and all end when one is used", async () => {
    const [first, second, third] = [await reset(), await reset(), await reset()];
    for (const code of [first, second, third]) expect(await local.checkReset(code)).toEqual({ email: cast.ada.email });
    await local.resetPassword(first, "green kettle 92");
    for (const code of [first, second, third])
      await expect(local.resetPassword(code, "yellow kettle 93")).rejects.toEqual(coded("invalid-action-code"));
    expect(await local.signIn(cast.ada.email, "green kettle 92")).toMatchObject({ uid: cast.ada.uid });
  });

  it("a mailed link for a new address becomes invalid when another address is requested", async () => {
    const change = (email: string) => mailed(() => local.changeEmail(cast.ada.uid ?? "", email));
    const [typo, right] = [await change("ada@exmaple.com"), await change("ada.new@example.com")];
    await expect(local.verify(typo, {})).rejects.toEqual(coded("invalid-action-code"));
    expect(await local.verify(right, {})).toMatchObject({
      account: { email: "ada.new@example.com", displayName: "Ada Active" },
    });
  });

  it("a mailed link for a new password becomes invalid when the password or the account changes otherwise", async () => {
    const [before, later] = [await reset(), await reset(cast.ben.email)];
    await local.changePassword(cast.ada.uid ?? "", password, "green kettle 92");
    await local.delete(cast.ben.uid ?? "");
    for (const code of [before, later])
      await expect(local.checkReset(code)).rejects.toEqual(coded("invalid-action-code"));
  });

  it("is stored only as a hash", async () => {
    const code = await reset();
    expect(JSON.stringify(await db.select().from(mailLinks))).not.toContain(code);
  });

  it("costs the same work if there is no account, and is then useless", async () => {
    const links = () => db.select({ uid: mailLinks.uid, email: mailLinks.email }).from(mailLinks);
    const shown = await asLocalSample(() => local.sendReset("nobody@example.com"));
    expect(shown).toBeUndefined();
    const [unknown] = await links();
    expect(unknown).toMatchObject({ email: "nobody@example.com" });
    expect(await local.account(unknown?.uid ?? "")).toBeUndefined();
    await reset();
    expect(await links()).toHaveLength(2);
  });

  it("is never shown on a page if mail is sent, without sample data, or to a request from another machine", async () => {
    const sendReset = () => local.sendReset(cast.ada.email);
    expect(await asLocalSample(sendReset)).toContain("/forget-password?oobCode=");
    expect(await asLocalSample(sendReset, { smtpUrl: "smtp://127.0.0.1:9" })).toBeUndefined();
    expect(await asLocalSample(sendReset, { sampleData: false })).toBeUndefined();
    expect(await withConfig({ sampleData: true }, sendReset)).toBeUndefined();
  });
});
