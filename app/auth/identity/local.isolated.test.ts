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

// Spied on, not replaced: the hashing is real, and its calls are counted.
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

describe("a password", () => {
  it("is kept as a hash only", async () => {
    const account = await local.signUp(newcomer);
    const [row] = await db.select().from(accounts).where(eq(accounts.uid, account.uid));
    expect(row?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  it("opens however its letters are composed", async () => {
    await local.signUp({ ...newcomer, password: "cafe\u0301 am Fenster" });
    expect(await local.signIn(newcomer.email, "caf\u00e9 am Fenster")).toMatchObject({ email: "nora@example.com" });
  });

  it("that is wrong costs the same work as an unknown e-mail", async () => {
    const work = async (email: string) => {
      vi.mocked(verify).mockClear();
      await expect(local.signIn(email, "not the password")).rejects.toEqual(coded("invalid-credential"));
      return vi.mocked(verify).mock.calls.map(([hash]) => String(hash).split("$").slice(0, 4).join("$"));
    };
    const known = await work(cast.ada.email);
    expect(known).toHaveLength(1);
    expect(await work("nobody@example.com")).toEqual(known);
  });

  it("is hashed by as many threads at once as the queue has, however many sign in", async () => {
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

  it("that is right is told that its account is disabled", async () => {
    await local.disable(cast.ada.uid ?? "", true);
    await expect(local.signIn(cast.ada.email, password)).resolves.toMatchObject({ disabled: true });
    await expect(local.signIn(cast.ada.email, "wrong")).rejects.toEqual(coded("invalid-credential"));
  });
});

it("refuses to sign in with a token", async () => {
  await expect(local.signInWithToken("header.payload.signature")).rejects.toEqual(coded("operation-not-allowed"));
});

describe("a mailed link", () => {
  it("works for one hour", async () => {
    const code = await reset();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 59 * 60_000 });
    expect(await local.checkReset(code)).toEqual({ email: cast.ada.email });
    vi.setSystemTime(Date.now() + 60_000 + 1);
    await expect(local.checkReset(code)).rejects.toEqual(coded("expired-action-code"));
    await expect(local.resetPassword(code, "green kettle 92")).rejects.toEqual(coded("expired-action-code"));
    vi.useRealTimers();
  });

  it("to a new password stays good when others are asked for, and all die when one is used", async () => {
    const [first, second, third] = [await reset(), await reset(), await reset()];
    for (const code of [first, second, third]) expect(await local.checkReset(code)).toEqual({ email: cast.ada.email });
    await local.resetPassword(first, "green kettle 92");
    for (const code of [first, second, third])
      await expect(local.resetPassword(code, "yellow kettle 93")).rejects.toEqual(coded("invalid-action-code"));
    expect(await local.signIn(cast.ada.email, "green kettle 92")).toMatchObject({ uid: cast.ada.uid });
  });

  it("for a new address dies when another address is asked for", async () => {
    const change = (email: string) => mailed(() => local.changeEmail(cast.ada.uid ?? "", email));
    const [typo, right] = [await change("ada@exmaple.com"), await change("ada.new@example.com")];
    await expect(local.verify(typo, {})).rejects.toEqual(coded("invalid-action-code"));
    expect(await local.verify(right, {})).toMatchObject({
      account: { email: "ada.new@example.com", displayName: "Ada Active" },
    });
  });

  it("to a new password dies when the password is changed otherwise, and with the account", async () => {
    const [before, later] = [await reset(), await reset(cast.ben.email)];
    await local.changePassword(cast.ada.uid ?? "", password, "green kettle 92");
    await local.delete(cast.ben.uid ?? "");
    for (const code of [before, later])
      await expect(local.checkReset(code)).rejects.toEqual(coded("invalid-action-code"));
  });

  it("is kept as a hash only", async () => {
    const code = await reset();
    expect(JSON.stringify(await db.select().from(mailLinks))).not.toContain(code);
  });

  it("costs the same work where there is no account, and leads nowhere", async () => {
    const links = () => db.select({ uid: mailLinks.uid, email: mailLinks.email }).from(mailLinks);
    const shown = await asLocalSample(() => local.sendReset("nobody@example.com"));
    expect(shown).toBeUndefined();
    const [unknown] = await links();
    expect(unknown).toMatchObject({ email: "nobody@example.com" });
    expect(await local.account(unknown?.uid ?? "")).toBeUndefined();
    await reset();
    expect(await links()).toHaveLength(2);
  });

  it("is never shown where mail goes out, outside a sample, or to a request from elsewhere", async () => {
    const sendReset = () => local.sendReset(cast.ada.email);
    expect(await asLocalSample(sendReset)).toContain("/forget-password?oobCode=");
    expect(await asLocalSample(sendReset, { smtpUrl: "smtp://127.0.0.1:9" })).toBeUndefined();
    expect(await asLocalSample(sendReset, { sampleData: false })).toBeUndefined();
    expect(await withConfig({ sampleData: true }, sendReset)).toBeUndefined();
  });
});
