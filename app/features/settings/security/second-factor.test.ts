import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "db";
import { authenticators, journal, recoveryCodes } from "db/schema";
import { cancelOldSetups, isSecondFactorOn } from "~/auth/second-factor/second-factor.server";
import { cast, password, testDatabase } from "~/testing/database";
import { post, run, signedIn, toastOf } from "~/testing/requests";
import { action as regenerate, loader as codesPage } from "./recovery-codes";
import { loader as file } from "./recovery-codes-file";
import { action as off, loader as offPage } from "./turn-off";
import { action, loader } from "./second-factor";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const { ada } = cast;
const path = "/settings/two-factor-authentication";
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);
const codeOf = (key: string) => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() });

interface Page {
  state: string;
  codes: string[];
  set: string;
  secret: string;
  qr: { size: number; path: string };
  codesLeft: number;
  form: { errors: Record<string, string>; fields: Record<string, string> };
}
const look = async () => (await run<Page>(loader, await signedIn(path, ada))).data;
const press = async (fields: Record<string, string>, act = action) =>
  run<Page>(act, await signedIn(post(path, fields), ada));
/** Submits the form in a session whose last authentication is too old. */
async function pressLater(fields: Record<string, string>, act: typeof action) {
  const request = await signedIn(post(path, fields), ada);
  minutes(11);
  return run<Page>(act, request);
}

async function turnOn() {
  await press({ act: "begin" });
  const { codes, set } = await look();
  await press({ act: "keep", kept: "on", set });
  const { secret } = await look();
  expect(await press({ act: "confirm", code: codeOf(secret) })).toMatchObject({ status: 303 });
  minutes(2);
  return { codes, secret };
}

describe("turning on the second factor", () => {
  it("leads from recovery codes to the key to a code of the app", async () => {
    expect(await look()).toMatchObject({ state: "off" });
    expect(await press({ act: "begin" })).toMatchObject({ status: 303, location: path });
    const { codes, set } = await look();
    expect(codes).toHaveLength(10);
    expect(await press({ act: "keep", kept: "on", set: "codes of another tab" })).toMatchObject({ status: 303 });
    expect((await look()).codes).toEqual(codes);
    const older = await press({ act: "keep", set: "codes of another tab" }); // the page would show newer ones in their place
    expect(toastOf(older).text).toContain("These are newer codes than those you saw");
    expect(await press({ act: "keep", set })).toMatchObject({
      status: 400,
      data: { form: { errors: { kept: "Put the codes away first, then tick this" } } },
    });
    expect((await look()).state).toBe("codes");
    await press({ act: "keep", kept: "on", set });
    const { state, secret, qr } = await look();
    expect([state, secret, qr.size]).toEqual(["confirm", expect.stringMatching(/^[A-Z2-7]{32}$/), expect.any(Number)]);
    expect(qr.path).toMatch(/^(M\d+ \d+\.5h\d+)+$/);
    for (const code of ["", "000000", "１２３４５６", "nonsense", "1".repeat(101)])
      expect(await press({ act: "confirm", code })).toMatchObject({
        status: 400,
        data: { form: { errors: { code: expect.any(String) as string } } },
      });
    expect(await isSecondFactorOn(ada.id)).toBe(false);
    await press({ act: "confirm", code: codeOf(secret) });
    expect(await look()).toMatchObject({ state: "on", codesLeft: 10 });
    expect(await db.select().from(journal)).toMatchObject([
      { action: "security", note: "turned two-factor authentication on", before: null, after: null },
    ]);
  });

  it("requires the password again", async () => {
    expect(await pressLater({ act: "begin" }, action)).toMatchObject({
      status: 400,
      data: { form: { errors: { currentPassword: "Enter your password to go on" } } },
    });
    expect(await db.select().from(authenticators)).toEqual([]);
    expect(await pressLater({ act: "begin", currentPassword: password }, action)).toMatchObject({ status: 303 });
    expect(await db.select().from(authenticators)).toHaveLength(1);
  });

  it("shows codes and key to nobody who only found the browser open", async () => {
    await press({ act: "begin" });
    const { set } = await look();
    const later = async (page: typeof loader | typeof file) => {
      const request = await signedIn(path, ada);
      minutes(11);
      return run<Page>(page, request);
    };
    expect((await later(loader)).data).toEqual({ state: "hidden", proof: { password: true, google: false } });
    expect(await later(file)).toMatchObject({ location: path });
    expect(await pressLater({ act: "keep", kept: "on", set }, action)).toMatchObject({
      status: 400,
      data: { form: { errors: { currentPassword: expect.any(String) as string } } },
    });
    expect((await look()).state).toBe("codes");
    expect(await pressLater({ act: "show", currentPassword: password }, action)).toMatchObject({ status: 303 });
  });

  it("is forgotten if it was not confirmed", async () => {
    await press({ act: "begin" });
    expect(await cancelOldSetups(new Date(Date.now() - 60_000))).toBe(0);
    minutes(2);
    expect(await cancelOldSetups(new Date(Date.now() - 60_000))).toBe(1);
    expect((await look()).state).toBe("off");
    await turnOn();
    minutes(2);
    expect(await cancelOldSetups(new Date())).toBe(0);
  });

  it("ignores unknown buttons, and those pressed too late", async () => {
    expect(await press({ act: "conquer" })).toMatchObject({ status: 400 });
    expect(await press({ act: "confirm", code: "123456" })).toMatchObject({
      status: 400,
      data: { form: { errors: { code: expect.stringContaining("changed meanwhile") as string } } },
    });
    const { secret } = await turnOn();
    await press({ act: "cancel" });
    await press({ act: "begin" });
    expect(await press({ act: "confirm", code: codeOf(secret) })).toMatchObject({ status: 400 });
    expect(await look()).toMatchObject({ state: "on", codesLeft: 10 });
  });
});

