import { TOTP, Secret } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { authenticators, recoveryCodes, trustedBrowsers } from "db/schema";
import { digest, seal } from "~/core/process/secrets.server";
import { queueMail } from "~/core/mail/mail.server";
import { cast, testDatabase } from "~/testing/database";
import { get } from "~/testing/requests";
import { appCodesRefused } from "./code-limit.server";
import { countTrusted, trustBrowser } from "./steps.server";
import {
  beginSecondFactor,
  cancelSecondFactor,
  checkCode,
  codesLeft,
  confirmSecondFactor,
  endSecondFactor,
  keepCodes,
  regenerateCodes,
  secondFactorOf,
} from "./second-factor.server";

// A spy, not a mock: the test reads the mails.
vi.mock("~/core/mail/mail.server", { spy: true });

testDatabase();
const at = (seconds: number) => vi.setSystemTime(seconds * 1000);
const noon = Date.parse("2026-11-22T12:00:00Z") / 1000;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  vi.mocked(queueMail).mockClear();
  at(noon);
});
afterEach(() => void (vi.useRealTimers(), vi.restoreAllMocks()));

const { ada, ben } = cast;
const check = (code: string, id = ada.id) =>
  write((tx) => checkCode(tx, id, code, { device: "", address: "203.0.113.7" }));
const confirm = (code: string) => write((tx) => confirmSecondFactor(tx, ada.id, code));

/** Returns the app's code for this key, `later` seconds from now. */
const codeOf = (key: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() + later * 1000 });

/** Starts the setup and returns the recovery codes and the key. */
async function begin() {
  await write((tx) => beginSecondFactor(tx, ada.id));
  const first = await secondFactorOf(ada);
  if (first.state !== "codes") throw new Error(first.state);
  await write((tx) => keepCodes(tx, ada.id, first.set));
  const next = await secondFactorOf(ada);
  if (next.state !== "confirm") throw new Error(next.state);
  return { codes: first.codes, key: next.key, uri: next.uri };
}

/** Completes the setup, so that the second factor is on. */
async function turnOn() {
  const begun = await begin();
  expect(await confirm(codeOf(begun.key))).toEqual({ ok: true });
  at(Date.now() / 1000 + 90);
  return begun;
}

/** Turns the second factor on with a given key. */
async function withKey(key: string) {
  await write((tx) =>
    tx
      .insert(authenticators)
      .values({ userId: ada.id, secret: seal(key, `authenticator of user ${ada.id}`), confirmedAt: new Date(0) })
      .then(() => undefined),
  );
}

