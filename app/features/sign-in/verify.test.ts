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
import { userOfRequest } from "~/auth/session.server";
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
  it("has no session until the code is right, and then continues to its destination", async () => {
    const half = await logIn({ remember: "on" });
    expect(half).toMatchObject({ status: 303, location: "/login/verify?from=%2Fusers" });
    expect(await db.select().from(sessions)).toEqual([]);
    expect(await run(loader, withCookies(get("/login/verify"), half.headers))).toMatchObject({ status: 200 });
    const answer = await enter(half, { code: code() });
    expect(answer).toMatchObject({ status: 303, location: "/users" });
    expect(answer.headers.getSetCookie().find((line) => line.startsWith("session"))).toMatch(/Max-Age=/); // as it was asked to
    expect(await userOfRequest(withCookies(get("/"), answer.headers))).toMatchObject({ id: ada.id });
    expect(await db.select().from(signInSteps)).toEqual([]);
    expect(await history()).toEqual([null]);
  });

  it("reports a wrong code, clears the field, and records it in the sign-in history", async () => {
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

  it("ends after five wrong codes, even if the sixth is right", async () => {
    const half = await logIn();
    for (let guess = 0; guess < 5; guess++)
      expect(await enter(half, { code: `00000${guess}` })).toMatchObject({ status: 400 });
    const answer = await enter(half, { code: code() });
    expect(answer).toMatchObject({ status: 303, location: "/login?from=%2Fusers" });
    expect(toast(answer)).toContain("too many wrong codes");
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it("cannot be retried without limit by logging in again", async () => {
    for (let guess = 0; guess < 10; guess++) await enter(await logIn(), { code: "000000" });
    expect(await enter(await logIn(), { code: code() })).toMatchObject({ status: 429 });
  });

  it("checks twenty wrong codes a day from any address, and then requires a recovery code", async () => {
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

  it("is completed once by two requests at the same moment", async () => {
    const half = await logIn();
    const both = await Promise.all([enter(half, { code: code() }), enter(half, { code: code() })]);
    expect(both.map(({ location }) => location)).toEqual(["/users", "/users"]);
    expect(both.filter(({ headers }) => headers.has("Set-Cookie"))).toHaveLength(1);
    expect(await db.select().from(sessions)).toHaveLength(1);
  });

  it("is refused to a user who was banned meanwhile, and without a login", async () => {
    const half = await logIn();
    await userResource.changeMany(ben, [ada.id], { status: "Banned" });
    expect(await enter(half, { code: code() })).toMatchObject({ location: "/login?from=%2Fusers" });
    expect(await run(loader, get("/login/verify"))).toMatchObject({ location: "/login" });
    expect(await run(action, post("/login/verify", { code: code() }))).toMatchObject({ location: "/login" });
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it("starts again if all access of its user ended while the code was checked", async () => {
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

  it("accepts a recovery code once, which the activity reports", async () => {
    expect(await enter(await logIn(), { code: "abcd-efgh-jklm-npqr" })).toMatchObject({ location: "/users" });
    expect(await enter(await logIn(), { code: "abcd-efgh-jklm-npqr" })).toMatchObject({ status: 400 });
    const told = await db.select().from(journal);
    expect(told).toMatchObject([{ action: "security", note: "logged in with a recovery code" }]);
    expect(JSON.stringify(told).toUpperCase()).not.toContain("EFGH");
  });
});

describe("a trusted browser", () => {
  it("needs no code for thirty days, for this user only", async () => {
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

  it("cannot be forged with a cookie", async () => {
    const made = new Headers({ "Set-Cookie": "trusted-3000=eW91cnM; Path=/" });
    expect(await logIn({}, made)).toMatchObject({ location: "/login/verify?from=%2Fusers" });
  });
});