describe("with the second factor on", () => {
  it("new recovery codes replace the old ones, after reauthentication", async () => {
    const { codes } = await turnOn();
    expect((await run(codesPage, await signedIn(`${path}/recovery-codes`, ada))).data).toMatchObject({ left: 10 });
    expect(await pressLater({}, regenerate)).toMatchObject({ status: 400 });
    expect((await look()).state).toBe("on");
    expect(await press({}, regenerate)).toMatchObject({ status: 303, location: path });
    const shown = await look();
    expect(shown.codes).toHaveLength(10);
    expect(shown.codes).not.toContain(codes[0]);
    const text = (await run<string>(file, await signedIn(`${path}/recovery-codes.txt`, ada))).data;
    for (const code of shown.codes) expect(text).toContain(code);
    expect((await run<string>(file, await signedIn(`${path}/recovery-codes.txt`, cast.ben))).location).toBe(path);
    expect(await press({}, regenerate)).toMatchObject({ status: 303 }); // pressed twice
    expect((await look()).codes).toEqual(shown.codes);
  });

  it("it can be turned off only with reauthentication and a code", async () => {
    const { secret } = await turnOn();
    expect(await press({ code: "000000" }, off)).toMatchObject({
      status: 400,
      data: { form: { errors: { code: expect.stringContaining("not right") as string } } },
    });
    expect(await press({ code: "" }, off)).toMatchObject({ status: 400 });
    const code = codeOf(secret);
    const refused = await pressLater({ code, currentPassword: "wrong" }, off);
    expect(refused).toMatchObject({
      status: 400,
      data: { form: { errors: { currentPassword: "This is not your password. Try again." } } },
    });
    expect(await isSecondFactorOn(ada.id)).toBe(true);
    expect(await press({ code: codeOf(secret) }, off)).toMatchObject({ status: 303, location: path });
    expect(await isSecondFactorOn(ada.id)).toBe(false);
    expect(await db.select().from(recoveryCodes)).toEqual([]);
    expect(await press({ code: "1" }, off)).toMatchObject({ status: 303, location: path }); // pressed twice
  });

  it("wrong codes count towards the daily limit here too", async () => {
    const { secret } = await turnOn();
    const answers = [];
    for (let network = 0; network < 5; network++) {
      for (let guess = 0; guess < 5; guess++)
        answers.push(
          await run<Page>(off, await signedIn(post(path, { code: "000000" }), ada), {}, `198.51.${network}.7`),
        );
    }
    expect(answers.filter(({ data }) => data.form.errors.code?.includes("not right"))).toHaveLength(20);
    expect(await press({ code: codeOf(secret) }, off)).toMatchObject({
      status: 400,
      data: { form: { errors: { code: expect.stringContaining("only a recovery code is accepted") as string } } },
    });
    expect(await isSecondFactorOn(ada.id)).toBe(true);
  });

  it("a recovery code turns it off too, and a wrong code also gets a new cookie", async () => {
    const { codes } = await turnOn();
    const wrong = await pressLater({ code: "000000", currentPassword: password }, off);
    expect(wrong.status).toBe(400);
    expect(wrong.headers.get("Set-Cookie")).toMatch(/^session/);
    expect(await press({ code: codes[3] ?? "" }, off)).toMatchObject({ status: 303 });
  });
});

it("pages of a factor that is off lead to the page that turns it on", async () => {
  for (const page of [codesPage, offPage, file])
    expect(await run(page, await signedIn(path, ada))).toMatchObject({ status: 302, location: path });
});
