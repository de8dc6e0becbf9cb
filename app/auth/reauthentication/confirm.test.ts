/** Dangerous actions require re-authentication, describe their effect, and keep what was submitted. */
import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { asc, eq, isNull } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import {
  apiTokens,
  authenticators,
  invitations,
  paymentMethods,
  payments,
  secondFactorResets,
  subscriptions,
  type User,
  users,
  companies,
} from "db/schema";
import { action as apiChange } from "~/features/api/resource";
import { action as saveAddress, loader as address } from "~/features/billing/address";
import { action as makeDefault } from "~/features/billing/cards/default-card";
import { action as payAgain } from "~/features/billing/pay-again";
import { addCard } from "~/features/billing/cards/payment-methods.server";
import { action as importRows } from "~/features/import/rows";
import { loader as exported } from "~/features/records/export";
import { action as saveCompany } from "~/features/company/company";
import { readCompany } from "~/features/company/company.server";
import { action as createPayment } from "~/features/payments/create";
import { action as editPayment } from "~/features/payments/edit";
import { paymentResource } from "~/features/payments/payments.server";
import { action as undo } from "~/features/records/undo";
import { action as bulk } from "~/features/records/bulk";
import { action as restore } from "~/features/records/restore";
import { action as setStatus } from "~/features/records/status";
import { action as trash } from "~/features/records/trash";
import { today } from "~/core/values/today.server";
import { jobsEnded } from "~/core/jobs/jobs.server";
import { action as createToken } from "~/features/settings/security/create-token";
import { action as createPerson } from "~/features/users/create";
import { action as editPerson } from "~/features/users/edit";
import { userResource } from "~/features/users/users.server";
import { cast, password, testDatabase } from "~/testing/database";
import { action as approve } from "~/features/team/access/approve";
import { action as changeAccess } from "~/features/team/access/change";
import { giveAccess } from "~/features/team/access/give.server";
import { invite as makeInvitation } from "~/features/team/invitations/invitations.server";
import { action as invite } from "~/features/team/invitations/invite";
import { setSecondFactorRequired } from "~/features/team/second-factor/requirement.server";
import { action as resetStep } from "~/features/team/second-factor/reset-second-factor";
import { action as requireIt } from "~/features/team/second-factor/second-factor";
import { action as sendAgain } from "~/features/team/invitations/send-again";
import { action as takeAway } from "~/features/team/access/take-away";
import { changeCompany } from "~/testing/company";
import { addInvoice } from "~/testing/invoices";
import { tryFile } from "~/testing/imports";
import { withAccess } from "~/testing/people";
import { get, post, run, send, signedIn, toastOf, withCookies } from "~/testing/requests";
import { isSecondFactorRequired } from "~/auth/second-factor/requirement.server";
import { beginSecondFactor } from "~/auth/second-factor/second-factor.server";
import { userOfRequest } from "~/auth/session.server";
import { action as proveForFile, loader as confirm } from "./confirm";
import type { PendingAct } from "./confirm.server";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());
const { ada, ben, dan } = cast;

const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

/** Returns the browser of a user who signed in longer ago than a proof lasts. */
async function stale(me: User = ada) {
  const browser = await signedIn("/x", me);
  minutes(11);
  return browser;
}

type Action = (args: ActionFunctionArgs) => unknown;
const cookieOf = (browser: Request) => ({ Cookie: browser.headers.get("Cookie") ?? "" });
const press = (
  action: Action,
  browser: Request,
  path: string,
  fields: Record<string, string | string[]> = {},
  params = {},
) => run(action as never, post(path, fields as never, cookieOf(browser)), params);

/** Returns the data of the confirmation page that a response redirects to. */
async function pageAfter(browser: Request, answer: { status: number; location?: string | null }) {
  expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/confirm\?asked=/)]);
  return (await run<PendingAct & { proof?: object }>(confirm, get(answer.location ?? "", cookieOf(browser)))).data;
}

