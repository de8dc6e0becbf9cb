import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { accounts, authenticators, journal, orders, recoveryCodes, reviews, sessions, signIns, users } from "db/schema";
import { loader as data } from "~/features/settings/data";
import { action as leave, loader as page } from "~/features/settings/account-deactivation";
import { digest } from "~/core/process/secrets.server";
import { userResource } from "~/features/users/users.server";
import { cast, password, testDatabase } from "~/testing/database";
import { type Answer, get, post, run, signedIn, toast, withCookies } from "~/testing/requests";
import { addOrder } from "~/testing/orders";
import { addInvoice } from "~/testing/invoices";
import { createCreditNote } from "~/features/invoices/credit-notes/credit-notes.server";
import { paymentResource } from "~/features/payments/payments.server";
import { providerSettled } from "~/auth/identity/provider-work.server";
import { action as login } from "~/features/sign-in/login";
import { action as verify } from "~/features/sign-in/verify";
import { userOfRequest } from "~/auth/session.server";
import { comeBack, eraseDeactivated } from "./deactivation.server";
import { action as answerReturn, loader as returning } from "./return";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

const days = (count: number) => vi.setSystemTime(Date.now() + count * 86_400_000);
const { ada, ben } = cast;
const person = async (id: number) => (await db.select().from(users).where(eq(users.id, id)))[0];

interface Page {
  form: { errors: Record<string, string> };
}

/** Ada leaves, from a browser of hers. */
async function leaves(fields: Record<string, string> = { confirm: " Deactivate " }) {
  const browser = await signedIn("/settings/account-deactivation", ada);
  return run<Page>(leave, new Request(browser, { method: "POST", body: new URLSearchParams(fields) }));
}
const logIn = () => run(login, post("/login?from=%2Fusers", { email: ada.email, password }));
const ask = (half: Answer, act: string) =>
  run(answerReturn, withCookies(post("/login/return?from=%2Fusers", { act }), half.headers));

describe("deactivating an account", () => {
  it("requires the confirmation word, and does nothing without it", async () => {
    for (const fields of [{}, { confirm: "" }, { confirm: "yes" }, { confirm: "deactivate me" }] as Record<
      string,
      string
    >[]) {
      expect(await leaves(fields)).toMatchObject({
        status: 400,
        data: { form: { errors: { confirm: "Type “deactivate”" } } },
      });
    }
    expect(await person(ada.id)).toMatchObject({ deactivatedAt: null });
  });

  it("requires the password too, unless it was given shortly before", async () => {
    const browser = await signedIn("/settings/account-deactivation", ada);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const press = (fields: Record<string, string>) =>
      run<Page>(leave, new Request(browser.clone(), { method: "POST", body: new URLSearchParams(fields) }));
    expect(await press({ confirm: "deactivate" })).toMatchObject({
      status: 400,
      data: { form: { errors: { currentPassword: "Enter your password to go on" } } },
    });
    expect(await press({ confirm: "deactivate", currentPassword: "wrong" })).toMatchObject({ status: 400 });
    expect(await person(ada.id)).toMatchObject({ deactivatedAt: null });
    expect(await press({ confirm: "deactivate", currentPassword: password })).toMatchObject({
      status: 303,
      location: "/login",
    });
  });

  it("ends all sessions immediately, and disables the account at the provider", async () => {
    const elsewhere = await signedIn("/users", ada);
    expect(await leaves()).toMatchObject({ status: 303, location: "/login" });
    expect(await userOfRequest(elsewhere)).toBeUndefined();
    expect(await db.select().from(sessions)).toEqual([]);
    await providerSettled();
    expect(
      (
        await db
          .select()
          .from(accounts)
          .where(eq(accounts.uid, ada.uid ?? ""))
      )[0]?.disabledAt,
    ).toBeInstanceOf(Date);
    expect(await db.select().from(journal)).toMatchObject([
      { action: "security", note: "deactivated their account", before: null, after: null },
    ]);
  });

  it("is refused to the last user who can sign in", async () => {
    await userResource.changeMany(ada, [ben.id], { status: "Banned" });
    expect(await leaves()).toMatchObject({
      status: 409,
      data: { form: { errors: { "": expect.stringContaining("last owner") as string } } },
    });
    expect(await person(ada.id)).toMatchObject({ deactivatedAt: null });
  });

  it("is refused to Ben after Ada, because deactivated users cannot sign in", async () => {
    await leaves();
    expect(await userResource.trash(ben, [ben.id])).toMatchObject({ ok: false });
  });

  it("shows how many records the user has", async () => {
    await signedIn("/users", ada);
    await addOrder({ customerId: ada.id });
    const shown = await run<{ there: { sessions: number; books: { text: string }[] } }>(
      page,
      await signedIn("/settings/account-deactivation", ada),
    );
    expect(shown.data.there).toMatchObject({
      sessions: 2,
      tokens: 0,
      inbox: 0,
      books: [{ text: "1 order" }, { text: "0 invoices" }],
    });
  });
});

