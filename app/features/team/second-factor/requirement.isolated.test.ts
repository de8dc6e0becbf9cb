/** Tests the required second factor: who must set it up, what they can do before, and that it cannot be bypassed. */
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { authenticators, journal, type User, users } from "db/schema";
import { action as api, loader as apiList } from "~/features/api/resource";
import { loader as confirmPage } from "~/auth/reauthentication/confirm";
import { beginSecondFactor } from "~/auth/second-factor/second-factor.server";
import { personOfRequest } from "~/auth/session.server";
import { makeToken } from "~/auth/tokens/api-tokens.server";
import { bearerOf } from "~/auth/tokens/bearer.server";
import { loader as home } from "~/features/home/home";
import { loader as live } from "~/features/live/live";
import { queueMail } from "~/core/mail/mail.server";
import { action as edit } from "~/features/users/edit";
import { loader as list } from "~/features/users/list";
import { loader as shell } from "~/shell/layout";
import { action as turnOff, loader as turnOffPage } from "~/features/settings/security/turn-off";
import { action as setUp, loader as setUpPage } from "~/features/settings/security/second-factor";
import { cast, password, testDatabase } from "~/testing/database";
import { get, post, run, send, signedIn, toastOf, withCookies } from "~/testing/requests";
import { setSecondFactorRequired, listWithoutSecondFactor } from "./requirement.server";
import { action, loader } from "./second-factor";
import { loader as team } from "../team";

// Spied on, not replaced: what is mailed can be looked at.
vi.mock("~/core/mail/mail.server", { spy: true });

testDatabase();
beforeEach(() => void vi.mocked(queueMail).mockClear());
afterEach(() => void vi.useRealTimers());

const { ada, ben, pia } = cast;
const setUpPath = "/settings/two-factor-authentication";
const mails = () => vi.mocked(queueMail).mock.calls.map(([, mail]) => `${mail.to}: ${mail.subject}`);
const set = (person: User, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, person.id))));
const demand = (required = true, by = ada) => write((tx) => setSecondFactorRequired(tx, by, required));
const secure = (person: User) =>
  write(async (tx) => {
    await beginSecondFactor(tx, person.id);
    await tx
      .update(authenticators)
      .set({ confirmedAt: new Date(), newCodes: null })
      .where(eq(authenticators.userId, person.id));
  });
const press = async (fields: Record<string, string>, by = ada) =>
  run<{ form: { errors: Record<string, string> } }>(action, await signedIn(post("/team/second-factor", fields), by));

/** Ada has a second factor and requires one; Ben has none. */
async function required() {
  await secure(ada);
  await demand();
}

describe("requiring a second factor", () => {
  it("is possible for owners who have one, after reauthentication", async () => {
    await set(ben, { access: "admin" });
    expect(await press({ required: "on" }, ben)).toMatchObject({ status: 403 });
    expect((await press({ required: "on" })).data.form.errors).toEqual({
      "": "Set up your own second factor first, so that you know that it works here.",
    });
    await secure(ada);
    vi.useFakeTimers({ toFake: ["Date"] });
    const late = await signedIn(post("/team/second-factor", { required: "on" }), ada);
    vi.setSystemTime(Date.now() + 11 * 60_000);
    const asked = await run(action, late);
    expect(asked).toMatchObject({ status: 303, location: expect.stringMatching(/^\/confirm\?asked=/) });
    expect(
      (
        await run<{ text: string }>(
          confirmPage,
          withCookies(get(asked.location ?? ""), new Headers({ "Set-Cookie": late.headers.get("Cookie") ?? "" })),
        )
      ).data.text,
    ).toMatch(/led to set one up.+One person has none today/);
    expect(await isRequired()).toBe(false);
    expect(await press({ required: "on", currentPassword: password })).toMatchObject({
      status: 303,
      location: "/team",
    });
    expect(await isRequired()).toBe(true);
    expect(await press({ required: "off" })).toMatchObject({ status: 303 });
    expect(await isRequired()).toBe(false);
  });

  it("lists who has none today: staff and above who can sign in", async () => {
    await set(pia, { access: "owner" });
    expect((await listWithoutSecondFactor()).map(({ name }) => name)).toEqual(["Ada Active", "Ben Active"]);
    await secure(ada);
    await set(ben, { access: "client" });
    expect(
      (await run<{ without: unknown[] }>(loader, await signedIn("/team/second-factor", ada))).data.without,
    ).toEqual([]);
  });

  it("is notified to users without one and to all owners, journalled, and done once if submitted twice", async () => {
    await required();
    await demand();
    expect(mails()).toEqual([
      `${ada.email}: A second factor is required at Portico`,
      `${ben.email}: A second factor is required at Portico`,
      `${ben.email}: Set up a second factor for Portico`,
    ]);
    await demand(false, ben);
    expect((await db.select().from(journal)).map(({ byName, note }) => [byName, note])).toEqual([
      ["Ada Active", "required a second factor of staff, admins and owners"],
      ["Ben Active", "stopped requiring a second factor"],
    ]);
  });
});

