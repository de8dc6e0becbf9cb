/** Tests the reset of a lost second factor: who may request it, who is notified, when, and what it removes. */
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { closeDatabase, db, write } from "db";
import {
  apiTokens,
  authenticators,
  journal,
  recoveryCodes,
  secondFactorResets,
  sessions,
  signInSteps,
  trustedBrowsers,
  type User,
  users,
} from "db/schema";
import { action as login } from "~/features/sign-in/login";
import { beginSecondFactor, endSecondFactor, isSecondFactorOn } from "~/auth/second-factor/second-factor.server";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { queueMail } from "~/core/mail/mail.server";
import { saveListState } from "~/shell/list-state.server";
import { cast, password, testDatabase } from "~/testing/database";
import { action as settingsAction, loader as settingsPage } from "~/features/settings/security/second-factor";
import { get, post, run, signedIn, toastOf, withCookies } from "~/testing/requests";
import { action as followLink, loader as linkPage } from "./reset-link";
import { action, loader } from "./reset-second-factor";
import { loader as team } from "../team";

// Spied on, not replaced: what is mailed can be looked at.
vi.mock("~/core/mail/mail.server", { spy: true });

testDatabase();
beforeEach(async () => {
  vi.mocked(queueMail).mockClear();
  vi.useFakeTimers({ toFake: ["Date"] });
  await secure(ben);
});
afterEach(() => void vi.useRealTimers());

const { ada, ben, pia } = cast;
const hours = (count: number) => vi.setSystemTime(Date.now() + count * 3_600_000);
const sent = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => mail);
const mails = () => sent().map(({ to, subject }) => `${to}: ${subject}`);
const set = (person: User, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));
const secure = (person: User) =>
  write(async (tx) => {
    await beginSecondFactor(tx, person.id);
    await tx
      .update(authenticators)
      .set({ confirmedAt: new Date(), newCodes: null })
      .where(eq(authenticators.userId, person.id));
  });

interface Page {
  form: { errors: Record<string, string> };
  why?: string;
  dueAt?: Date;
}
const press = async (by: User, fields: Record<string, string> = {}, person = ben) =>
  run<Page>(action, await signedIn(post(`/team/people/${person.id}/reset-second-factor`, fields), by), {
    id: String(person.id),
  });
const look = async (by: User, person = ben) =>
  (await run<Page>(loader, await signedIn("/", by), { id: String(person.id) })).data;
const errorOf = async (by: User, fields = {}, person = ben) => (await press(by, fields, person)).data.form.errors[""];
/** The path of the link that was mailed. */
const link = () => {
  const found =
    /http\S+reset-second-factor\?\S+/.exec(
      sent().findLast(({ text }) => text.includes("/reset-second-factor?"))?.text ?? "",
    )?.[0] ?? "";
  return new URL(found).pathname + new URL(found).search;
};
const follow = (act: string, path = link()) => run(followLink, post(path, { act }));
const logIn = () => run(login, post("/login", { email: ben.email, password }));
const isPending = async () => (await db.$count(secondFactorResets)) > 0;
const dead =
  "This link does not count any more: the reset was done, or called off. Log in, or ask whoever wanted to reset it.";

