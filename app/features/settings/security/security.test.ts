/** The security pages as a browser without scripts uses them. */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { and, eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import {
  accounts,
  apiTokens,
  journal,
  mailLinks,
  sessions,
  signIns,
  signInSteps,
  trustedBrowsers,
  users,
} from "db/schema";
import { action as login } from "~/features/sign-in/login";
import { userOfRequest } from "~/auth/session.server";
import { markReauthenticated } from "~/auth/sign-in.server";
import { recordSignIn, refusalsWritten } from "~/auth/sessions/sign-ins.server";
import { listTokens } from "~/auth/tokens/api-tokens.server";
import { newFormKey } from "~/core/form/form.server";
import type { FormState } from "~/core/form/form-state";
import { mailSettled } from "~/core/mail/mail.server";
import { cast, password, testDatabase } from "~/testing/database";
import { address, get, post, run, signedIn, toastOf, withCookies } from "~/testing/requests";
import { action as create, loader as createPage } from "./create-token";
import { action as endOthers } from "./end-other-sessions";
import { action as end } from "./end-session";
import { action as revoke } from "./revoke-token";
import { action as changePassword, loader as page } from "./security";
import { loader as history } from "./sign-ins";

testDatabase();
const outbox = join(config.dataDir, "outbox");
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  rmSync(outbox, { recursive: true, force: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await mailSettled();
});

const { ada, ben } = cast;
const better = "green kettle 92";
const minutes = (count: number) => vi.setSystemTime(Date.now() + count * 60_000);
const settled = () => refusalsWritten().then(() => write(async () => undefined));

/** Returns another request from the same browser. */
const from = (browser: Request, request: Request) =>
  new Request(request, {
    headers: { ...Object.fromEntries(request.headers), Cookie: browser.headers.get("Cookie") ?? "" },
  });
const acts = async () =>
  (
    await db
      .select({ note: journal.note })
      .from(journal)
      .where(and(eq(journal.action, "security"), eq(journal.recordId, String(ada.id))))
  ).map(({ note }) => note);

async function mails() {
  await mailSettled();
  return readdirSync(outbox)
    .sort()
    .map((name) => readFileSync(join(outbox, name), "utf8"));
}

type Page = { form: FormState; made?: { token: string } };
const change = (browser: Request, fields: Record<string, string> = {}) =>
  run<Page>(
    changePassword,
    from(
      browser,
      post("/settings/security", { currentPassword: password, password: better, key: newFormKey(), ...fields }),
    ),
  );
const logIn = (typed: string) => run(login, post("/login", { email: ada.email, password: typed }));

describe("changing the password", () => {
  it("ends all other sessions and tokens, and continues in this browser with a new cookie", async () => {
    const [here, elsewhere, bens] = [await signedIn("/x", ada), await signedIn("/x", ada), await signedIn("/x", ben)];
    await run(
      create,
      from(
        here,
        post("/settings/security/tokens/create", { name: "Report", sales: "view", life: "30", key: newFormKey() }),
      ),
    );
    await write(async (tx) => {
      const expiresAt = new Date(Date.now() + 60_000);
      await tx.insert(trustedBrowsers).values({ tokenHash: "t", userId: ada.id, expiresAt });
      await tx
        .insert(signInSteps)
        .values({ tokenHash: "s", userId: ada.id, owes: "code", way: "password", remember: false, expiresAt });
      await tx
        .insert(mailLinks)
        .values({ codeHash: "l", uid: ada.uid ?? "", purpose: "reset", email: ada.email, expiresAt });
    });
    const answer = await change(here);
    expect([answer.status, answer.location]).toEqual([303, "/settings/security"]);
    expect(toastOf(answer).text).toContain("Your password is changed.");
    expect(await userOfRequest(withCookies(get("/x"), answer.headers))).toMatchObject({ id: ada.id });
    expect(await userOfRequest(elsewhere)).toBeUndefined();
    expect(await userOfRequest(bens)).toMatchObject({ id: ben.id });
    vi.setSystemTime(Date.now() + 5_001);
    expect(await userOfRequest(here)).toBeUndefined();
    for (const table of [apiTokens, trustedBrowsers, signInSteps, mailLinks]) expect(await db.$count(table)).toBe(0);
    expect((await logIn(password)).status).toBe(403);
    expect((await logIn(better)).status).toBe(303);
    expect(await acts()).toEqual(["made an API token", "changed the password"]);
    const sent = await mails();
    const mail = sent.find((mail) => /^Subject: Your password was changed at Portico$/m.test(mail));
    expect(mail).toMatch(/^To: ada@example\.com$/m);
    expect(JSON.stringify([await db.select().from(journal), sent])).not.toMatch(new RegExp(`${better}|${password}`));
  });

  it("requires the old one, and a wrong one is reported beside its field and recorded", async () => {
    const [here, elsewhere] = [await signedIn("/x", ada), await signedIn("/x", ada)];
    const answer = await change(here, { currentPassword: "not my password" });
    expect(answer).toMatchObject({
      status: 400,
      data: { form: { errors: { currentPassword: "This is not your password. Try again." } } },
    });
    expect(JSON.stringify(answer.data)).not.toMatch(new RegExp(`not my password|${better}`));
    await settled();
    expect(await db.select().from(signIns).where(eq(signIns.refused, "wrong-password"))).toMatchObject([
      { userId: ada.id, address },
    ]);
    expect(await userOfRequest(elsewhere)).toBeDefined();
    expect((await logIn(password)).status).toBe(303);
    expect(await acts()).toEqual([]);
  });

  it.each([
    [{ password: "short" }, { password: "Use at least 8 characters" }],
    [{ password: "password123" }, { password: expect.stringContaining("Many people use this password") as string }],
    [
      { password: "an active kettle" },
      { password: "Your name is in this password, so it is easy to guess. Choose another one" },
    ],
    [{ password }, { password: "This is your password already. Choose another one" }],
    [{ currentPassword: "" }, { currentPassword: "Enter your current password" }],
  ])("enforces the password rule: %j", async (fields: Record<string, string>, errors) => {
    const answer = await change(await signedIn("/x", ada), fields);
    expect(answer).toMatchObject({ status: 400, data: { form: { fields: {} } } });
    expect(answer.data.form.errors).toEqual(errors);
    expect((await logIn(password)).status).toBe(303);
  });

  it("twice at once is done once, gets the same response, and signs nobody out", async () => {
    for (const atOnce of [true, false]) {
      await write(async (tx) => void (await tx.delete(journal)));
      const here = await signedIn("/x", ada);
      const fields = {
        key: newFormKey(),
        currentPassword: atOnce ? password : better,
        password: atOnce ? better : "blue kettle 93",
      };
      const both = atOnce
        ? await Promise.all([change(here, fields), change(here, fields)])
        : [await change(here, fields), await change(here, fields)];
      for (const answer of both)
        expect([answer.status, toastOf(answer).text]).toEqual([
          303,
          expect.stringContaining("Your password is changed."),
        ]);
      vi.setSystemTime(Date.now() + 5_001);
      expect(await userOfRequest(withCookies(get("/x"), both[1]!.headers))).toMatchObject({ id: ada.id });
      expect(await acts()).toEqual(["changed the password"]);
    }
    expect(await mails()).toHaveLength(2);
  });

  it("asks for the old one again when the form is sent later", async () => {
    const here = await signedIn("/x", ada);
    const key = newFormKey();
    const now = withCookies(get("/x"), (await change(here, { key })).headers);
    minutes(1.1);
    expect(await change(now, { key, password: "blue kettle 93" })).toMatchObject({
      status: 400,
      data: { form: { errors: { currentPassword: expect.any(String) } } },
    });
    const again = await change(now, { key, currentPassword: better, password: "blue kettle 93" });
    expect(again.status).toBe(303);
    expect(await acts()).toEqual(["changed the password", "changed the password"]);
  });

  it("cannot be attempted without a limit", async () => {
    const here = await signedIn("/x", ada);
    for (let guess = 0; guess < 10; guess++) await change(here, { currentPassword: `guess ${guess}` });
    expect(await change(here)).toMatchObject({ status: 429 });
  });

  it("is not possible for a user without a password", async () => {
    const here = await signedIn("/settings/security", ada);
    await write(
      async (tx) =>
        void (await tx
          .update(accounts)
          .set({ passwordHash: null })
          .where(eq(accounts.uid, ada.uid ?? ""))),
    );
    expect(await run(page, here)).toMatchObject({ data: { ways: { password: false, google: false } } });
    expect((await change(here)).status).toBe(400);
  });
});

describe("sessions", () => {
  interface Shown {
    sessions: { id: string; here: boolean; device: string; address: string }[];
  }
  const shown = async (browser: Request) =>
    (await run<Shown>(page, from(browser, get("/settings/security")))).data.sessions;

  it("are listed, and one can be ended immediately", async () => {
    const [here, elsewhere] = [await signedIn("/x", ada), await signedIn("/x", ada)];
    await signedIn("/x", ben);
    const list = await shown(here);
    expect(list.map((session) => session.here).sort()).toEqual([false, true]);
    expect(list[0]).toMatchObject({ device: "Unknown device", address });
    const other = list.find((session) => !session.here)?.id ?? "";
    const press = () => run(end, from(here, post("/settings/security/sessions/end", { session: other })));
    expect(toastOf(await press()).text).toBe("Unknown device was logged out.");
    expect(await userOfRequest(elsewhere)).toBeUndefined();
    expect(await userOfRequest(here)).toMatchObject({ id: ada.id });
    expect(toastOf(await press()).text).toContain("had been logged out already");
    expect(await acts()).toEqual(["logged out Unknown device"]);
  });

  it("sessions of another user, or with made-up ids, are not affected", async () => {
    const [here, bens] = [await signedIn("/x", ada), await signedIn("/x", ben)];
    const session = (await shown(bens))[0]?.id ?? "";
    for (const fields of [{ session }, { session: "made-up" }, {} as Record<string, string>]) {
      expect(toastOf(await run(end, from(here, post("/settings/security/sessions/end", fields)))).text).toContain(
        "had been logged out already",
      );
    }
    expect(await userOfRequest(bens)).toMatchObject({ id: ben.id });
    expect(await acts()).toEqual([]);
  });

  it("sessions that continued under a new cookie meanwhile are not reported as ended", async () => {
    const [here, elsewhere] = [await signedIn("/x", ada), await signedIn("/x", ada)];
    const old = (await shown(here)).find((session) => !session.here)?.id ?? "";
    const now = withCookies(get("/x"), await markReauthenticated(elsewhere));
    expect(
      toastOf(await run(end, from(here, post("/settings/security/sessions/end", { session: old })))).text,
    ).toContain("Look at the list.");
    expect(await userOfRequest(now)).toBeDefined();
  });

  it("sessions except the current one can be ended all together", async () => {
    const [here, second, third, bens] = [
      await signedIn("/x", ada),
      await signedIn("/x", ada),
      await signedIn("/x", ada),
      await signedIn("/x", ben),
    ];
    const press = () => run(endOthers, from(here, post("/settings/security/sessions/end-others")));
    expect(toastOf(await press()).text).toBe("2 other browsers were logged out.");
    expect(await Promise.all([here, second, third, bens].map((browser) => userOfRequest(browser)))).toMatchObject([
      { id: ada.id },
      undefined,
      undefined,
      { id: ben.id },
    ]);
    expect(toastOf(await press()).text).toBe("You are logged in nowhere else.");
    expect(await acts()).toEqual(["logged out 2 other browsers"]);
    expect(await db.$count(sessions, eq(sessions.userId, ada.id))).toBe(1);
  });
});

describe("the sign-in history", () => {
  it("lists successful and failed sign-ins, newest first, in pages, and only one's own", async () => {
    const here = await signedIn("/x", ada);
    await logIn("wrong again");
    await settled();
    await write(async (tx) => {
      for (let time = 0; time < 30; time++)
        await recordSignIn(tx, get("/x", { "User-Agent": "Firefox/1 Linux" }), ada.id, {
          way: "google",
          address: "2001:db8::1",
        });
      await recordSignIn(tx, get("/x"), ben.id, { way: "password", address: "" });
    });
    const at = async (query: string) =>
      (
        await run<{
          rows: { refused: string | null; device: string; way: string }[];
          page: number;
          pages: number;
          total: number;
        }>(history, from(here, get(`/settings/security/sign-ins${query}`)))
      ).data;
    const first = await at("");
    expect(first).toMatchObject({ page: 1, pages: 2, total: 32 });
    expect(first.rows).toHaveLength(20);
    expect(first.rows[0]).toMatchObject({ refused: null, way: "google", device: "Firefox on Linux" });
    expect((await at("?page=2")).rows.slice(-2)).toMatchObject([{ refused: "invalid-credential" }, { refused: null }]);
    expect(await at("?page=999")).toMatchObject({ page: 2 });
    expect(await at("?page=-1")).toMatchObject({ page: 1 });
    expect((await run(page, from(here, get("/settings/security")))).data).toMatchObject({
      history: { total: 32, rows: { length: 5 } },
    });
  });
});

describe("the page of a new token", () => {
  const press = (browser: Request, fields: Record<string, string> = {}) =>
    run<Page>(
      create,
      from(
        browser,
        post("/settings/security/tokens/create", {
          name: "Report",
          sales: "change",
          life: "90",
          key: newFormKey(),
          ...fields,
        }),
      ),
    );

  it("shows it only in the response, and reports its creation and revocation by mail", async () => {
    const here = await signedIn("/x", ada);
    const { status, data } = await press(here);
    const token = data.made?.token ?? "";
    expect([status, token]).toEqual([200, expect.stringMatching(/^portico_/)]);
    const pages = [
      await run(createPage, from(here, get("/settings/security/tokens/create"))),
      await run(page, from(here, get("/settings/security"))),
    ];
    expect(JSON.stringify(pages)).not.toContain(token.slice(12));
    expect(pages[1]).toMatchObject({
      data: {
        tokens: [
          {
            name: "Report",
            areas: { sales: "change" },
            access: false,
            start: token.slice(0, 12),
            lastUsedAt: null,
            expired: false,
          },
        ],
      },
    });

    const [row] = await listTokens(ada.id);
    const params = { id: String(row?.id) };
    const revoked = (browser: Request) =>
      run(revoke, from(browser, post(`/settings/security/tokens/${params.id}/revoke`)), params);
    expect(toastOf(await revoked(await signedIn("/x", ben))).text).toContain("You have no such token");
    expect(toastOf(await revoked(here)).text).toBe("“Report” was revoked. It opens nothing any more.");
    expect(toastOf(await revoked(here)).text).toContain("You have no such token");
    expect(await acts()).toEqual(["made an API token", "revoked an API token"]);
    const sent = await mails();
    expect(sent.map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]).sort()).toEqual([
      "A new API token at Portico",
      "An API token was revoked at Portico",
    ]);
    expect(sent.join()).not.toContain(token.slice(12));
  });

  it("asks for the password if it was given long ago, and keeps the input", async () => {
    const here = await signedIn("/x", ada);
    minutes(11);
    expect(await press(here)).toMatchObject({
      status: 400,
      data: {
        form: {
          fields: { name: "Report", sales: "change", life: "90" },
          errors: { currentPassword: "Enter your password to go on" },
        },
      },
    });
    const key = newFormKey();
    const both = await Promise.all([
      press(here, { currentPassword: password, key }),
      press(here, { currentPassword: password, key }),
    ]);
    expect(both.map(({ data }) => data.made?.token)).toEqual([
      both[0].data.made?.token,
      expect.stringMatching(/^portico_/),
    ]);
    expect(both[0].data.made?.token).toBe(both[1].data.made?.token);
    vi.setSystemTime(Date.now() + 5_001);
    expect(await userOfRequest(withCookies(get("/x"), both[1].headers))).toMatchObject({ id: ada.id });
    expect(await db.$count(apiTokens)).toBe(1);
  });

  it("gives a form that has created a token a new key, and says so", async () => {
    const here = await signedIn("/x", ada);
    const key = newFormKey();
    await press(here, { key });
    const again = await press(here, { key, name: "Another" });
    expect(again).toMatchObject({
      status: 409,
      data: { form: { fields: { name: "Another" }, errors: { "": expect.stringContaining("“Report”") } } },
    });
    expect((await press(here, { key: again.data.form.key ?? "", name: "Another" })).data.made?.token).toMatch(
      /^portico_/,
    );
  });

  it.each([
    [{ name: " " }, { name: "Enter a name, such as what will use the token" }],
    [{ name: "x".repeat(61) }, { name: "Keep this to 60 characters" }],
    [{ sales: "" }, { sales: "Choose at least one area" }],
    [{ sales: "own" }, { sales: "Choose what the token may do there" }],
    [{ access: "on" }, { access: "For this the token must be able to change people" }],
    [{ people: "view", access: "on" }, { access: "For this the token must be able to change people" }],
    [{ life: "never" }, { life: "Choose how long it lives" }],
    ...["366", "400", "730", "36500"].map((life) => [{ life }, { life: "Choose how long it lives" }]),
  ] as [Record<string, string>, object][])("refuses to create one of %j", async (fields, errors) => {
    expect((await press(await signedIn("/x", ada), fields)).data.form.errors).toEqual(errors);
    expect(await db.$count(apiTokens)).toBe(0);
  });

  it("offers and accepts nothing beyond the user's own access", async () => {
    await write(
      async (tx) =>
        void (await tx
          .update(users)
          .set({ access: "staff", areas: { sales: "view", people: "change" } })
          .where(eq(users.id, ada.id))),
    );
    const here = await signedIn("/x", ada);
    expect((await run(createPage, from(here, get("/settings/security/tokens/create")))).data).toMatchObject({
      areas: { sales: "view", people: "change" },
    });
    expect((await press(here, { sales: "change", reports: "view" })).data.form.errors).toEqual({
      sales: "Your own access to sales does not go that far",
      reports: "Your own access to reports does not go that far",
    });
    expect((await press(here, { sales: "view", people: "change", access: "on" })).data.made).toMatchObject({
      areas: { sales: "view", people: "change" },
      access: true,
    });
    expect(await db.$count(apiTokens)).toBe(1);
  });
});
