/** A new e-mail address, from the form to the link that is opened in some browser or other. */
import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { accounts, journal, mailLinks, sessions, type User, users } from "db/schema";
import { loader as verifyPage, action as verifyAction } from "~/features/sign-in/mail/email-verification";
import { identity } from "~/auth/identity/identity.server";
import { action as login } from "~/features/sign-in/login";
import { userOfRequest } from "~/auth/session.server";
import { undoChange } from "~/core/undo/undo.server";
import { mailSettled } from "~/core/mail/mail.server";
import { asLocalSample, cast, password, testDatabase } from "~/testing/database";
import { type Answer, get, post, run, signedIn, toastOf, withCookies } from "~/testing/requests";
import { withAccess } from "~/testing/people";
import { userResource } from "~/features/users/users.server";
import { action, loader } from "./email";

testDatabase();
const { ada, ben, dan } = cast;
const anew = "ada.new@example.com";
const outbox = join(config.dataDir, "outbox");

beforeEach(() => {
  rmSync(outbox, { recursive: true, force: true });
  mkdirSync(outbox, { recursive: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await mailSettled();
});

interface Page {
  now: string;
  waiting?: { email: string; link?: string };
  proof?: object;
  form: { fields: Record<string, string>; errors: Record<string, string> };
  refused?: string;
}

const send = async (fields: Record<string, string>, by: User = ada) =>
  asLocalSample(async () => run<Page>(action, await signedIn(post("/settings/email", fields), by)));
const ask = (email = anew, by: User = ada) => send({ act: "ask", email }, by);
const shown = async (answer?: Answer) =>
  (await run<Page>(loader, withCookies(await signedIn("/settings/email", ada), answer?.headers ?? new Headers()))).data;
const pathOf = (link = "") => link.slice(config.appUrl.length);
const linkOf = async (answer: Answer) => pathOf((await shown(answer)).waiting?.link);
const asked = async (email = anew) => linkOf(await ask(email));
const open = async (link: string, by?: User) => run<Page>(verifyPage, by ? await signedIn(link, by) : get(link));
const set = (id: number, values: Partial<User>) =>
  write(async (tx) => void (await tx.update(users).set(values).where(eq(users.id, id))));

/** Returns the e-mail addresses of the user and of the account. */
async function addresses() {
  const [person] = await db.select({ email: users.email }).from(users).where(eq(users.id, ada.id));
  const [account] = await db
    .select({ email: accounts.email })
    .from(accounts)
    .where(eq(accounts.uid, ada.uid ?? ""));
  return [person?.email, account?.email];
}
const unchanged = async () => expect(await addresses()).toEqual([ada.email, ada.email]);
const changed = async () => expect(await addresses()).toEqual([anew, anew]);

async function mailsTo(address: string) {
  await mailSettled();
  return readdirSync(outbox)
    .map((file) => readFileSync(join(outbox, file), "utf8"))
    .filter((mail) => mail.includes(`To: ${address}`));
}

describe("requesting a new address", () => {
  it("mails the link to it, notifies the old one, and changes nothing yet", async () => {
    const answer = await ask(anew.toUpperCase());
    expect([answer.status, answer.location]).toEqual([303, "/settings/email"]);
    await unchanged();
    expect(await shown(answer)).toMatchObject({
      now: ada.email,
      waiting: { email: anew, link: expect.stringContaining("oobCode=") as string },
    });
    expect((await mailsTo(anew)).join()).toContain("Subject: Your new e-mail address at Portico");
    expect((await mailsTo(ada.email)).find((mail) => mail.includes("A new e-mail address was asked for"))).toContain(
      anew,
    );
    expect((await db.select().from(journal)).at(-1)).toMatchObject({
      byId: ada.id,
      action: "security",
      note: "asked for a new e-mail address",
      before: null,
      after: null,
    });
  });

  it("shows the link only in the browser that asked, and only with sample data", async () => {
    await ask();
    expect((await shown()).waiting).toMatchObject({ email: anew, link: undefined });
    const answer = await run<Page>(action, await signedIn(post("/settings/email", { act: "ask", email: anew }), ada));
    expect((await shown(answer)).waiting?.link).toBeUndefined();
  });

  it.each([
    ["nothing", ""],
    ["half an address", "ada@"],
    ["the same address", "ADA@example.com"],
    ["a colleague's address", ben.email],
    ["that of somebody who never signed in", dan.email],
  ])("requesting a new address with %s is refused beside the field, and mails nothing", async (_, email) => {
    const { status, data } = await ask(email);
    expect([status, Object.keys(data.form.errors), data.form.fields.email]).toEqual([400, ["email"], email]);
    expect(await db.select().from(mailLinks)).toEqual([]);
    expect((await shown()).waiting).toBeUndefined();
  });

  it("does not reveal whose address it is, and does not assign it to users with more access", async () => {
    const client = await withAccess(ada, "client");
    const theirs = await ask(dan.email, client);
    const free = await ask(anew, client);
    expect([theirs.status, theirs.location]).toEqual([free.status, free.location]);
    expect(toastOf(await open(await asked(dan.email), client)).text).toMatch(/^Somebody else has this e-mail address/);
    await unchanged();
  });

  it("requires the password, unless it was given shortly before", async () => {
    const request = async (fields: Record<string, string>) => {
      const request = await signedIn(post("/settings/email", { act: "ask", email: anew, ...fields }), ada);
      await write(async (tx) => void (await tx.update(sessions).set({ provedAt: null })));
      return run<Page>(action, request);
    };
    expect((await request({})).data.form).toMatchObject({
      errors: { currentPassword: "Enter your password to go on" },
      fields: { email: anew },
    });
    expect((await request({ currentPassword: "not it" })).data.form.errors).toHaveProperty("currentPassword");
    expect(await db.select().from(mailLinks)).toEqual([]);
    const answer = await request({ currentPassword: password });
    expect(answer.status).toBe(303);
    expect(answer.headers.getSetCookie().join()).toContain("session"); // it goes on under a new cookie
  });

  it("is limited in number", async () => {
    for (let time = 0; time < 10; time++) await ask(`ada.${time}@example.com`);
    expect((await ask()).status).toBe(429);
    expect((await shown()).waiting?.email).toBe("ada.9@example.com");
  });
});

describe("while the new address is pending", () => {
  it("the mail can be sent again, which ends the earlier link", async () => {
    const first = await asked();
    const second = await linkOf(await send({ act: "again" }));
    expect(second).not.toBe(first);
    expect(toastOf(await open(first, ada)).text).toContain("a newer one replaced it");
    await unchanged();
    await open(second, ada);
    await changed();
  });

  it("it can be cancelled, and its link then leads nowhere", async () => {
    const link = await asked();
    expect(toastOf(await send({ act: "cancel" })).text).toContain("The change is cancelled");
    expect((await shown()).waiting).toBeUndefined();
    expect(toastOf(await open(link, ada))).toMatchObject({ tone: "error" });
    await unchanged();
    expect(toastOf(await send({ act: "cancel" })).text).toBe("There was nothing to cancel.");
    expect(toastOf(await send({ act: "again" })).tone).toBe("error");
  });

  it("a new password cancels it", async () => {
    const link = await asked();
    await identity().changePassword(ada.uid ?? "", password, "green kettle 92");
    expect(toastOf(await open(link, ada))).toMatchObject({ tone: "error" });
    await unchanged();
  });

  it("it expires after an hour", async () => {
    const link = await asked();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60 * 60_000 + 1 });
    expect(toastOf(await open(link, ada)).text).toBe("This link is older than an hour. Ask for a new one.");
    expect((await shown()).waiting).toBeUndefined();
    await unchanged();
  });
});