describe("a reset of a second factor", () => {
  it("can be requested by owners, by admins for users below them, and by nobody for themselves", async () => {
    await set(ada, { access: "admin" });
    await set(pia, { access: "owner", status: "Active" });
    for (const access of ["owner", "admin"] as const) {
      await set(ben, { access });
      expect(await errorOf(ada)).toBe("Only an owner resets the second factor of Ben Active. Ask an owner.");
      expect((await look(ada)).why).toBe("Only an owner resets the second factor of Ben Active. Ask an owner.");
    }
    await secure(ada);
    expect(await errorOf(ada, {}, ada)).toBe(
      "You cannot reset your own second factor. Log in with a recovery code, or ask an owner.",
    );
    expect(await errorOf(pia, {}, pia)).toMatch(/^You cannot reset your own.* or ask another owner\.$/);
    expect(await isPending()).toBe(false);
    await set(ben, { access: "staff", areas: { people: "change" } });
    expect(await press(ben, {}, ada)).toMatchObject({ status: 403 });
    expect(await press(ada)).toMatchObject({ status: 303, location: "/team" });
    expect(await press(pia, {}, ada)).toMatchObject({ status: 303, location: "/team" });
  });

  it("leads back to the team's list as it was left", async () => {
    const left = new Headers({ "Set-Cookie": (await saveListState(get("/team?q=e"), ada, {})) ?? "" });
    const request = withCookies(await signedIn(post("/team/people/2/reset-second-factor"), ada), left);
    expect((await run(action, request, { id: "2" })).location).toBe("/team?q=e");
  });

  it("is refused for users without a second factor", async () => {
    expect(await errorOf(ben, {}, ada)).toBe("Ada Active has no second factor that could be reset.");
  });

  it("requires reauthentication before anything is done", async () => {
    const request = await signedIn(post("/team/people/2/reset-second-factor"), ada);
    hours(1);
    expect(await run(action, request, { id: "2" })).toMatchObject({
      status: 303,
      location: expect.stringMatching(/^\/confirm\?asked=/),
    });
    expect(await isPending()).toBe(false);
  });

  it("is mailed to its user and all owners, with the link only to the user; submitted twice it is one", async () => {
    await press(ada);
    await press(ada);
    expect(mails()).toEqual([
      `${ben.email}: Your second factor at Portico is to be reset`,
      `${ada.email}: A second factor is to be reset at Portico`,
    ]);
    expect(
      sent()
        .filter(({ text }) => text.includes("oobCode"))
        .map(({ to }) => to),
    ).toEqual([ben.email]);
    const [row] = await db.select().from(secondFactorResets);
    expect(link()).not.toContain(row?.codeHash);
    expect(await db.select().from(journal)).toMatchObject([
      { byName: "Ada Active", recordId: "2", action: "security", note: "asked to reset the second factor" },
    ]);
  });

  it("is shown as pending on the team page, and changes nothing until then", async () => {
    await press(ada);
    const { people } = (
      await run<{ people: { id: number; resetAt: Date | null; mayReset: boolean }[] }>(
        team,
        await signedIn("/team", ada),
      )
    ).data;
    expect(people.map(({ id, resetAt, mayReset }) => [id, resetAt?.getTime(), mayReset])).toEqual([
      [ada.id, undefined, false],
      [ben.id, (await look(ada)).dueAt?.getTime(), true],
    ]);
    hours(23);
    expect(await logIn()).toMatchObject({ status: 303, location: "/login/verify" });
    await runMaintenance();
    expect(await isSecondFactorOn(ben.id)).toBe(true);
  });
});