const accessOf = async (person: User) => (await userResource.unrestricted.find(person.id))?.access;
const statusOf = async (person: User) => (await userResource.unrestricted.find(person.id))?.status;
const isTrashed = async (person: User) => Boolean((await userResource.unrestricted.find(person.id))?.deletedAt);

interface Act {
  action: Action;
  path: string;
  fields?: Record<string, string | string[]>;
  params?: Record<string, string>;
  /** Returns the state that the act changes. */
  state(): Promise<unknown>;
  title: string;
  /** Pattern of the page's text, if it differs from the usual texts. */
  says?: RegExp;
}

/** Returns the change to undo. */
const batchOf = (done: object) => ("batch" in done ? String(done.batch) : "");
const created = () =>
  userResource.create(ada, { name: "Nell New", email: "nell.new@example.com", role: "", status: "Active" });
const nell = async () => (await db.select().from(users).where(eq(users.name, "Nell New")))[0];
const sheet = "Name,E-mail,Status\nImported Ida,ida@example.com,Active\n";

async function imported(): Promise<Act> {
  const { file } = await tryFile("users", sheet);
  const state = async () => (await jobsEnded(), db.$count(users, eq(users.name, "Imported Ida")));
  return {
    action: importRows,
    path: `/import/${file.id}/rows`,
    params: { id: file.id },
    state,
    title: "Import 1 user?",
  };
}

async function undone(): Promise<Act> {
  const batch = batchOf(await userResource.setStatus(ada, [ben.id], "Banned"));
  return {
    action: undo,
    path: "/undo",
    fields: { batch, back: "/users" },
    state: () => statusOf(ben),
    title: "Undo what was done to Ben Active?",
  };
}

async function debtorTrashed(): Promise<Act> {
  await addInvoice();
  return {
    action: trash,
    path: "/users/6/trash",
    fields: { sure: "1", back: "/users" },
    params: { id: "6" },
    state: () => isTrashed(dan),
    title: "Move Dan Directory to the trash?",
  };
}

async function creationUndone(): Promise<Act> {
  const batch = batchOf(await created());
  return {
    action: undo,
    path: "/undo",
    fields: { batch, back: "/users", sure: "1" },
    state: async () => Boolean((await nell())?.deletedAt),
    title: "Undo what was done to Nell New?",
  };
}

async function everything(): Promise<Act> {
  await userResource.setStatus(ada, [dan.id], "Pending");
  return {
    action: bulk,
    path: "/users/bulk?q=dan&set=Banned",
    fields: { matched: "1", changes: "1" },
    state: () => statusOf(dan),
    title: "Set 1 user to Banned?",
  };
}

async function sentAgain(): Promise<Act> {
  await write((tx) => makeInvitation(tx, ada, { email: "new@example.com", access: "admin", areas: {} }));
  const [{ id }] = (await db.select({ id: invitations.id }).from(invitations)) as [{ id: number }];
  const state = async () =>
    (await db.select({ id: invitations.id }).from(invitations).where(isNull(invitations.revokedAt))).map(
      ({ id }) => id,
    );
  return {
    action: sendAgain,
    path: `/team/invitations/${id}/send`,
    params: { id: String(id) },
    state,
    title: "Send the invitation again?",
  };
}

async function addressOf(): Promise<Act> {
  await write((tx) => giveAccess(tx, ada, dan.id, { access: "client", areas: {} }));
  const { name, role, country, phone, status, revision } = (await userResource.unrestricted.find(dan.id)) as User;
  const fields = {
    name,
    role,
    country: country ?? "",
    phone: phone ?? "",
    status,
    revision: String(revision),
    email: "other@example.com",
  };
  return {
    action: editPerson,
    path: "/users/6",
    fields,
    params: { id: "6" },
    state: async () => (await userResource.unrestricted.find(dan.id))?.email,
    title: "Change the e-mail address of Dan Directory?",
  };
}

