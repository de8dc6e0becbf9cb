/** Tests the sign-in pages as a browser without scripts uses them. */
import { eq } from "drizzle-orm";
import { afterEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { sessions, users } from "db/schema";
import { mailSettled } from "~/core/mail/mail.server";
import { userResource } from "~/features/users/users.server";
import { asLocalSample, cast, password, testDatabase, withConfig } from "~/testing/database";
import { type Answer, get, post, run, signedIn, withCookies } from "~/testing/requests";
import { action as verifyAction, loader as verifyPage } from "./mail/email-verification";
import { action as login, loader as loginPage } from "./login";
import { action as register, loader as registerPage } from "./register";
import { userOfRequest } from "~/auth/session.server";
import { loader as verification } from "./mail/verification";

testDatabase();
afterEach(async () => {
  vi.useRealTimers();
  await mailSettled();
});

interface Page {
  form: { fields: Record<string, string>; errors: Record<string, string> };
  link?: string;
  view?: string;
  email?: string;
  refused?: string;
  keptOut?: string;
  choose?: string;
  known?: string;
  name?: string;
  action?: string;
}

const logIn = (fields: Record<string, string> = {}, query = "") =>
  run<Page>(login, post(`/login${query}`, { email: cast.ada.email, password, ...fields }));
const whoIs = (answer: Answer) => userOfRequest(withCookies(get("/"), answer.headers));
const chosen = { name: "Nora Chosen", password: "green kettle 92" };
const nora = { name: "Nora New", email: "nora@example.com", password: "blue kettle 91" };

/** Registers and returns the path of the mailed link, with a function to open it in the same browser. */
async function registered(query = "", person = nora) {
  const done = await asLocalSample(() => run(register, post(`/register${query}`, person)));
  const page = await run<Page>(verifyPage, withCookies(get(done.location ?? ""), done.headers));
  const { pathname, search } = new URL(page.data.link ?? "");
  const link = pathname + search;
  return { done, link, follow: (method = "GET") => withCookies(new Request(get(link), { method }), done.headers) };
}

describe("logging in", () => {
  it("creates a session and leads home", async () => {
    const answer = await logIn();
    expect([answer.status, answer.location]).toEqual([303, "/"]);
    expect(await whoIs(answer)).toMatchObject({ id: cast.ada.id });
    const session = answer.headers.getSetCookie().find((line) => line.startsWith("session"));
    expect(session).toMatch(/HttpOnly; SameSite=Lax/);
    expect(session).not.toContain("Max-Age");
  });

  it("accepts an address with an umlaut domain, also as browsers send it", async () => {
    const email = "nora@müller.example";
    const { follow } = await registered("", { ...nora, email: "Nora@xn--mller-kva.example" });
    await run(verifyPage, follow());
    expect(await db.$count(users, eq(users.email, email))).toBe(1);
    for (const written of [email, "NORA@MÜLLER.example", "nora@xn--mller-kva.example"])
      expect(await whoIs(await logIn({ email: written, password: nora.password }))).toMatchObject({ email });
  });

  it("keeps the user logged in on this device if requested", async () => {
    expect((await logIn({ remember: "on" })).headers.get("Set-Cookie")).toContain(`Max-Age=${90 * 86_400}`);
  });

  it.each([
    ["/users?q=a&page=2#top", "/users?q=a&page=2#top"],
    ["//evil.test", "/"],
    ["/\\evil.test", "/"],
    ["/%09/evil.test", "/%09/evil.test"],
    ["/\t/evil.test", "/"],
    ["https://evil.test/users", "/"],
    ["javascript:alert(1)", "/"],
    ["users", "/"],
    ["/..//evil.test", "/"],
    ["/users/%E0%A4%A", "/"],
    ["/users?q=100%", "/users?q=100%"],
    ["", "/"],
  ])("logging in with from=%s leads to %s", async (from, to) => {
    expect((await logIn({}, `?${new URLSearchParams({ from })}`)).location).toBe(to);
  });

  it("gives the browser a new token and ends its previous session", async () => {
    const first = await logIn();
    const planted = withCookies(post("/login", { email: cast.ben.email, password }), first.headers);
    await write(async (tx) => void (await tx.update(users).set({ status: "Banned" }).where(eq(users.id, cast.ada.id))));
    const second = await run(login, planted);
    expect(await whoIs(second)).toMatchObject({ id: cast.ben.id });
    expect(await db.select().from(sessions)).toHaveLength(1);
    expect(second.headers.get("Set-Cookie")).not.toBe(first.headers.get("Set-Cookie"));
  });

  it("gives the same answer for a wrong password and an unknown address, and keeps the address but not the password", async () => {
    const wrong = await logIn({ password: "not it" });
    const unknown = await logIn({ email: "nobody@example.com" });
    expect([wrong.status, wrong.data.form.errors]).toEqual([unknown.status, unknown.data.form.errors]);
    expect(wrong.data.form.errors[""]).toContain("E-mail or password is not right");
    expect(wrong.data.form.fields).toEqual({ email: cast.ada.email });
    expect(JSON.stringify(wrong.data)).not.toContain("not it");
  });

  it("requires both fields of the form", async () => {
    const answer = await logIn({ email: "ada", password: "" });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.data.form.errors)).toEqual(["email", "password"]);
  });

  it.each([
    [cast.pia, "Your account awaits approval"],
    [cast.ban, "This account may not sign in"],
    [cast.rex, "This account may not sign in"],
    [cast.tess, "This account may not sign in"],
  ])("refuses users who are $name with a message, and only if the password is right", async ({ email }, sentence) => {
    const right = await logIn({ email });
    expect([right.status, right.headers.get("Set-Cookie")]).toEqual([403, null]);
    expect(right.data.form.errors[""]).toContain(sentence);
    expect((await logIn({ email, password: "not it" })).data.form.errors[""]).toContain(
      "E-mail or password is not right",
    );
  });

  it("is blocked after ten failures, even with the right password, and possible again later", async () => {
    for (let count = 0; count < 10; count++) expect((await logIn({ password: "guess" })).status).toBe(403);
    const full = await logIn();
    expect(full.status).toBe(429);
    expect(full.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(full.data.form.errors[""]).toContain("Wait 15 minutes");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 15 * 60_000 });
    expect((await logIn()).status).toBe(303);
  });

  it("is not counted when it succeeds", async () => {
    for (let count = 0; count < 12; count++) expect((await logIn()).status).toBe(303);
  });

  it("leads a signed-in user to their destination", async () => {
    expect(await run(loginPage, await signedIn("/login?from=%2Fusers", cast.ada))).toMatchObject({
      status: 302,
      location: "/users",
    });
    expect(await run(registerPage, await signedIn("/register", cast.ada))).toMatchObject({
      location: "/?from=%2Fregister",
    });
  });

  it("succeeds when the button is pressed twice, whether the first response arrived or not", async () => {
    const [first, second] = [await logIn({}, "?from=%2Fusers"), await logIn({}, "?from=%2Fusers")];
    expect([first.location, second.location]).toEqual(["/users", "/users"]);
    const after = await run(
      login,
      withCookies(post("/login?from=%2Fusers", { email: cast.ada.email, password }), second.headers),
    );
    expect(after).toMatchObject({ location: "/users" });
    expect(await whoIs(second)).toMatchObject({ id: cast.ada.id });
  });

  it("is refused if the form comes from another site", async () => {
    const answer = await run(
      login,
      post("/login", { email: cast.ada.email, password }, { Origin: "https://evil.test" }),
    );
    expect(answer.status).toBe(403);
    expect(await db.select().from(sessions)).toEqual([]);
  });
});

