import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "db";
import { attempts } from "db/schema";
import { testDatabase } from "~/testing/database";
import { deleteOldAttempts, takeAttempt, waitSentence } from "./attempts.server";

testDatabase({ empty: true });
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") }));
afterEach(() => void vi.useRealTimers());

const home = "203.0.113.7";
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

async function tries(count: number, email = "ada@example.com", address = home) {
  const made = [];
  for (let index = 0; index < count; index++) made.push(await takeAttempt("sign-in", email, address));
  return made;
}

const allowed = (made: { ok: boolean }[]) => made.filter((one) => one.ok).length;

describe("attempts to sign in", () => {
  it("are limited to ten in fifteen minutes per account and network address", async () => {
    expect(allowed(await tries(12))).toBe(10);
    expect(await takeAttempt("sign-in", "ADA@example.com", home)).toEqual({ ok: false, wait: 900 });
    minutes(14);
    expect(await takeAttempt("sign-in", "ada@example.com", home)).toEqual({ ok: false, wait: 60 });
    minutes(1);
    expect(allowed(await tries(1))).toBe(1);
  });

  it("are counted before they are made, so a hundred parallel ones do not exceed the limit", async () => {
    const made = await Promise.all(Array.from({ length: 100 }, () => takeAttempt("sign-in", "ada@example.com", home)));
    expect(allowed(made)).toBe(10);
  });

  it("are limited to a hundred per network address, whatever the accounts", async () => {
    const made = await Promise.all(
      Array.from({ length: 110 }, (_, index) => takeAttempt("sign-in", `person${index}@example.com`, home)),
    );
    expect(allowed(made)).toBe(100);
  });

  it("attempts to sign in from one address lock nobody out who comes from another", async () => {
    await tries(12);
    expect(allowed(await tries(1, "ada@example.com", "203.0.113.8"))).toBe(1);
    expect(allowed(await tries(1, "ben@example.com"))).toBe(1);
    expect((await takeAttempt("reset", "ada@example.com", home)).ok).toBe(true);
  });

  it("are not counted if they did not fail", async () => {
    for (const made of await tries(9)) expect(made.ok).toBe(true);
    const right = await takeAttempt("sign-in", "ada@example.com", home);
    if (right.ok) await right.giveBack();
    expect(allowed(await tries(12))).toBe(10);
  });

  it("attempts to sign in from all IPv6 addresses of one customer count together", async () => {
    await tries(10, "ada@example.com", "2001:db8:0:7::1");
    expect(allowed(await tries(1, "ada@example.com", "2001:0db8::7:1:2:3:4"))).toBe(0);
    expect(allowed(await tries(1, "ada@example.com", "2001:db8:0:8::1"))).toBe(1);
    expect(allowed(await tries(1, "ada@example.com", "::1"))).toBe(1);
    await tries(10, "ada@example.com", "::ffff:203.0.113.9");
    expect(allowed(await tries(1, "ada@example.com", "203.0.113.9"))).toBe(0);
  });

  it("are deleted when their period is over, and store nothing that identifies anyone", async () => {
    await tries(3);
    expect(JSON.stringify(await db.select().from(attempts))).not.toMatch(/ada@|203\.0/);
    expect(await deleteOldAttempts()).toBe(0);
    minutes(15);
    expect(await deleteOldAttempts()).toBe(2);
  });
});

describe("the message about the waiting time", () => {
  it("rounds up to whole minutes", () => {
    expect([1, 60, 61, 900].map(waitSentence).map((sentence) => /Wait (.+?) and/.exec(sentence)?.[1])).toEqual([
      "a minute",
      "a minute",
      "2 minutes",
      "15 minutes",
    ]);
  });
});