const secure = (person: User) =>
  write(async (tx) => {
    await beginSecondFactor(tx, person.id);
    await tx
      .update(authenticators)
      .set({ confirmedAt: new Date(), newCodes: null })
      .where(eq(authenticators.userId, person.id));
  });

/** Turns the second factor requirement on or off. */
const requiring = (required: "on" | "off") => async (): Promise<Act> => {
  await secure(ada);
  if (required === "off") await write((tx) => setSecondFactorRequired(tx, ada, true));
  const [title, says] =
    required === "on"
      ? ["Require a second factor?", /led to set one up.+One person has none today/]
      : ["Stop requiring a second factor?", /password or Google alone.+All owners are told/];
  return {
    action: requireIt,
    path: "/team/second-factor",
    fields: { required },
    state: () => isSecondFactorRequired(),
    title,
    says,
  };
};

async function stepReset(): Promise<Act> {
  await secure(ben);
  const state = () => db.$count(secondFactorResets);
  return {
    action: resetStep,
    path: "/team/people/2/reset-second-factor",
    params: { id: "2" },
    state,
    title: "Reset the second factor of Ben Active?",
    says: /by the link in a mail that they get now.+all owners are told/,
  };
}

const paymentOf = async () => (await readCompany()).payment;

async function bankDetails(): Promise<Act> {
  const { name, email, paymentTerm, revision } = await readCompany();
  const fields = { name, email, paymentTerm: String(paymentTerm), revision: String(revision), payment: "IBAN 2" };
  return {
    action: saveCompany,
    path: "/settings/company",
    fields,
    state: paymentOf,
    title: "Change the bank details?",
    says: /owners are told/,
  };
}

async function bankDetailsUndone(): Promise<Act> {
  const batch = batchOf(await changeCompany({ payment: "IBAN 2" }));
  return {
    action: undo,
    path: "/undo",
    fields: { batch, back: "/settings/company" },
    state: paymentOf,
    title: "Undo the change of the bank details?",
  };
}

async function closingUndone(): Promise<Act> {
  const batch = batchOf(await changeCompany({ closingDate: "2026-01-31" }));
  return {
    action: undo,
    path: "/undo",
    fields: { batch, back: "/settings/company" },
    state: async () => (await readCompany()).closingDate,
    title: "Undo the closing of months?",
    says: /can then be changed/,
  };
}

async function sentUnlocked(): Promise<Act> {
  const { name, email, paymentTerm, revision } = await readCompany();
  return {
    action: saveCompany,
    path: "/settings/company",
    fields: { name, email, paymentTerm: String(paymentTerm), revision: String(revision), invoiceLock: "paid" },
    state: async () => (await readCompany()).invoiceLock,
    title: "Let sent invoices change again?",
    says: /customers have already/,
  };
}

async function lockUndone(): Promise<Act> {
  await write((tx) => tx.update(companies).set({ invoiceLock: "paid" }));
  const batch = batchOf(await changeCompany({ invoiceLock: "sent" }));
  return {
    action: undo,
    path: "/undo",
    fields: { batch, back: "/settings/company" },
    state: async () => (await readCompany()).invoiceLock,
    title: "Let sent invoices change again?",
    says: /customers have already/,
  };
}

const paidOut = async () =>
  (await db.select().from(payments).where(eq(payments.kind, "refund"))).map(({ amount, deletedAt }) =>
    deletedAt ? 0 : amount,
  );
const refundForm = (amount: string) => ({
  kind: "refund",
  customer: `${dan.name} · #${dan.id}`,
  date: today(),
  amount,
  note: "Sent back",
});
const says = /money was paid out/;

/** Records a payment of $50 that no invoice took, and a refund of $10 of it. */
async function refundOf(cents = 10_00) {
  const values = { customerId: dan.id, date: today(), allocations: [] };
  await paymentResource.create(ada, { ...values, amount: 50_00 });
  const made = cents > 0 && (await paymentResource.create(ada, { ...values, kind: "refund", amount: cents }));
  return made && made.ok ? String(made.row.id) : "";
}