describe("registering", () => {
  it("leads through a mailed link to a session, and to the visitor's destination", async () => {
    const { done, follow } = await registered("?from=%2Fusers");
    expect([done.status, done.location]).toEqual([303, "/email-verification?from=%2Fusers"]);
    const followed = await run(verifyPage, follow());
    expect([followed.status, followed.location]).toEqual([303, "/users"]);
    expect(await whoIs(followed)).toMatchObject({ name: nora.name, email: nora.email, status: "Active" });
  });

  it("admits nobody before the address is verified, and says so", async () => {
    await registered();
    const answer = await asLocalSample(() => logIn({ email: nora.email, password: nora.password }));
    expect([answer.status, answer.location]).toEqual([303, "/email-verification"]);
    expect(await whoIs(answer)).toBeUndefined();
    const page = await run<Page>(verifyPage, withCookies(get("/email-verification"), answer.headers));
    expect(page.data).toMatchObject({ email: nora.email, certain: true, link: expect.stringContaining("oobCode") });
    const { pathname, search } = new URL(page.data.link ?? "");
    expect(await run(verifyPage, withCookies(get(pathname + search), answer.headers))).toMatchObject({
      status: 303,
      location: "/",
    });
  });

  it("twice creates one account, and its latest link works", async () => {
    await registered();
    const { done, follow } = await registered();
    expect(done).toMatchObject({ status: 303, location: "/email-verification" });
    const landed = await run(verifyPage, follow());
    expect(await whoIs(landed)).toMatchObject({ email: nora.email });
    expect(await db.$count(users, eq(users.email, nora.email))).toBe(1);
  });

  it("says that an address is taken, beside the field, and keeps the input", async () => {
    const answer = await run<Page>(register, post("/register", { ...nora, email: cast.ada.email }));
    expect(answer.status).toBe(400);
    expect(answer.data.form.errors.email).toContain("account with this e-mail address already");
    expect(answer.data.form.fields).toEqual({ name: nora.name, email: cast.ada.email });
  });

  it("refuses invalid values beside their fields", async () => {
    const answer = await run<Page>(
      register,
      post("/register", { name: "a\u0000b", email: "nora@", password: "password123" }),
    );
    expect([answer.status, Object.keys(answer.data.form.errors)]).toEqual([400, ["name", "email", "password"]]);
  });

  it("refuses a password with the user's own name or address, beside its field", async () => {
    for (const [password, why] of [
      ["my quincy kettle", "Your name is in this password"],
      ["Nora@Example.com", "Your e-mail address is in this password"],
    ] as const) {
      const answer = await run<Page>(register, post("/register", { ...nora, name: "Quincy", password }));
      expect([answer.status, answer.data.form.errors.password]).toEqual([400, expect.stringContaining(why)]);
      expect(answer.data.form.fields).toEqual({ name: "Quincy", email: nora.email });
    }
  });

  it("waits for approval if required, and says so when the link is followed", async () => {
    const { follow } = await registered();
    const other = await registered("", { ...nora, email: "nina@example.com" });
    await withConfig({ registration: "approval", clientRegistration: false }, async () => {
      const here = await run<Page>(verifyPage, follow());
      const elsewhere = await run<Page>(verifyAction, post(other.link, chosen));
      for (const page of [here, elsewhere]) {
        expect([page.status, page.headers.get("Set-Cookie")]).toEqual([200, null]);
        expect(page.data.keptOut).toContain("awaits approval");
      }
    });
  });

  it("is refused if registration is closed", async () => {
    await withConfig({ registration: "closed" }, async () => {
      expect(await run(registerPage, get("/register"))).toMatchObject({
        status: 403,
        data: { closed: expect.stringContaining("closed") },
      });
      expect(await run(register, post("/register", nora))).toMatchObject({ status: 403 });
      expect(await run(loginPage, get("/login"))).toMatchObject({ data: { registerHref: undefined } });
    });
    expect(await logIn({ email: nora.email, password: nora.password })).toMatchObject({ status: 403 });
  });

  it("is limited to a number of attempts", async () => {
    for (let count = 0; count < 10; count++) await run(register, post("/register", { ...nora, email: cast.ada.email }));
    expect(await run(register, post("/register", { ...nora, email: cast.ada.email }))).toMatchObject({ status: 429 });
  });
});