describe("codes of the app", () => {
  // RFC 6238, appendix B, for SHA-1: the key is "12345678901234567890". The codes there have eight digits, of which
  // these are the last six.
  it.each([
    [59, "94287082"],
    [1111111109, "07081804"],
    [1111111111, "14050471"],
    [1234567890, "89005924"],
    [2000000000, "69279037"],
    [20000000000, "65353130"],
  ])("match the example of RFC 6238 at %i", async (seconds, code) => {
    await withKey("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    at(seconds);
    expect(await check("000000")).toMatchObject({ ok: false });
    expect(await check(code.slice(2))).toEqual({ ok: true });
  });

  it("are accepted one time step early or late, and no more", async () => {
    const { key } = await turnOn();
    expect(await check(codeOf(key, -60))).toMatchObject({
      ok: false,
      why: expect.stringContaining("not right") as string,
    });
    expect(await check(codeOf(key, 60))).toMatchObject({ ok: false });
    expect(await check(codeOf(key, -30))).toEqual({ ok: true });
    expect(await check(codeOf(key, 30))).toEqual({ ok: true });
  });

  it("are accepted once, and not if they are older than an accepted one", async () => {
    const { key } = await turnOn();
    const [before, now] = [codeOf(key, -30), codeOf(key)];
    expect(await check(now)).toEqual({ ok: true });
    for (const old of [now, before])
      expect(await check(old)).toMatchObject({ ok: false, why: expect.stringContaining("used already") as string });
    at(Date.now() / 1000 + 30);
    expect(await check(now)).toMatchObject({ ok: false });
    expect(await check(codeOf(key))).toEqual({ ok: true });
  });

  it("used for the confirmation are not accepted again, nor are two at the same time", async () => {
    const { key } = await begin();
    const code = codeOf(key);
    expect(await confirm(code)).toEqual({ ok: true });
    expect(await check(code)).toMatchObject({ ok: false });
    at(Date.now() / 1000 + 60);
    const both = await Promise.all([check(codeOf(key)), check(codeOf(key))]);
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  });

  it("stay refused while the clock is set back behind an accepted code", async () => {
    const { key } = await turnOn();
    expect(await check(codeOf(key))).toEqual({ ok: true });
    at(Date.now() / 1000 - 3600);
    expect(await check(codeOf(key))).toMatchObject({
      ok: false,
      why: expect.stringContaining("used already") as string,
    });
  });

  it("may be typed with spaces, and nothing else is accepted", async () => {
    const { key } = await turnOn();
    const code = codeOf(key);
    for (const other of [
      "",
      " ",
      "12345",
      "1234567",
      `${code}0`,
      "abcdef",
      "１２３４５６",
      "'; drop table users",
      "0x1F3A",
    ])
      expect([other, (await check(other)).ok]).toEqual([other, false]);
    expect(await check(` ${code.slice(0, 3)} ${code.slice(3)} `)).toEqual({ ok: true });
  });

  it("codes of the app of one user are refused for another", async () => {
    const { key, codes } = await turnOn();
    expect(await check(codeOf(key), ben.id)).toMatchObject({ ok: false });
    expect(await check(codes[0] ?? "", ben.id)).toMatchObject({ ok: false });
  });

  it("cannot be checked after the site's secret changed, but recovery codes can", async () => {
    const { key, codes } = await turnOn();
    vi.spyOn(config, "sessionSecret", "get").mockReturnValue("another secret of at least 32 letters");
    expect(await check(codeOf(key))).toMatchObject({
      ok: false,
      why: expect.stringContaining("recovery code") as string,
    });
    expect(await check(codes[0] ?? "")).toEqual({ ok: true, recovery: 9 });
    expect(await secondFactorOf(ada)).toMatchObject({ state: "on" });
  });
});

describe("turning on the second factor", () => {
  it("shows ten recovery codes, then the key, and takes effect when the app is confirmed", async () => {
    expect(await secondFactorOf(ada)).toEqual({ state: "off" });
    await write((tx) => beginSecondFactor(tx, ada.id));
    expect(await confirm("123456")).toMatchObject({ ok: false });
    const first = await secondFactorOf(ada);
    expect(first).toMatchObject({ state: "codes", isOn: false });
    expect(new Set("codes" in first ? first.codes : [])).toHaveProperty("size", 10);
    expect(await write((tx) => keepCodes(tx, ada.id, "another set"))).toBe(false);
    expect(await write((tx) => keepCodes(tx, ada.id, "set" in first ? first.set : ""))).toBe(true);
    const shown = await secondFactorOf(ada);
    expect(shown).toMatchObject({
      state: "confirm",
      uri: expect.stringMatching(
        /^otpauth:\/\/totp\/Portico:ada%40example\.com\?issuer=Portico&secret=[A-Z2-7]{32}&/,
      ) as string,
    });
    expect(await check(codeOf("key" in shown ? shown.key : ""))).toMatchObject({ ok: false }); // the second factor is not on yet
    expect(await confirm("000000")).toMatchObject({ ok: false });
    expect(await confirm(codeOf("key" in shown ? shown.key : ""))).toEqual({ ok: true });
    expect(await secondFactorOf(ada)).toMatchObject({ state: "on", codesLeft: 10 });
  });

  it("stores no key and no code in plain text", async () => {
    const { key, codes } = await turnOn();
    const kept = JSON.stringify([await db.select().from(authenticators), await db.select().from(recoveryCodes)]);
    for (const secret of [key, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      expect(kept).not.toContain(secret);
  });

  it("cannot be started again by an outdated page, and can be cancelled before", async () => {
    const { key } = await turnOn();
    await write((tx) => beginSecondFactor(tx, ada.id));
    await write((tx) => cancelSecondFactor(tx, ada.id));
    expect(await check(codeOf(key))).toEqual({ ok: true });
    await write((tx) => endSecondFactor(tx, ada.id));
    await begin();
    await write((tx) => cancelSecondFactor(tx, ada.id));
    expect(await secondFactorOf(ada)).toEqual({ state: "off" });
    expect(await db.select().from(recoveryCodes)).toEqual([]);
  });
});

describe("recovery codes", () => {
  it("work once each, however they are typed, and the remaining number is shown", async () => {
    const { codes } = await turnOn();
    const [first = "", second = ""] = codes;
    expect(first).toMatch(/^([A-HJ-NP-Z2-9]{4}-){5}[A-HJ-NP-Z2-9]{4}$/); // 24 of 32 letters: 120 bits
    expect(await check(first.toLowerCase().replaceAll("-", " "))).toEqual({ ok: true, recovery: 9 });
    expect(await check(first)).toMatchObject({ ok: false, why: expect.stringContaining("used already") as string });
    expect(await check(second.replaceAll("-", ""))).toEqual({ ok: true, recovery: 8 });
    expect(await check("AAAA-AAAA-AAAA-AAAA-AAAA-AAAA")).toMatchObject({
      ok: false,
      why: expect.stringContaining("none of your recovery codes") as string,
    });
  });

  it("are all replaced together, and shown until they are dismissed", async () => {
    const { codes: old } = await turnOn();
    expect(await write((tx) => regenerateCodes(tx, ada.id))).toBe(true);
    const shown = await secondFactorOf(ada);
    expect(shown).toMatchObject({ state: "codes", isOn: true });
    expect(await check(old[0] ?? "")).toMatchObject({ ok: false });
    expect(await check("codes" in shown ? (shown.codes[0] ?? "") : "")).toEqual({ ok: true, recovery: 9 });
    await write((tx) => keepCodes(tx, ada.id, "set" in shown ? shown.set : ""));
    expect(await secondFactorOf(ada)).toMatchObject({ state: "on", codesLeft: 9 });
    expect(await write((tx) => regenerateCodes(tx, ben.id))).toBe(false);
  });
});

it("older, shorter recovery codes still work, and are reported as short until none is left", async () => {
  await turnOn();
  expect(await secondFactorOf(ada)).toMatchObject({ state: "on", hasShortCodes: false });
  await write((tx) =>
    tx
      .insert(recoveryCodes)
      .values({ codeHash: digest(`${ada.id} ABCDEFGHJKLMNPQR`), userId: ada.id })
      .then(() => undefined),
  );
  expect(await secondFactorOf(ada)).toMatchObject({ state: "on", hasShortCodes: true });
  expect(await check("abcd-efgh-jklm-npqr")).toMatchObject({ ok: true });
  expect(await secondFactorOf(ada)).toMatchObject({ state: "on", hasShortCodes: false });
});

describe("wrong codes of the app", () => {
  const mails = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => mail);
  const guess = (count: number, address = "203.0.113.7") =>
    Promise.all(
      Array.from({ length: count }, () =>
        write((tx) => checkCode(tx, ada.id, "000000", { device: "Chrome/1 (Windows)", address })),
      ),
    );

  it("are limited to twenty a day from any number of addresses; after that only recovery codes are accepted", async () => {
    const { key, codes } = await turnOn();
    const answers = (
      await Promise.all(Array.from({ length: 40 }, (_, network) => guess(20, `198.51.${network}.7`)))
    ).flat();
    const checked = answers.filter((answer) => !answer.ok && answer.why.includes("not right"));
    expect([answers.length, checked.length]).toEqual([800, 20]);
    expect(await check(codeOf(key))).toEqual({
      ok: false,
      why: "Too many wrong codes were entered for this account. For the next 24 hours only a recovery code is accepted.",
    });
    expect(await check("AAAA-AAAA-AAAA-AAAA-AAAA-AAAA")).toMatchObject({
      ok: false,
      why: expect.stringContaining("none of your recovery codes") as string,
    });
    expect(await check(codes[0] ?? "")).toEqual({ ok: true, recovery: 9 });
    at(Date.now() / 1000 + 23.5 * 3600);
    expect(await check(codeOf(key))).toMatchObject({
      ok: false,
      why: expect.stringContaining("For the next hour only") as string,
    });
    at(Date.now() / 1000 + 1801);
    expect(await check(codeOf(key))).toEqual({ ok: true });
  });

  it("are not forgotten after a right one, so an attacker gains nothing from the user's own logins", async () => {
    const { key } = await turnOn();
    await guess(19);
    expect(await check(codeOf(key))).toEqual({ ok: true });
    await guess(1);
    at(Date.now() / 1000 + 60);
    expect(await check(codeOf(key))).toMatchObject({ ok: false, why: expect.stringContaining("Too many") as string });
  });

  it("are reported to their user by mail after five, once a day, and never affect other users", async () => {
    await turnOn();
    await guess(4);
    expect(mails()).toEqual([]);
    await guess(10);
    expect(mails()).toMatchObject([
      {
        to: ada.email,
        subject: "Wrong codes were entered at Portico",
        text: expect.stringMatching(
          /^5 wrong codes[^]*2026-11-22 12:01 UTC, Chrome on Windows, address 203\.0\.113\.7/,
        ) as string,
      },
    ]);
    expect(await appCodesRefused(db, ben.id)).toBeUndefined();
    at(Date.now() / 1000 + 86_401);
    await guess(5);
    expect(mails()).toHaveLength(2);
  });

  it("are not counted for a code that was used before, nor for a recovery code", async () => {
    const { key } = await turnOn();
    const code = codeOf(key);
    await check(code);
    for (let again = 0; again < 25; again++) await check(again % 2 ? code : "AAAA-AAAA-AAAA-AAAA-AAAA-AAAA");
    expect(await appCodesRefused(db, ada.id)).toBeUndefined();
  });
});

it("turning off the second factor leaves no data behind", async () => {
  const { key, codes } = await turnOn();
  await write((tx) => trustBrowser(tx, get("/"), ada.id));
  expect(await countTrusted(ada.id)).toBe(1);
  await write((tx) => endSecondFactor(tx, ada.id));
  expect(await check(codeOf(key))).toMatchObject({ ok: false });
  expect(await check(codes[0] ?? "")).toMatchObject({ ok: false });
  expect(await codesLeft(db, ada.id)).toBe(0);
  expect(await db.select().from(trustedBrowsers)).toEqual([]);
});