async function refund(): Promise<Act> {
  await refundOf(0);
  const title = `Record a refund of $20.00 to ${dan.name}?`;
  return { action: createPayment, path: "/payments/create", fields: refundForm("20"), state: paidOut, title, says };
}

async function refundEnlarged(): Promise<Act> {
  const id = await refundOf();
  const fields = { ...refundForm("30"), revision: "1" };
  const title = `Change Refund #${id} to a refund of $30.00?`;
  return { action: editPayment, path: `/payments/${id}`, fields, params: { id }, state: paidOut, title, says };
}

async function refundRestored(): Promise<Act> {
  const id = await refundOf();
  await paymentResource.trash(ada, [Number(id)]);
  const path = `/payments/${id}/restore`;
  return { action: restore, path, params: { id }, state: paidOut, title: `Restore Refund #${id}?`, says };
}

async function refundUndone(change: (id: number) => Promise<object>): Promise<Act> {
  const id = await refundOf();
  const batch = batchOf(await change(Number(id)));
  return {
    action: undo,
    path: "/undo",
    fields: { batch, back: "/payments" },
    state: paidOut,
    title: `Undo the change of Refund #${id}?`,
    says,
  };
}

const plain = (act: Act) => () => Promise.resolve(act);
const acts: [string, () => Promise<Act>][] = [
  [
    "a status",
    plain({
      action: setStatus,
      path: "/users/2/status",
      fields: { status: "Banned", note: "Why" },
      params: { id: "2" },
      state: () => statusOf(ben),
      title: "Set Ben Active to Banned?",
    }),
  ],
  [
    "the trash",
    plain({
      action: trash,
      path: "/users/2/trash",
      fields: { back: "/users" },
      params: { id: "2" },
      state: () => isTrashed(ben),
      title: "Move Ben Active to the trash?",
    }),
  ],
  ["the trash, of a customer who owes money", debtorTrashed],
  [
    "a restore",
    plain({
      action: restore,
      path: "/users/7/restore",
      params: { id: "7" },
      state: () => isTrashed(cast.tess),
      title: "Restore Tess Trashed?",
    }),
  ],
  [
    "ticked rows",
    plain({
      action: bulk,
      path: "/users/bulk?status=Active",
      fields: { ids: ["2", "6"], status: "Rejected" },
      state: async () => [await statusOf(ben), await statusOf(dan)],
      title: "Set 2 users to Rejected?",
    }),
  ],
  [
    "ticked rows, to the trash",
    plain({
      action: bulk,
      path: "/users/bulk",
      fields: { ids: ["2", "6"], act: "delete" },
      state: async () => [await isTrashed(ben), await isTrashed(dan)],
      title: "Move 2 users to the trash?",
    }),
  ],
  ["all that match", everything],
  ["an undo", undone],
  ["an undo that takes a person away", creationUndone],
  ["an import", imported],
  [
    "a level",
    plain({
      action: changeAccess,
      path: "/team/people/2",
      fields: { access: "admin" },
      params: { id: "2" },
      state: () => accessOf(ben),
      title: "Change the access of Ben Active?",
    }),
  ],
  [
    "letting somebody in",
    plain({
      action: approve,
      path: "/team/people/6/approve",
      fields: { access: "client" },
      params: { id: "6" },
      state: () => accessOf(dan),
      title: "Change the access of Dan Directory?",
    }),
  ],
  [
    "taking access away",
    plain({
      action: takeAway,
      path: "/team/people/2/take-away",
      params: { id: "2" },
      state: () => accessOf(ben),
      title: "Take access away from Ben Active?",
    }),
  ],
  [
    "an invitation",
    plain({
      action: invite,
      path: "/team/invite",
      fields: { email: "new@example.com", access: "staff", sales: "view" },
      state: () => db.$count(invitations),
      title: "Invite new@example.com?",
      says: /access as staff in Sales/,
    }),
  ],
  ["an invitation sent again", sentAgain],
  ["the address of somebody with access", addressOf],
  ["requiring a second factor", requiring("on")],
  ["ending that requirement", requiring("off")],
  ["the reset of a lost second factor", stepReset],
  ["the bank details on invoices", bankDetails],
  ["an undo that changes the bank details", bankDetailsUndone],
  ["an undo that opens closed months", closingUndone],
  ["letting sent invoices change", sentUnlocked],
  ["an undo that lets sent invoices change", lockUndone],
  ["a refund", refund],
  ["a larger refund", refundEnlarged],
  ["a refund out of the trash", refundRestored],
  ["an undo of a deleted refund", () => refundUndone((id) => paymentResource.trash(ada, [id]))],
  ["an undo of a smaller refund", () => refundUndone((id) => paymentResource.change(ada, id, { amount: 5_00 }))],
];

