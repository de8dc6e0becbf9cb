import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { authenticators, journal, recoveryCodes, sessions, signIns, signInSteps, users } from "db/schema";
import { digest, seal } from "~/core/process/secrets.server";
import { userResource } from "~/features/users/users.server";
import { cast, password, testDatabase } from "~/testing/database";
import { type Answer, get, post, run, toast, withCookies } from "~/testing/requests";
import { resumeSignIn } from "./enter.server";
import { action as login } from "./login";
import { anyone } from "~/auth/session.server";
import { refusalsWritten } from "~/auth/sessions/sign-ins.server";
import { deleteOldSteps, readStep } from "~/auth/second-factor/steps.server";
import { action, loader } from "./verify";

testDatabase();
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const secret = seal(key, `authenticator of user ${ada.id}`);
  await write(async (tx) => {
    await tx.insert(authenticators).values({ userId: ada.id, secret, confirmedAt: new Date() });
    await tx.insert(recoveryCodes).values({ codeHash: digest(`${ada.id} ABCDEFGHJKLMNPQR`), userId: ada.id });
  });
});
afterEach(() => void vi.useRealTimers());

const { ada, ben } = cast;
const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);
const code = () => new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: Date.now() });

interface Page {
  form: { fields: Record<string, string>; errors: Record<string, string> };
}
const logIn = (fields: Record<string, string> = {}, cookies = new Headers()) =>
  run(login, withCookies(post("/login?from=%2Fusers", { email: ada.email, password, ...fields }), cookies));
const enter = (half: Answer, fields: Record<string, string>, from?: string) =>
  run<Page>(action, withCookies(post("/login/verify?from=%2Fusers", fields), half.headers), {}, from);
const history = async () => {
  await refusalsWritten();
  return (await db.select().from(signIns).where(eq(signIns.userId, ada.id))).map(({ refused }) => refused);
};