describe("a reset takes effect", () => {
  it("once its user confirms it through the link, which works once and ends all their sessions and tokens", async () => {
    await signedIn("/", ben);
    await write(async (tx) => {
      const soon = new Date(Date.now() + 60_000);
      await tx.insert(trustedBrowsers).values({ tokenHash: "a", userId: ben.id, expiresAt: soon });
      await tx
        .insert(signInSteps)
        .values({ tokenHash: "a", userId: ben.id, owes: "code", way: "password", remember: false, expiresAt: soon });
      await tx
        .insert(apiTokens)
        .values({ tokenHash: "a", userId: ben.id, name: "Robot", start: "a", areas: {}, expiresAt: soon });
    });
    await press(ada);
    expect((await run<Page>(linkPage, get(link()))).status).toBe(200);
    expect(await isSecondFactorOn(ben.id)).toBe(true); // looking does nothing
    expect(await follow("reset")).toMatchObject({ status: 303, location: "/login" });
    for (const table of [authenticators, recoveryCodes, trustedBrowsers, signInSteps, apiTokens, secondFactorResets])
      expect(await db.$count(table, table === secondFactorResets ? undefined : eq(table.userId, ben.id))).toBe(0);
    expect(await db.$count(sessions, eq(sessions.userId, ben.id))).toBe(0);
    expect(mails().at(-1)).toBe(`${ben.email}: Your second factor was reset at Portico`);
    await secure(ben);
    expect(toastOf(await follow("reset"))).toMatchObject({ text: dead });
    expect((await run(linkPage, get(link()))).status).toBe(400);
    expect(await isSecondFactorOn(ben.id)).toBe(true);
  });

  it("after a day at the next login, also after a restart", async () => {
    await press(ada);
    await closeDatabase();
    vi.useRealTimers(); // time passes while they log in
    await write(async (tx) => void (await tx.update(secondFactorResets).set({ dueAt: new Date() })));
    expect(await logIn()).toMatchObject({ status: 303, location: "/" });
    expect(await isSecondFactorOn(ben.id)).toBe(false);
    expect(await db.$count(sessions, eq(sessions.userId, ben.id))).toBe(1);
    expect((await db.select().from(journal)).at(-1)).toMatchObject({
      byName: "Portico",
      note: "reset the second factor",
    });
  });

  it("after a day by maintenance, only once", async () => {
    await signedIn("/", ben);
    await press(ada);
    hours(24);
    expect(await runMaintenance()).toContain("Reset 1 second factor as was asked a day ago.");
    expect(await runMaintenance()).toContain("Reset 0 second factors as was asked a day ago.");
    expect(await isSecondFactorOn(ben.id)).toBe(false);
    expect(await db.$count(sessions, eq(sessions.userId, ben.id))).toBe(0);
  });

  it("never if its requester has lost the permission", async () => {
    for (const values of [{ access: "staff" }, { status: "Banned" }] as const) {
      await set(ada, { access: "owner", status: "Active" });
      await press(ada);
      await set(ada, values);
      expect(toastOf(await follow("reset"))).toMatchObject({ text: dead });
      hours(24);
      expect(await logIn()).toMatchObject({ location: "/login/verify" });
      expect(await isPending()).toBe(false);
      expect(await isSecondFactorOn(ben.id)).toBe(true);
    }
  });
});

describe("a reset is cancelled", () => {
  it("a reset is cancelled by its user through the link, and the owners are told", async () => {
    await press(ada);
    expect(await follow("call-off")).toMatchObject({ status: 303, location: "/login" });
    const told = "The reset of a second factor at Portico was called off";
    expect(mails().slice(2)).toEqual([`${ben.email}: ${told}`, `${ada.email}: ${told}`]);
    expect(toastOf(await follow("reset"))).toMatchObject({ text: dead });
    hours(24);
    expect(await logIn()).toMatchObject({ location: "/login/verify" });
  });

  it("a reset is cancelled by an owner, and no link revives it", async () => {
    await press(ada);
    const path = link();
    await set(pia, { access: "owner", status: "Active" });
    expect(await press(pia, { act: "call-off" })).toMatchObject({ status: 303 });
    expect(await errorOf(pia, { act: "call-off" })).toBe("The reset was done or called off meanwhile.");
    await follow("reset", path);
    hours(24);
    await runMaintenance();
    expect(await isSecondFactorOn(ben.id)).toBe(true);
  });

  it("when the second factor itself is turned off", async () => {
    await press(ada);
    await write((tx) => endSecondFactor(tx, ben.id));
    expect(await isPending()).toBe(false);
  });
});

describe("a pending reset, in the settings of its person", () => {
  const settings = async () =>
    (await run<{ resetAt?: Date }>(settingsPage, await signedIn("/settings/two-factor-authentication", ben))).data;
  const callOff = async () =>
    run<Page>(settingsAction, await signedIn(post("/settings/two-factor-authentication", { act: "call-off" }), ben));

  it("is shown, and can be cancelled there without a code", async () => {
    expect((await settings()).resetAt).toBeUndefined();
    await press(ada);
    expect((await settings()).resetAt).toBeInstanceOf(Date);
    expect(toastOf(await callOff()).text).toBe("Your second factor stays on. All owners are told.");
    expect([await isPending(), await isSecondFactorOn(ben.id), (await settings()).resetAt]).toEqual([
      false,
      true,
      undefined,
    ]);
    expect((await callOff()).data.form.errors[""]).toBe("The reset was done or called off meanwhile.");
  });
});