/** Returns the form fields of a page as its browser sends them. */
const fieldsOf = ({ fields = [] }: PendingAct) =>
  Object.fromEntries(
    [...new Set(fields.map(([name]) => name))].map((name) => [
      name,
      fields.filter(([other]) => other === name).map(([, value]) => value),
    ]),
  );

describe("an action on people", () => {
  it.each(acts)("asks for the password first, and is then executed: %s", async (_, prepared) => {
    const { action, path, fields, params, state, title, says = /sign in|undo/ } = await prepared();
    const browser = await stale();
    const before = await state();
    const waiting = await pageAfter(browser, await press(action, browser, path, fields, params));
    expect(waiting).toMatchObject({ title, to: path, proof: { password: true } });
    expect(waiting.text).toMatch(says);
    expect(await state()).toEqual(before);

    const wrong = await press(
      action,
      browser,
      waiting.to,
      { ...fieldsOf(waiting), currentPassword: "not this one" },
      params,
    );
    expect(await pageAfter(browser, wrong)).toMatchObject({
      title,
      fields: waiting.fields,
      wrong: "This is not your password. Try again.",
    });
    expect(await state()).toEqual(before);

    const done = await press(action, browser, waiting.to, { ...fieldsOf(waiting), currentPassword: password }, params);
    expect(done.location).not.toContain("/confirm");
    expect(await state()).not.toEqual(before);
    minutes(1);
    expect(await userOfRequest(withCookies(get("/x"), done.headers))).toMatchObject({ id: ada.id });
  });

  it.each(acts)("is executed immediately within ten minutes of signing in: %s", async (_, prepared) => {
    const { action, path, fields, params, state } = await prepared();
    const browser = await signedIn("/x", ada);
    minutes(9);
    const before = await state();
    expect((await press(action, browser, path, fields, params)).location).not.toContain("/confirm");
    expect(await state()).not.toEqual(before);
  });

  it.each([
    [
      "what is chosen stands in place of what is typed",
      changeAccess,
      "/team/people/2",
      { access: "bogus", "choice:access": "owner" },
      () => accessOf(ben),
    ],
    [
      "a version is picked",
      changeAccess,
      "/team/people/2",
      { access: "bogus", "theirs:access": "admin", "pick:access": "theirs" },
      () => accessOf(ben),
    ],
    [
      "another version of the button is picked",
      resetStep,
      "/team/people/2/reset-second-factor",
      { act: "call-off", "pick:act": "theirs" },
      () => db.$count(secondFactorResets),
    ],
  ] as const)("asks for the result of the form, also where %s", async (_, action, path, fields, state) => {
    await stepReset();
    const browser = await stale();
    const before = await state();
    expect((await press(action, browser, path, fields, { id: "2" })).location).toMatch(/^\/confirm\?asked=/);
    expect(await state()).toEqual(before);
  });

  it("an action on people that restores people first says whom, and then asks for the password", async () => {
    const batch = batchOf(await created());
    const browser = await stale();
    expect((await press(undo, browser, "/undo", { batch, back: "/users" })).location).toMatch(/^\/undo\?/);
    expect(
      await pageAfter(browser, await press(undo, browser, "/undo", { batch, back: "/users", sure: "1" })),
    ).toMatchObject({ to: "/undo", back: "/users" });
    expect((await nell())?.deletedAt).toBeNull();
  });

  it("an action on people on their own page asks if it changes the status, and keeps the rest of the form", async () => {
    const browser = await stale();
    const fields = {
      name: dan.name,
      email: dan.email,
      role: dan.role,
      country: dan.country,
      phone: "+47 5550 3",
      status: dan.status,
      revision: "1",
    };
    const save = async (more: object) => press(editPerson, browser, "/users/6", { ...fields, ...more }, { id: "6" });
    expect(await save({})).toMatchObject({ status: 303, location: "/users/6" });
    const changed = { revision: "2", phone: "+47 5550 4", status: "Banned" };
    const waiting = await pageAfter(browser, await save(changed));
    expect(waiting).toMatchObject({ title: "Set Dan Directory to Banned?", to: "/users/6", back: "/users/6" });
    expect(await userResource.unrestricted.find(dan.id)).toMatchObject({ status: dan.status, phone: "+47 5550 3" });
    expect(Object.fromEntries(waiting.fields ?? [])).toMatchObject(changed);
    const again = (currentPassword: string) =>
      press(
        editPerson,
        browser,
        waiting.to,
        { ...Object.fromEntries(waiting.fields ?? []), currentPassword },
        { id: "6" },
      );
    expect((await again("wrong")).location).toMatch(/^\/confirm\?asked=/);
    expect(await statusOf(dan)).toBe(dan.status);
    expect(await again(password)).toMatchObject({ status: 303, location: "/users/6" });
    expect(await userResource.unrestricted.find(dan.id)).toMatchObject({ status: "Banned", phone: "+47 5550 4" });
  });

  it("an action on people through /api with an old session cannot change access, but everything else", async () => {
    const browser = await stale();
    const put = (body: object) => run(apiChange, send("PUT", "/api/users", { id: ben.id, ...body }, cookieOf(browser)));
    expect(await put({ status: "Banned" })).toMatchObject({
      status: 403,
      data: { message: expect.stringContaining("signed in less than ten minutes ago") as string },
    });
    expect(await statusOf(ben)).toBe("Active");
    expect(await put({ phone: "+47 5550 4" })).toMatchObject({ status: 200 });
    const fresh = await signedIn("/x", ada);
    expect(
      await run(apiChange, send("PUT", "/api/users", { id: ben.id, status: "Banned" }, cookieOf(fresh))),
    ).toMatchObject({ status: 200 });
  });

  it("a refund through /api with an old session is refused, but a payment is recorded", async () => {
    await refundOf(0);
    const browser = await stale();
    const record = (kind: string) =>
      run(apiChange, send("POST", "/api/payments", { kind, customerId: dan.id, amount: 10 }, cookieOf(browser)));
    expect(await record("refund")).toMatchObject({
      status: 403,
      data: { message: expect.stringContaining("A refund pays money out") as string },
    });
    expect(await paidOut()).toEqual([]);
    expect(await record("payment")).toMatchObject({ status: 200 });
  });

  it("an action on people that adds a person asks nobody, by form or through /api, because it grants nothing", async () => {
    const browser = await stale();
    const news = { name: "Nell New", email: "nell.new@example.com", status: "Active" };
    expect(
      await press(createPerson, browser, "/users/create", { ...news, role: "", country: "", phone: "" }),
    ).toMatchObject({ status: 303, location: expect.not.stringContaining("/confirm") as string });
    expect(
      await run(apiChange, send("POST", "/api/users", { ...news, email: "nell.too@example.com" }, cookieOf(browser))),
    ).toMatchObject({ status: 200 });
    expect(
      (await db.select({ access: users.access }).from(users).where(eq(users.name, news.name))).map(
        ({ access }) => access,
      ),
    ).toEqual(["none", "none"]);
  });
});