describe("a login with the second factor on", () => {
  it("is no session until a code was right, which leads to where one was going", async () => {
    const half = await logIn({ remember: "on" });
    expect(half).toMatchObject({ status: 303, location: "/login/verify?from=%2Fusers" });
    expect(await db.select().from(sessions)).toEqual([]);
    expect(await run(loader, withCookies(get("/login/verify"), half.headers))).toMatchObject({ status: 200 });
    const answer = await enter(half, { code: code() });
    expect(answer).toMatchObject({ status: 303, location: "/users" });
    expect(answer.headers.getSetCookie().find((line) => line.startsWith("session"))).toMatch(/Max-Age=/); // as it was asked to
    expect(await anyone(withCookies(get("/"), answer.headers))).toMatchObject({ id: ada.id });
    expect(await db.select().from(signInSteps)).toEqual([]);
    expect(await history()).toEqual([null]);
  });

  it("says what is wrong, forgets what was typed, and writes it into the history", async () => {
    const half = await logIn();
    const answer = await enter(half, { code: "000000" });
    expect(answer).toMatchObject({
      status: 400,
      data: { form: { fields: { code: "" }, errors: { code: expect.stringContaining("not right") as string } } },
    });
    expect(await enter(half, { code: " " })).toMatchObject({
      status: 400,
      data: { form: { errors: { code: "Enter the code" } } },
    });
    expect(await history()).toEqual(["wrong-code"]);
  });

  it("is over after five wrong codes, even if the sixth is right", async () => {
    const half = await logIn();
    for (let guess = 0; guess < 5; guess++)
      expect(await enter(half, { code: `00000${guess}` })).toMatchObject({ status: 400 });
    const answer = await enter(half, { code: code() });
    expect(answer).toMatchObject({ status: 303, location: "/login?from=%2Fusers" });
    expect(toast(answer)).toContain("too many wrong codes");
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it("cannot be tried for ever by logging in again", async () => {
    for (let guess = 0; guess < 10; guess++) await enter(await logIn(), { code: "000000" });
    expect(await enter(await logIn(), { code: code() })).toMatchObject({ status: 429 });
  });

  it("checks twenty wrong codes a day, whatever the addresses, and says that a recovery code is needed then", async () => {
    let checked = 0;
    for (let network = 0; network < 6; network++) {
      const half = await logIn();
      for (let guess = 0; guess < 5; guess++) {
        const { data } = await enter(half, { code: "000000" }, `198.51.${network}.7`);
        if (data.form.errors.code?.includes("not right")) checked++;
      }
    }
    expect(checked).toBe(20);
    const half = await logIn();
    const recoveryOnly = expect.stringMatching(
      /^Too many wrong codes .* only a recovery code is accepted\.$/,
    ) as string;
    expect((await run(loader, withCookies(get("/login/verify"), half.headers))).data).toMatchObject({ recoveryOnly });
    expect(await enter(half, { code: code() })).toMatchObject({
      status: 400,
      data: { form: { errors: { code: recoveryOnly } } },
    });
    expect(await enter(half, { code: "abcd-efgh-jklm-npqr" })).toMatchObject({ location: "/users" });
  });

  it("waits ten minutes and no longer", async () => {
    const half = await logIn();
    minutes(9.9);
    expect(await run(loader, withCookies(get("/login/verify"), half.headers))).toMatchObject({ status: 200 });
    minutes(0.2);
    expect(toast(await enter(half, { code: code() }))).toContain("ten minutes have passed");
    expect(await deleteOldSteps()).toBe(1);
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it("goes on once, of two at the same moment", async () => {
    const half = await logIn();
    const both = await Promise.all([enter(half, { code: code() }), enter(half, { code: code() })]);
    expect(both.map(({ location }) => location)).toEqual(["/users", "/users"]);
    expect(both.filter(({ headers }) => headers.has("Set-Cookie"))).toHaveLength(1);
    expect(await db.select().from(sessions)).toHaveLength(1);
  });

  it("does not go on for who was banned meanwhile, nor without a login", async () => {
    const half = await logIn();
    await userResource.changeMany(ben, [ada.id], { status: "Banned" });
    expect(await enter(half, { code: code() })).toMatchObject({ location: "/login?from=%2Fusers" });
    expect(await run(loader, get("/login/verify"))).toMatchObject({ location: "/login" });
    expect(await run(action, post("/login/verify", { code: code() }))).toMatchObject({ location: "/login" });
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it("begins anew where all access of its person ended while the code was looked at", async () => {
    const half = withCookies(get("/login/verify?from=%2Fusers"), (await logIn()).headers);
    const standing = await readStep(half, "code");
    const began = new Date();
    minutes(1);
    await write((tx) => tx.update(users).set({ accessEndedAt: new Date() }).where(eq(users.id, ada.id)));
    const answer = await run(
      ({ request }) => resumeSignIn(standing!, request, { began, address: "" }, { code: true }),
      half,
    );
    expect(answer).toMatchObject({ status: 303, location: "/login?from=%2Fusers" });
    expect(toast(answer)).toContain("log in again");
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it("takes a recovery code, once, which the activity tells", async () => {
    expect(await enter(await logIn(), { code: "abcd-efgh-jklm-npqr" })).toMatchObject({ location: "/users" });
    expect(await enter(await logIn(), { code: "abcd-efgh-jklm-npqr" })).toMatchObject({ status: 400 });
    const told = await db.select().from(journal);
    expect(told).toMatchObject([{ action: "security", note: "logged in with a recovery code" }]);
    expect(JSON.stringify(told).toUpperCase()).not.toContain("EFGH");
  });
});

describe("a trusted browser", () => {
  it("is asked for no code for thirty days, for this person alone", async () => {
    const { headers } = await enter(await logIn(), { code: code(), trust: "on" });
    const trusted = new Headers(
      headers
        .getSetCookie()
        .filter((line) => line.startsWith("trusted"))
        .map((line): [string, string] => ["Set-Cookie", line]),
    );
    expect(await logIn({}, trusted)).toMatchObject({ location: "/users" });
    await write(
      async (tx) =>
        void (await tx.insert(authenticators).values({ userId: ben.id, secret: "sealed", confirmedAt: new Date() })),
    );
    expect(await logIn({ email: ben.email }, trusted)).toMatchObject({ location: "/login/verify?from=%2Fusers" });
    minutes(30 * 24 * 60 + 1);
    expect(await logIn({}, trusted)).toMatchObject({ location: "/login/verify?from=%2Fusers" });
  });

  it("is none that only says so", async () => {
    const made = new Headers({ "Set-Cookie": "trusted-3000=eW91cnM; Path=/" });
    expect(await logIn({}, made)).toMatchObject({ location: "/login/verify?from=%2Fusers" });
  });
});
