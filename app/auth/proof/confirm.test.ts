/** Dangerous acts ask again who one is, say what will happen, and lose nothing of what was asked. */
import type { ActionFunctionArgs } from "@remix-run/node";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db } from "db";
import { invitations, subscriptions, type User } from "db/schema";
import { action as apiChange } from "~/api/resource";
import { action as saveAddress } from "~/billing/address";
import { action as makeDefault } from "~/billing/default-card";
import { action as payAgain } from "~/billing/pay-again";
import { action as undo } from "~/journal/undo";
import { action as bulk } from "~/records/bulk";
import { action as restore } from "~/records/restore";
import { action as setStatus } from "~/records/status";
import { action as trash } from "~/records/trash";
import { action as editPerson } from "~/users/edit";
import { loader as exported } from "~/users/export";
import { userRecords } from "~/users/users.server";
import { cast, password, testDatabase } from "~/testing/database";
import { action as approve } from "~/team/approve";
import { action as changeAccess } from "~/team/change";
import { action as invite } from "~/team/invite";
import { action as takeAway } from "~/team/take-away";
import { get, post, run, send, signedIn, toastOf, withCookies } from "~/testing/requests";
import { anyone } from "../session.server";
import { action as proveForFile, loader as confirm } from "./confirm";
import type { Waiting } from "./confirm.server";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());
const { ada, ben, dan } = cast;

const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);

/** The browser of somebody who signed in long before. */
async function stale(me: User = ada) {
  const browser = await signedIn("/x", me);
  minutes(11);
  return browser;
}

type Action = (args: ActionFunctionArgs) => unknown;
const cookieOf = (browser: Request) => ({ Cookie: browser.headers.get("Cookie") ?? "" });
const press = (action: Action, browser: Request, path: string, fields: Record<string, string | string[]> = {}, params = {}) => run(action as never, post(path, fields as never, cookieOf(browser)), params);

/** What the page says that an answer leads to. */
async function pageAfter(browser: Request, answer: { status: number; location?: string | null }) {
  expect([answer.status, answer.location]).toEqual([303, expect.stringMatching(/^\/confirm\?asked=/)]);
  return (await run<Waiting & { proof?: object }>(confirm, get(answer.location ?? "", cookieOf(browser)))).data;
}

const accessOf = async (person: User) => (await userRecords.find(person.id))?.access;
const statusOf = async (person: User) => (await userRecords.find(person.id))?.status;
const isTrashed = async (person: User) => Boolean((await userRecords.find(person.id))?.deletedAt);

describe("an act on people", () => {
  const acts: [string, Action, string, Record<string, string | string[]>, Record<string, string>, () => Promise<unknown>, string][] = [
    ["a status", setStatus, "/users/2/status", { status: "Banned", note: "Why" }, { id: "2" }, () => statusOf(ben), "Set Ben Active to Banned?"],
    ["the trash", trash, "/users/2/trash", { back: "/users" }, { id: "2" }, () => isTrashed(ben), "Move Ben Active to the trash?"],
    ["a restore", restore, "/users/7/restore", {}, { id: "7" }, () => isTrashed(cast.tess), "Restore Tess Trashed?"],
    ["ticked rows", bulk, "/users/bulk?status=Active", { ids: ["2", "6"], status: "Rejected" }, {}, async () => [await statusOf(ben), await statusOf(dan)], "Set 2 users to Rejected?"],
    ["a level", changeAccess, "/team/people/2", { access: "admin" }, { id: "2" }, () => accessOf(ben), "Change the access of Ben Active?"],
    ["letting somebody in", approve, "/team/people/6/approve", { access: "client" }, { id: "6" }, () => accessOf(dan), "Change the access of Dan Directory?"],
    ["taking access away", takeAway, "/team/people/2/take-away", {}, { id: "2" }, () => accessOf(ben), "Take access away from Ben Active?"],
    ["an invitation", invite, "/team/invite", { email: "new@example.com", access: "admin" }, {}, () => db.$count(invitations), "Invite somebody?"],
  ];

  it.each(acts)("asks first, then does as it was asked: %s", async (_, action, path, fields, params, state, title) => {
    const browser = await stale();
    const before = await state();
    const waiting = await pageAfter(browser, await press(action, browser, path, fields, params));
    expect(waiting).toMatchObject({ title, to: path, proof: { password: true } });
    expect(waiting.text).toMatch(/sign in/);
    expect(await state()).toEqual(before);

    const sent = Object.fromEntries([...new Set(waiting.fields?.map(([name]) => name))].map((name) => [name, (waiting.fields ?? []).filter(([other]) => other === name).map(([, value]) => value)]));
    const wrong = await press(action, browser, waiting.to, { ...sent, currentPassword: "not this one" }, params);
    expect(toastOf(wrong)).toMatchObject({ text: "This is not your password. Try again.", tone: "error" });
    expect(await pageAfter(browser, wrong)).toMatchObject({ title, fields: waiting.fields });
    expect(await state()).toEqual(before);

    const done = await press(action, browser, waiting.to, { ...sent, currentPassword: password }, params);
    expect(done.location).not.toContain("/confirm");
    expect(await state()).not.toEqual(before);
    minutes(1);
    expect(await anyone(withCookies(get("/x"), done.headers))).toMatchObject({ id: ada.id });
  });

  it.each(acts)("is done at once within ten minutes of signing in: %s", async (_, action, path, fields, params, state) => {
    const browser = await signedIn("/x", ada);
    minutes(9);
    const before = await state();
    expect((await press(action, browser, path, fields, params)).location).not.toContain("/confirm");
    expect(await state()).not.toEqual(before);
  });

  it("that takes one back asks too", async () => {
    const { change } = (await userRecords.setStatus(ada, [ben.id], "Banned")) as { change?: string };
    const browser = await stale();
    const waiting = await pageAfter(browser, await press(undo, browser, "/undo", { change: change ?? "", back: "/users" }));
    expect(waiting).toMatchObject({ title: "Undo what was done to Ben Active?", to: "/undo", back: "/users" });
    expect(await statusOf(ben)).toBe("Banned");
    await press(undo, browser, "/undo", { change: change ?? "", back: "/users", currentPassword: password });
    expect(await statusOf(ben)).toBe("Active");
  });

  it("on their own page asks, where the status is another one, and keeps the rest of the form", async () => {
    const browser = await stale();
    const fields = { name: dan.name, email: dan.email, role: dan.role, country: dan.country, phone: "+47 3", status: dan.status, revision: "1" };
    const save = async (more: object) => press(editPerson, browser, "/users/6", { ...fields, ...more }, { id: "6" });
    expect(await save({})).toMatchObject({ status: 303, location: "/users/6" });
    const changed = { revision: "2", phone: "+47 4", status: "Banned" };
    const waiting = await pageAfter(browser, await save(changed));
    expect(waiting).toMatchObject({ title: "Set Dan Directory to Banned?", to: "/users/6", back: "/users/6" });
    expect(await userRecords.find(dan.id)).toMatchObject({ status: dan.status, phone: "+47 3" });
    expect(Object.fromEntries(waiting.fields ?? [])).toMatchObject(changed);
    const again = (currentPassword: string) => press(editPerson, browser, waiting.to, { ...Object.fromEntries(waiting.fields ?? []), currentPassword }, { id: "6" });
    expect((await again("wrong")).location).toMatch(/^\/confirm\?asked=/);
    expect(await statusOf(dan)).toBe(dan.status);
    expect(await again(password)).toMatchObject({ status: 303, location: "/users/6" });
    expect(await userRecords.find(dan.id)).toMatchObject({ status: "Banned", phone: "+47 4" });
  });

  it("at /api by an old session changes nobody’s access, and the rest as ever", async () => {
    const browser = await stale();
    const put = (body: object) => run(apiChange, send("PUT", "/api/users", { id: ben.id, ...body }, cookieOf(browser)));
    expect(await put({ status: "Banned" })).toMatchObject({ status: 403, data: { message: expect.stringContaining("signed in less than ten minutes ago") as string } });
    expect(await statusOf(ben)).toBe("Active");
    expect(await put({ phone: "+47 4" })).toMatchObject({ status: 200 });
    const fresh = await signedIn("/x", ada);
    expect(await run(apiChange, send("PUT", "/api/users", { id: ben.id, status: "Banned" }, cookieOf(fresh)))).toMatchObject({ status: 200 });
  });
});