describe("an export of people", () => {
  it.each(["/users.csv?status=Active", "/users.json?q=ada", "/users.csv?ids=1,2"])(
    "leads to the question and back: %s",
    async (path) => {
      const browser = await stale();
      const answer = await run(exported, get(path, cookieOf(browser)));
      const waiting = await pageAfter(browser, answer);
      expect(waiting).toMatchObject({ title: "Download people?", to: path, proof: { password: true } });
      expect(waiting.text).toContain("names, addresses and telephone numbers");
      const page = answer.location ?? "";
      expect(await run(proveForFile, post(page, { currentPassword: "wrong" }, cookieOf(browser)))).toMatchObject({
        status: 400,
      });
      const proved = await run(proveForFile, post(page, { currentPassword: password }, cookieOf(browser)));
      expect(proved).toMatchObject({ status: 303, location: expect.stringContaining(page) as string });
      const now = withCookies(get(path), proved.headers);
      expect(JSON.stringify((await run(exported, now)).data)).toContain(ada.email);
    },
  );

  it.each([
    "/activity.csv?entity=users",
    "/activity.json",
    "/activity.csv?entity=orders&ids=1,2",
    "/activity.json?entity=nonsense",
  ])("an export of the history of people asks too: %s", async (path) => {
    await userResource.change(ada, ben.id, { phone: "+47 5550 5" });
    const browser = await stale();
    const waiting = await pageAfter(browser, await run(exported, get(path, cookieOf(browser))));
    expect(waiting).toMatchObject({ title: "Download the activity of people?", to: path, back: "/activity" });
    expect(JSON.stringify((await run(exported, await signedIn("/activity.json", ada))).data)).toContain("+47 5550 5");
  });

  it("an export of other resources' history, or by a user who sees only their own, does not ask", async () => {
    const browser = await stale();
    expect(await run(exported, get("/activity.csv?entity=orders", cookieOf(browser)))).toMatchObject({
      status: 200,
    });
    const support = await stale(await withAccess(ben, "staff", { support: "view" }));
    expect(await run(exported, get("/activity.csv", cookieOf(support)))).toMatchObject({ status: 200 });
  });

  it("an export of ticked people asks in the same way", async () => {
    const browser = await stale();
    expect(await press(bulk, browser, "/users/bulk", { ids: ["1", "2"], act: "export" })).toMatchObject({
      location: "/users.csv?ids=1,2",
    });
  });
});

