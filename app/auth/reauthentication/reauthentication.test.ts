import type { ActionFunctionArgs } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { db, write } from "db";
import { accounts, signIns, type User } from "db/schema";
import { parseForm, rejectForm } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { cast, password, testDatabase } from "~/testing/database";
import { get, post, run, signedIn, withCookies } from "~/testing/requests";
import { userOfRequest } from "~/auth/session.server";
import { refusalsWritten } from "~/auth/sessions/sign-ins.server";
import { action as googleProof } from "./reauthentication";
import { reauthenticationFields, reauthenticationFor, reauthenticate } from "./reauthentication.server";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);
const Form = z.object({ name: z.string(), ...reauthenticationFields });

/** A dangerous action as a route implements it. */
async function act({ request, context }: ActionFunctionArgs) {
  const me = (await userOfRequest(request)) as User;
  const form = await parseForm(request, Form);
  if (!form.ok) return rejectForm(form);
  const proof = await reauthenticate(request, me, form, context);
  return proof.ok ? Response.json("done", { headers: proof.headers }) : proof.answer;
}
const press = async (browser: Request, fields: Record<string, string> = {}) =>
  run<{ form: FormState } | "done">(
    act,
    post("/x", { name: "typed", ...fields }, { Cookie: browser.headers.get("Cookie") ?? "" }),
  );

describe("reauthentication", () => {
  it("is not required within ten minutes of signing in, and then it is", async () => {
    const browser = await signedIn("/x", cast.ada);
    minutes(9.9);
    expect(await reauthenticationFor(browser, cast.ada)).toBeUndefined();
    expect((await press(browser)).data).toBe("done");
    minutes(0.2);
    expect(await reauthenticationFor(browser, cast.ada)).toEqual({ password: true, google: false });
    const answer = await press(browser);
    expect(answer).toMatchObject({
      status: 400,
      data: { form: { fields: { name: "typed" }, errors: { currentPassword: "Enter your password to go on" } } },
    });
  });

  it("reauthentication with the password is valid for ten minutes more, with a new cookie", async () => {
    const browser = await signedIn("/x", cast.ada);
    minutes(11);
    const answer = await press(browser, { currentPassword: password });
    expect(answer.data).toBe("done");
    const now = withCookies(get("/x"), answer.headers);
    expect(await reauthenticationFor(now, cast.ada)).toBeUndefined();
    minutes(9.9);
    expect((await press(now)).data).toBe("done");
    expect(await userOfRequest(browser)).toBeUndefined();
  });

  it("fails with a wrong password, which is in the sign-in history and never in the response", async () => {
    const browser = await signedIn("/x", cast.ada);
    minutes(11);
    const answer = await press(browser, { currentPassword: "not my password" });
    expect(answer).toMatchObject({
      status: 400,
      data: { form: { errors: { currentPassword: "This is not your password. Try again." } } },
    });
    expect(JSON.stringify(answer.data)).not.toContain("not my password");
    await refusalsWritten();
    expect(await db.select().from(signIns).where(eq(signIns.userId, cast.ada.id))).toMatchObject([
      { refused: null },
      { refused: "wrong-password", way: "password" },
    ]);
    expect(await reauthenticationFor(browser, cast.ada)).toBeDefined();
  });

  it("cannot be attempted without a limit", async () => {
    const browser = await signedIn("/x", cast.ada);
    minutes(11);
    for (let guess = 0; guess < 10; guess++) await press(browser, { currentPassword: `guess ${guess}` });
    expect(await press(browser, { currentPassword: password })).toMatchObject({ status: 429 });
  });

  it("explains to a user without a password why it fails", async () => {
    await write(
      async (tx) =>
        void (await tx
          .update(accounts)
          .set({ passwordHash: null })
          .where(eq(accounts.uid, cast.ada.uid ?? ""))),
    );
    const browser = await signedIn("/x", cast.ada);
    minutes(11);
    expect(await reauthenticationFor(browser, cast.ada)).toEqual({ password: false, google: false });
    expect((await press(browser)).data).toMatchObject({
      form: { errors: { proof: expect.stringContaining("choose one by “Forgot it?”") as string } },
    });
  });

  it("reauthentication with Google needs a token, and a signed-in user", async () => {
    expect(await run(googleProof, post("/session/proof"))).toMatchObject({ status: 303 });
    expect(await run(googleProof, await signedIn(post("/session/proof"), cast.ada))).toMatchObject({ status: 401 });
  });
});