describe("logging in to a deactivated account", () => {
  it("asks whether to return, and creates no session before", async () => {
    await leaves();
    await providerSettled();
    const half = await logIn();
    expect(half).toMatchObject({ status: 303, location: "/login/return?from=%2Fusers" });
    expect(await db.select().from(sessions)).toEqual([]);
    expect(await run(returning, withCookies(get("/login/return"), half.headers))).toMatchObject({
      status: 200,
      data: { name: "Ada Active" },
    });
    const back = await ask(half, "back");
    expect(back).toMatchObject({ status: 303, location: "/users" });
    expect(await userOfRequest(withCookies(get("/users"), back.headers))).toMatchObject({
      id: ada.id,
      deactivatedAt: null,
    });
    await providerSettled();
    expect(
      (
        await db
          .select()
          .from(accounts)
          .where(eq(accounts.uid, ada.uid ?? ""))
      )[0]?.disabledAt,
    ).toBeNull();
  });

  it("keeps it deactivated if the user declines, and asks only once", async () => {
    await leaves();
    const half = await logIn();
    const stays = await ask(half, "stay");
    expect(stays).toMatchObject({ status: 303, location: "/login" });
    expect(toast(stays)).toContain("stays deactivated");
    expect(toast(await ask(half, "back"))).toContain("log in again");
    expect(await person(ada.id)).toMatchObject({ deactivatedAt: expect.any(Date) as Date });
    expect(await db.select().from(sessions)).toEqual([]);
  });

  it("does not ask banned users, after a wrong password, or visitors", async () => {
    await leaves();
    expect(await run(login, post("/login", { email: ada.email, password: "wrong" }))).toMatchObject({ status: 403 });
    const half = await logIn();
    await userResource.changeMany(ben, [ada.id], { status: "Banned" });
    expect(toast(await ask(half, "back"))).toContain("log in again");
    expect(await logIn()).toMatchObject({ status: 403 });
    expect(await run(returning, get("/login/return"))).toMatchObject({ location: "/login" });
    expect(await run(answerReturn, post("/login/return", { act: "back" }))).toMatchObject({ location: "/login" });
  });

  it.each<[string, () => Promise<unknown>, () => Promise<unknown>]>([
    [
      "banned",
      () => userResource.setStatus(ben, [ada.id], "Banned"),
      () => userResource.setStatus(ben, [ada.id], "Active"),
    ],
    ["in the trash", () => userResource.trash(ben, [ada.id]), () => userResource.restore(ben, [ada.id])],
  ])("ends for good where they are %s", async (_, out, back) => {
    await leaves();
    const half = await logIn();
    await out();
    await back();
    expect(toast(await ask(half, "back"))).toContain("log in again");
    expect(await person(ada.id)).toMatchObject({ deactivatedAt: expect.any(Date) as Date });
  });

  it("does not reactivate somebody who was banned while they answered", async () => {
    await leaves();
    await providerSettled();
    expect((await logIn()).location).toContain("/login/return");
    await write(async (tx) => void (await tx.update(users).set({ status: "Banned" }).where(eq(users.id, ada.id))));
    const before = await db.select().from(accounts);
    expect(await write(async (tx) => comeBack(tx, { ...ada, status: "Active" }))).toBe(false);
    expect(await person(ada.id)).toMatchObject({ deactivatedAt: expect.any(Date) as Date });
    expect(await db.select().from(accounts)).toEqual(before);
  });

  it("asks for the second factor first", async () => {
    await write(async (tx) => {
      await tx.insert(authenticators).values({ userId: ada.id, secret: "sealed", confirmedAt: new Date() });
      await tx.insert(recoveryCodes).values({ codeHash: digest(`${ada.id} ABCDEFGHJKLMNPQR`), userId: ada.id });
    });
    await leaves();
    const half = await logIn();
    expect(half.location).toBe("/login/verify?from=%2Fusers");
    expect(toast(await ask(half, "back"))).toContain("log in again");
    expect(await person(ada.id)).toMatchObject({ deactivatedAt: expect.any(Date) as Date });
    const next = await run(
      verify,
      withCookies(post("/login/verify?from=%2Fusers", { code: "ABCD-EFGH-JKLM-NPQR" }), half.headers),
    );
    expect(next.location).toBe("/login/return?from=%2Fusers");
    const request = withCookies(
      withCookies(post("/login/return?from=%2Fusers", { act: "back" }), half.headers),
      next.headers,
    );
    const back = await run(answerReturn, request);
    expect(back).toMatchObject({ location: "/users" });
    expect(await userOfRequest(withCookies(get("/users"), back.headers))).toMatchObject({
      id: ada.id,
      deactivatedAt: null,
    });
  });
});