const isRequired = async () => (await run<{ required: boolean }>(team, await signedIn("/team", ada))).data.required;

describe("a user who must set up a second factor", () => {
  beforeEach(required);

  it.each([
    ["home", home, "/"],
    ["a page", list, "/users?q=a"],
    ["its data", list, "/users.data?q=a"],
  ])("is redirected from %s to set it up, and back", async (_, page, path) => {
    for (const access of ["staff", "admin", "owner"] as const) {
      await set(ben, { access, areas: { people: "change" } });
      expect(await run(page, await signedIn(path, ben))).toMatchObject({
        status: 302,
        location: `${setUpPath}?${new URLSearchParams({ from: path })}`,
      });
    }
  });

  it("changes nothing with other forms, and is told so", async () => {
    const answer = await run(
      edit,
      await signedIn(post("/users/6", { name: "Dan Changed", revision: "1" }, { Referer: get("/users/6").url }), ben),
      { id: "6" },
    );
    expect(answer).toMatchObject({ status: 303, location: `${setUpPath}?from=%2Fusers%2F6` });
    expect(toastOf(answer)).toMatchObject({
      tone: "error",
      text: "Set up your second factor first: it is required now, so nothing was changed.",
    });
    expect(await db.$count(users, eq(users.name, "Dan Changed"))).toBe(0);
  });

  it("is refused by /api with a session and a token, which works again afterwards", async () => {
    const message = expect.stringMatching(
      /^A second factor is required of this account, and none is set up\. Set it up at http/,
    );
    expect(await run(apiList, await signedIn("/api/users", ben))).toMatchObject({ status: 403, data: { message } });
    expect(
      await run(api, await signedIn(send("PUT", "/api/users", { id: 6, name: "Dan Changed" }), ben)),
    ).toMatchObject({ status: 403, data: { message } });
    const made = await makeToken(ben, { name: "Robot", life: 30, areas: { people: "view" }, access: false }, "key");
    const ask = () => get("/api/users", { Authorization: `Bearer ${made.ok ? made.token : ""}` });
    expect(await run(apiList, ask())).toMatchObject({ status: 403, data: { message } });
    await secure(ben);
    expect(await bearerOf(ask())).toMatchObject({ id: ben.id });
  });

  it("gets no live updates, and sees no menu and no inbox", async () => {
    const browser = await signedIn("/live", ben);
    expect((await run(live, browser)).status).toBe(204);
    expect(await personOfRequest(browser)).toMatchObject({ owesSecondFactor: true });
    expect((await run<{ user?: object; me?: object }>(shell, await signedIn(setUpPath, ben))).data).toMatchObject({
      me: { name: "Ben Active" },
    });
    expect((await run<{ user?: object }>(shell, await signedIn(setUpPath, ben))).data.user).toBeUndefined();
  });

  it("can set it up, is led on from there, and may do everything again", async () => {
    const path = `${setUpPath}?from=%2Fusers`;
    const press = async (fields: Record<string, string>) => run(setUp, await signedIn(post(path, fields), ben));
    const look = async () =>
      (await run<{ owes: boolean; set: string; secret: string }>(setUpPage, await signedIn(path, ben))).data;
    expect(await press({ act: "begin" })).toMatchObject({ status: 303, location: path });
    expect(await look()).toMatchObject({ state: "codes", owes: true });
    await press({ act: "keep", kept: "on", set: (await look()).set });
    const { secret } = await look();
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
    expect(await press({ act: "confirm", code })).toMatchObject({ status: 303, location: "/users" });
    expect(await run(list, await signedIn("/users", ben))).toMatchObject({ status: 200 });
  });
});

it("nothing is required of clients, of users with a second factor, or while it is not required", async () => {
  await secure(ada);
  expect(await run(list, await signedIn("/users", ben))).toMatchObject({ status: 200 });
  await demand();
  expect(await run(list, await signedIn("/users", ada))).toMatchObject({ status: 200 });
  await set(ben, { access: "client" });
  expect(await run(home, await signedIn("/", ben))).toMatchObject({ status: 200 });
  await demand(false);
  await set(ben, { access: "owner" });
  expect(await run(list, await signedIn("/users", ben))).toMatchObject({ status: 200 });
});

it("a required second factor cannot be turned off, and the page says why", async () => {
  await required();
  expect((await run<{ required: boolean }>(turnOffPage, await signedIn("/", ada))).data.required).toBe(true);
  const off = await run<{ form: { errors: Record<string, string> } }>(
    turnOff,
    await signedIn(post("/", { code: "123456" }), ada),
  );
  expect(off).toMatchObject({
    status: 400,
    data: { form: { errors: { "": expect.stringContaining("so it stays on") } } },
  });
  await demand(false);
  const wrong = await run<{ form: { errors: Record<string, string> } }>(
    turnOff,
    await signedIn(post("/", { code: "123456" }), ada),
  );
  expect(wrong.data.form.errors).toHaveProperty("code");
});