describe("opening the link of a new address", () => {
  it("changes person and account, notifies the old address, and keeps all sessions", async () => {
    const link = await asked();
    const elsewhere = await signedIn("/", ada);
    const answer = await open(link, ada);
    expect(answer.location).toBe("/settings");
    expect(toastOf(answer).text).toContain(`Your e-mail address is ${anew} now.`);
    await changed();
    const [told] = (await mailsTo(ada.email)).filter((mail) => mail.includes("Your e-mail address was changed"));
    expect(told).toContain(anew);
    expect(await userOfRequest(elsewhere)).toMatchObject({ email: anew });
    const entries = await db.select().from(journal).where(eq(journal.action, "changed"));
    expect(entries).toMatchObject([
      { entity: "users", recordId: "1", byId: ada.id, before: { email: ada.email }, after: { email: anew } },
    ]);
    expect((await run(login, post("/login", { email: anew, password }))).location).toBe("/");
    expect((await run(login, post("/login", { email: ada.email, password }))).status).toBe(403);
  });

  it("a second time says that it was used", async () => {
    const link = await asked();
    await open(link, ada);
    expect(toastOf(await open(link, ada)).text).toContain("This link was used already");
    await changed();
    expect(await db.select().from(journal).where(eq(journal.action, "changed"))).toHaveLength(1);
  });

  it("cannot be undone: the account has the new address", async () => {
    await open(await asked(), ada);
    const [entry] = await db.select().from(journal).where(eq(journal.action, "changed"));
    expect(await undoChange(ben, entry?.batch ?? "")).toMatchObject({
      ok: false,
      message: expect.stringContaining("only they can change it") as string,
    });
    expect(await userResource.change(ben, ada.id, { email: ada.email })).toMatchObject({ ok: false });
    await changed();
  });

  it("while signed out leads to the login and back, and changes nothing before", async () => {
    const link = await asked();
    for (const answer of [
      await open(link),
      await run<Page>(verifyAction, post(link, { name: "Mallory", password: "a stranger's words" })),
    ]) {
      await unchanged();
      if (answer.status === 303) expect(answer.location).toBe(`/login?${new URLSearchParams({ from: link })}`);
      else expect(answer.data.form.errors[""]).toContain("Log in first");
      expect(answer.headers.getSetCookie().join()).not.toContain("session");
    }
    const back = await run(
      login,
      post(`/login?${new URLSearchParams({ from: link })}`, { email: ada.email, password }),
    );
    expect(back.location).toBe(link);
    await open(link, ada);
    await changed();
  });

  it("as another user says that it is not theirs", async () => {
    const answer = await open(await asked(), ben);
    expect(toastOf(answer)).toMatchObject({
      text: expect.stringContaining("another account") as string,
      tone: "error",
    });
    await unchanged();
  });

  it.each([
    ["was banned", () => set(ada.id, { status: "Banned" }), "may not sign in"],
    ["was put in the trash", () => set(ada.id, { deletedAt: new Date() }), "may not sign in"],
    ["has deactivated their account", () => set(ada.id, { deactivatedAt: new Date() }), "Log in first"],
  ])("opening the link of a new address of somebody who %s meanwhile says so", async (_, happens, sentence) => {
    const link = await asked();
    await happens();
    const answer = await open(link);
    expect(answer.data.refused ?? toastOf(answer).text).toContain(sentence);
    await unchanged();
  });

  it.each([
    ["a person", () => set(dan.id, { email: anew })],
    [
      "a verified account",
      () =>
        write((tx) =>
          tx
            .insert(accounts)
            .values({ uid: "uid-nora", email: anew, emailVerifiedAt: new Date() })
            .then(() => undefined),
        ),
    ],
  ])("opening the link of a new address for an address that %s by now says so", async (_, takes) => {
    const link = await asked();
    await takes();
    expect(toastOf(await open(link, ada)).text).toBe(
      "Somebody else has this e-mail address by now, so yours was not changed.",
    );
    await unchanged();
  });

  it("works for an address that somebody registered and never verified", async () => {
    const link = await asked();
    await identity().signUp({ email: anew, password: "green kettle 92", displayName: "Nora" });
    expect(toastOf(await open(link, ada)).text).toContain(`Your e-mail address is ${anew} now`);
  });

  it("opening the link of a new address by a mail scanner changes nothing", async () => {
    const link = await asked();
    await run(verifyPage, new Request(await signedIn(link, ada), { method: "HEAD" }));
    await unchanged();
  });
});