describe("a file of people", () => {
  it("leads to the question and back", async () => {
    const browser = await stale();
    const answer = await run(exported, get("/users.csv?status=Active", cookieOf(browser)));
    expect(await pageAfter(browser, answer)).toMatchObject({ title: "Download people?", to: "/users.csv?status=Active", proof: { password: true } });
    const page = answer.location ?? "";
    expect(await run(proveForFile, post(page, { currentPassword: "wrong" }, cookieOf(browser)))).toMatchObject({ status: 400 });
    const proved = await run(proveForFile, post(page, { currentPassword: password }, cookieOf(browser)));
    expect(proved).toMatchObject({ status: 303, location: expect.stringContaining(page) as string });
    const now = withCookies(get("/users.csv?status=Active"), proved.headers);
    expect((await run<string>(exported, now)).data).toContain(ada.email);
  });
});

describe("billing", () => {
  it.each([
    ["the default card", makeDefault, "/settings/plan-billing/cards/1/default", { id: "1" }],
    ["a charge that is tried again", payAgain, "/settings/plan-billing/pay", {}],
  ] as [string, Action, string, object][])("asks first: %s", async (_, action, path, params) => {
    const browser = await stale();
    expect(await pageAfter(browser, await press(action, browser, path, {}, params))).toMatchObject({ to: path, back: "/settings/plan-billing" });
  });

  it("asks in the form of the address", async () => {
    const browser = await stale();
    const answer = await press(saveAddress, browser, "/settings/plan-billing/address", { billingName: "New", billingAddress: "Street 1", billingEmail: "", billingCountry: "", taxId: "", seen: "" });
    expect(answer).toMatchObject({ status: 400, data: { form: { fields: { billingName: "New" }, errors: { currentPassword: "Enter your password to go on" } } } });
    expect(await db.$count(subscriptions, eq(subscriptions.billingName, "New"))).toBe(0);
  });
});

describe("the page", () => {
  it("is nobody else’s, and cannot be made up", async () => {
    const browser = await stale();
    const { location } = await press(trash, browser, "/users/6/trash", {}, { id: "6" });
    expect(await run(confirm, get(location ?? "", cookieOf(await signedIn("/x", ben))))).toMatchObject({ status: 404 });
    expect(await run(confirm, get("/confirm", cookieOf(browser)))).toMatchObject({ status: 302, location: "/" });
    expect(await run(confirm, get("/confirm?asked=AAAA", cookieOf(browser)))).toMatchObject({ status: 404 });
    expect(await isTrashed(dan)).toBe(false);
  });
});