describe("a change of billing", () => {
  const atPlan = "/settings/plan-billing";
  const defaults = async () =>
    (await db.select().from(paymentMethods).orderBy(asc(paymentMethods.id))).map(({ isDefault }) => isDefault);

  it("asks before another card is charged, and then charges it", async () => {
    for (const lastFour of ["4242", "1881"])
      await addCard(
        ada,
        { brand: "Visa", lastFour, expiryMonth: 12, expiryYear: 2088, holder: "Ada", asDefault: false },
        randomUUID(),
      );
    const browser = await stale();
    const path = `${atPlan}/cards/2/default`;
    const waiting = await pageAfter(browser, await press(makeDefault, browser, path, {}, { id: "2" }));
    expect(waiting).toMatchObject({
      title: "Charge another card?",
      text: "From now on the plan is charged to this card.",
      to: path,
      back: atPlan,
    });
    expect(await defaults()).toEqual([true, false]);
    await press(makeDefault, browser, path, { ...fieldsOf(waiting), currentPassword: password }, { id: "2" });
    expect(await defaults()).toEqual([false, true]);
  });

  it("asks before a charge is tried again, and then tries it", async () => {
    const browser = await stale();
    const waiting = await pageAfter(browser, await press(payAgain, browser, `${atPlan}/pay`));
    expect(waiting).toMatchObject({
      title: "Try the charge again?",
      text: "What is owed is charged to the default card at once.",
      to: `${atPlan}/pay`,
      back: atPlan,
    });
    expect(toastOf(await press(payAgain, browser, waiting.to, { currentPassword: password }))).toMatchObject({
      text: "Nothing is owed",
    });
  });

  it("asks in the form of the address, which keeps its input, and then saves it", async () => {
    const browser = await stale();
    const typed = {
      billingName: "New",
      billingAddress: "Street 1",
      billingEmail: "",
      billingCountry: "",
      taxId: "",
      seen: "",
    };
    const saved = () => db.$count(subscriptions, eq(subscriptions.billingName, "New"));
    const answer = await press(saveAddress, browser, `${atPlan}/address`, typed);
    expect(answer).toMatchObject({
      status: 400,
      data: {
        form: {
          fields: { billingName: "New", billingAddress: "Street 1" },
          errors: { currentPassword: "Enter your password to go on" },
        },
      },
    });
    expect(await saved()).toBe(0);
    const { seen } = (await run<{ seen: string }>(address, get(`${atPlan}/address`, cookieOf(browser)))).data;
    expect(
      await press(saveAddress, browser, `${atPlan}/address`, { ...typed, seen, currentPassword: password }),
    ).toMatchObject({ status: 303, location: atPlan });
    expect(await saved()).toBe(1);
  });
});