describe("the page that verifies an address", () => {
  it("answers a used or made-up link with a message and a form", async () => {
    const { link, follow } = await registered();
    await run(verifyPage, follow());
    for (const path of [link, "/email-verification?oobCode=made-up"]) {
      expect(await run<Page>(verifyPage, get(path))).toMatchObject({
        status: 400,
        data: { refused: expect.stringContaining("used already") },
      });
      expect(await run<Page>(verifyAction, post(path, chosen))).toMatchObject({
        status: 400,
        data: { form: { errors: { "": expect.stringContaining("used already") } } },
      });
    }
  });

  it("does not use up a link that is only opened", async () => {
    const { link, follow } = await registered();
    expect((await run(verifyPage, follow("HEAD"))).headers.get("Set-Cookie")).toBeNull();
    expect((await run(verifyPage, get(link))).headers.get("Set-Cookie")).toBeNull();
    expect(await logIn({ email: nora.email, password: nora.password })).toMatchObject({
      location: "/email-verification",
    });
  });

  it("asks for name and password in another browser than the one that registered, until they are valid", async () => {
    const { link } = await registered("?from=%2Fusers");
    const page = await run<Page>(verifyPage, get(link));
    expect([page.status, page.data.choose, page.data.name, page.data.action]).toEqual([
      200,
      nora.email,
      undefined,
      link,
    ]);
    expect(await run<Page>(verifyAction, post(link, { password: "12345678" }))).toMatchObject({
      status: 400,
      data: { form: { errors: { name: "Enter your name", password: expect.any(String) } } },
    });
    const done = await run(verifyAction, post(link, chosen));
    expect([done.status, done.location]).toEqual([303, "/users"]);
    expect(await whoIs(done)).toMatchObject({ name: chosen.name, email: nora.email });
    expect((await logIn({ email: nora.email, password: nora.password })).status).toBe(403);
    expect((await logIn({ email: nora.email, password: "green kettle 92" })).status).toBe(303);
  });

  it("asks in another browser for no name if the person is in the directory", async () => {
    const { link } = await registered("", { ...nora, email: cast.dan.email });
    expect((await run<Page>(verifyPage, get(link))).data).toMatchObject({
      choose: cast.dan.email,
      known: cast.dan.name,
    });
  });

  it("lets nobody take over an address, its link or its name by registering it first, or again", async () => {
    const stranger = { ...nora, name: "Mallory", password: "a stranger's words" };
    const first = await registered("", stranger);
    const victim = await registered();
    const again = await registered("", stranger);
    for (const link of [first.link, victim.link, again.link]) {
      for (const [headers, name] of [
        [new Headers(), undefined],
        [victim.done.headers, nora.name],
        [first.done.headers, stranger.name],
      ] as const) {
        const page = await run<Page>(verifyPage, withCookies(get(link), headers));
        expect([page.data.choose, page.data.name, page.headers.get("Set-Cookie")]).toEqual([nora.email, name, null]);
      }
    }
    const done = await run(verifyAction, withCookies(post(victim.link, chosen), victim.done.headers));
    expect(await whoIs(done)).toMatchObject({ name: chosen.name, email: nora.email });
    for (const { link } of [first, again])
      expect(await run<Page>(verifyPage, get(link))).toMatchObject({ status: 400 });
    expect((await logIn({ email: nora.email, password: stranger.password })).status).toBe(403);
    expect((await logIn({ email: nora.email, password: "green kettle 92" })).status).toBe(303);
  });

  it("does not block an address that a stranger registered: its owner can be added to the directory and use it", async () => {
    await registered("", { ...nora, name: "Mallory", password: "a stranger's words" });
    const added = await userResource.create(cast.ada, {
      uid: null,
      name: "Nora Directory",
      email: nora.email,
      role: "",
      status: "Active",
    });
    expect(added.ok).toBe(true);
    const { follow } = await registered();
    expect(await whoIs(await run(verifyPage, follow()))).toMatchObject({ name: "Nora Directory", email: nora.email });
    expect((await logIn({ email: nora.email, password: "a stranger's words" })).status).toBe(403);
    expect((await logIn({ email: nora.email, password: nora.password })).status).toBe(303);
  });

  it("accepts the link of a signed-in user, and does not change who is signed in", async () => {
    const { follow } = await registered();
    const followed = await run(verifyPage, await signedIn(follow(), cast.ada));
    expect(followed.location).toBe("/");
    expect(followed.headers.getSetCookie().join()).not.toContain("session-");
    expect(await logIn({ email: nora.email, password: nora.password })).toMatchObject({ status: 303, location: "/" });
  });

  it("is otherwise only for visitors", async () => {
    expect(await run(verifyPage, await signedIn("/email-verification", cast.ada))).toMatchObject({
      status: 302,
      location: "/?from=%2Femail-verification",
    });
  });

  it("mails again, with a link that still signs in directly where the password was typed", async () => {
    const { done, link } = await registered();
    const asked = await asLocalSample(() =>
      run(verifyAction, withCookies(post("/email-verification", { email: nora.email }), done.headers)),
    );
    const page = await run<Page>(verifyPage, withCookies(get("/email-verification"), asked.headers));
    const newer = new URL(page.data.link ?? "").search;
    expect(link).not.toContain(newer);
    expect(await run(verifyPage, withCookies(get(`/email-verification${newer}`), asked.headers))).toMatchObject({
      status: 303,
      location: "/",
    });
  });

  it("gives the same answer if there is no account", async () => {
    await registered();
    const ask = (email: string) =>
      asLocalSample(() => run<Page>(verifyAction, post("/email-verification?from=%2Fusers", { email })));
    const [known, unknown] = [await ask(nora.email), await ask("nobody@example.com")];
    expect([known.status, known.location, known.data]).toEqual([unknown.status, unknown.location, unknown.data]);
  });

  it("has a second URL that keeps the query string", async () => {
    expect(await run(verification, get("/verification?oobCode=abc&from=%2Fusers"))).toMatchObject({
      location: "/email-verification?oobCode=abc&from=%2Fusers",
    });
  });
});
