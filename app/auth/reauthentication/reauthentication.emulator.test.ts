import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { authenticators, type User, users } from "db/schema";
import { cast, testDatabase } from "~/testing/database";
import { newEmail, testFirebase, withGoogle } from "~/testing/emulator/emulator";
import { get, post, run, send, signedIn, withCookies } from "~/testing/requests";
import { exchange, type Exchanged, loginOf, openSessions } from "~/testing/token-login";
import { markProven as believe } from "~/auth/identity/firebase/accounts.server";
import { identity } from "~/auth/identity/identity.server";
import { providerSettled } from "~/auth/identity/provider-work.server";
import { deactivate } from "~/features/deactivation/deactivation.server";
import { action as answerReturn } from "~/features/deactivation/return";
import { userOfRequest } from "~/auth/session.server";
import { action as proof } from "./reauthentication";
import { reauthenticationFor } from "./reauthentication.server";

testDatabase();
testFirebase();
afterEach(() => void vi.useRealTimers());
const { ada } = cast;

/** Returns Ada with a Google account, and an ID token of it. */
async function withWindow() {
  const { idToken, uid, email } = await loginOf(ada);
  await believe(uid, email);
  const [me] = await db.select().from(users).where(eq(users.id, ada.id));
  return { me: me as User, idToken };
}

/** Returns a browser that signed in longer ago than a proof lasts. */
async function longAgo(me: User) {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 11 * 60_000 });
  const browser = await signedIn("/settings/security", me);
  vi.useRealTimers();
  return browser;
}

const prove = (browser: Request, token: string) =>
  run<Exchanged>(
    proof,
    send("POST", "/session/proof", undefined, {
      Cookie: browser.headers.get("Cookie") ?? "",
      Authorization: `Bearer ${token}`,
    }),
  );

describe("reauthentication with Google's window", () => {
  it("is required of a user without a password, and is valid for ten minutes with a new cookie", async () => {
    const { me, idToken } = await withWindow();
    const browser = await longAgo(me);
    expect(await reauthenticationFor(browser, me)).toEqual({ password: false, google: true });
    const answer = await prove(browser, idToken);
    expect(answer).toMatchObject({ status: 200 });
    expect(await reauthenticationFor(withCookies(get("/settings/security"), answer.headers), me)).toBeUndefined();
  });

  it("accepts no token of another account, and none twice", async () => {
    const { me, idToken } = await withWindow();
    const browser = await longAgo(me);
    const other = await withGoogle(newEmail());
    expect(await prove(browser, other.idToken)).toMatchObject({ status: 403, data: { code: "other-account" } });
    expect(await reauthenticationFor(browser, me)).toBeDefined();
    expect(await prove(browser, idToken)).toMatchObject({ status: 200 });
    expect(await prove(browser, idToken)).toMatchObject({ data: { code: "used-id-token" } });
    expect(await openSessions()).toHaveLength(2);
  });
});

describe("logging in with Google's window", () => {
  it("asks for the second factor before there is a session", async () => {
    const { idToken } = await withWindow();
    await write(
      async (tx) =>
        void (await tx.insert(authenticators).values({ userId: ada.id, secret: "sealed", confirmedAt: new Date() })),
    );
    expect(await exchange(idToken, "?from=%2Fusers")).toMatchObject({
      status: 200,
      data: { to: "/login/verify?from=%2Fusers" },
    });
    expect(await openSessions()).toEqual([]);
  });

  it("asks a user with a deactivated account whether to come back, without telling Firebase", async () => {
    const { me, idToken } = await withWindow();
    await deactivate(me);
    await providerSettled();
    expect(await identity().account(me.uid ?? "")).toMatchObject({ disabled: false });
    const half = await exchange(idToken);
    expect(half).toMatchObject({ status: 200, data: { to: "/login/return" } });
    expect(await openSessions()).toEqual([]);
    const back = await run(answerReturn, withCookies(post("/login/return", { act: "back" }), half.headers));
    expect(await userOfRequest(withCookies(get("/"), back.headers))).toMatchObject({ id: ada.id });
  });
});