describe("a new token", () => {
  it("is not created without the password, whatever its scope, and the form keeps its input", async () => {
    const browser = await stale();
    for (const people of ["view", "change"]) {
      const typed = { name: "Program", life: "30", people };
      const at = "/settings/security/tokens/create";
      expect(await press(createToken, browser, at, typed)).toMatchObject({
        status: 400,
        data: { form: { fields: typed, errors: { currentPassword: "Enter your password to go on" } } },
      });
      expect(await db.$count(apiTokens)).toBe(0);
    }
    expect(
      await press(createToken, browser, "/x", {
        name: "Program",
        life: "30",
        people: "change",
        currentPassword: password,
      }),
    ).toMatchObject({ data: { made: { name: "Program", areas: { people: "change" } } } });
    expect(await db.$count(apiTokens)).toBe(1);
  });
});

describe("the confirmation page", () => {
  it("appears if the ten minutes ended while the form arrived", async () => {
    const browser = await signedIn("/x", ada);
    minutes(9);
    const request = post("/users/6/trash", {}, cookieOf(browser));
    const body = new ReadableStream(
      {
        async pull(controller) {
          minutes(2);
          controller.enqueue(new Uint8Array(await request.arrayBuffer()));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const { url, headers } = request;
    const slow = new Request(url, { method: "POST", headers, body, duplex: "half" });
    expect((await run(trash as never, slow, { id: "6" })).location).toMatch(/^\/confirm/);
    expect(await isTrashed(dan)).toBe(false);
  });

  it("shows no names to a user who may not undo the change", async () => {
    const batch = batchOf(await userResource.setStatus(ada, [dan.id], "Banned"));
    const client = await withAccess(ben, "client");
    const answer = await press(undo, await stale(client), "/undo", { batch });
    expect(answer.location).toBe("/");
    expect(toastOf(answer)).toMatchObject({ tone: "error", text: expect.stringContaining("nothing to undo") });
  });

  it("is only for its own user, and cannot be forged", async () => {
    const browser = await stale();
    const { location } = await press(trash, browser, "/users/6/trash", {}, { id: "6" });
    expect(await run(confirm, get(location ?? "", cookieOf(await signedIn("/x", ben))))).toMatchObject({ status: 404 });
    expect(await run(confirm, get("/confirm", cookieOf(browser)))).toMatchObject({ status: 302, location: "/" });
    expect(await run(confirm, get("/confirm?asked=AAAA", cookieOf(browser)))).toMatchObject({ status: 404 });
    expect(await isTrashed(dan)).toBe(false);
  });
});