describe("thirty days after deactivating", () => {
  const erase = () => eraseDeactivated(new Date(Date.now() - 30 * 86_400_000));

  it("a person is erased with their account, and the books stay", async () => {
    const order = await addOrder({ customerId: ada.id, customerName: ada.name });
    await leaves();
    days(29.9);
    expect(await erase()).toBe(0);
    days(0.2);
    expect(await erase()).toBe(1);
    await providerSettled();
    expect(await person(ada.id)).toBeUndefined();
    expect(
      await db
        .select()
        .from(accounts)
        .where(eq(accounts.uid, ada.uid ?? "")),
    ).toEqual([]);
    expect(await db.select().from(signIns).where(eq(signIns.userId, ada.id))).toEqual([]);
    expect((await db.select().from(orders).where(eq(orders.id, order.id)))[0]).toMatchObject({
      customerName: "Ada Active",
    });
    expect(JSON.stringify(await db.select().from(journal))).not.toContain("Ada");
    expect(await db.select().from(reviews).where(eq(reviews.userName, "Ada Active"))).toEqual([]);
  });

  it("a person who came back is kept", async () => {
    await leaves();
    await ask(await logIn(), "back");
    days(31);
    expect(await erase()).toBe(0);
    expect(await person(ada.id)).toBeDefined();
  });
});

describe("the download of one's own data", () => {
  it("is a ZIP of all data, without secrets", async () => {
    await addOrder({ customerId: ada.id, customerName: "Ada Active" });
    await addOrder({ customerId: ben.id, customerName: "Ben Active" });
    const { id: invoiceId } = await addInvoice({ customerId: ada.id });
    const payment = { customerId: ada.id, date: "2026-01-10", amount: 12_34, reference: "Wire 7" };
    await paymentResource.create(ada, payment);
    await createCreditNote(ada, { invoiceId, reason: "Sent back in May" });
    const answer = await data({ request: await signedIn("/settings/data.zip", ada), params: {}, context: {} as never });
    expect(answer.headers.get("Content-Type")).toBe("application/zip");
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.subarray(0, 4).toString("latin1")).toBe("PK\x03\x04");
    const text = bytes.toString("utf8"); // it is stored, not packed
    for (const part of [
      "README.txt",
      "profile.json",
      "orders.csv",
      "Wire 7",
      "Sent back in May",
      '"email": "ada@example.com"',
      "Ada Active",
      "sign-ins.json",
    ])
      expect(text).toContain(part);
    for (const secret of ["Ben Active", "argon2", ada.uid ?? "", "Hash"]) expect(text).not.toContain(secret);
  });

  it("is available to nobody else", async () => {
    expect(await run(data, get("/settings/data.zip"))).toMatchObject({
      location: "/login?from=%2Fsettings%2Fdata.zip",
    });
  });
});
