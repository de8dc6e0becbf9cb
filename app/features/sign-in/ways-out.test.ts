/** Tests password reset, sign-out and the session resource as a browser without scripts uses them. */
import { and, eq } from "drizzle-orm";
import { afterEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, otherProcesses } from "db";
import { openWriter } from "db/connection";
import { journal } from "db/schema";
import { mailSettled } from "~/core/mail/mail.server";
import { asLocalSample, cast, password, testDatabase } from "~/testing/database";
import { get, post, run, send, signedIn, toast, withCookies } from "~/testing/requests";
import { action as resetAction, loader as resetPage } from "./mail/forget-password";
import { action as login } from "./login";
import { action as logout, loader as logoutPage } from "./logout";
import { userOfRequest } from "~/auth/session.server";
import { action as session } from "./session";

testDatabase();
afterEach(mailSettled);

interface Page {
  form: { errors: Record<string, string> };
  link?: string;
}

const logIn = (fields: Record<string, string> = {}) =>
  run<Page>(login, post("/login", { email: cast.ada.email, password, ...fields }));

describe("a forgotten password", () => {
  const ask = (email: string, query = "") =>
    asLocalSample(() => run(resetAction, post(`/forget-password${query}`, { email })));

  async function link(email: string, query = "") {
    const asked = await ask(email, query);
    const page = await run<Page>(resetPage, withCookies(get(asked.location ?? ""), asked.headers));
    const { pathname, search } = new URL(page.data.link ?? "");
    return pathname + search;
  }

  it("is replaced through a mailed link, which ends all sessions and is journalled without values", async () => {
    const elsewhere = await signedIn("/users", cast.ada);
    const path = await link(cast.ada.email, "?from=%2Fusers");
    expect(await run<Page>(resetPage, get(path))).toMatchObject({ data: { view: "choose", email: cast.ada.email } });

    const done = await run(resetAction, post(path, { password: "green kettle 92" }));
    expect([done.status, done.location]).toEqual([303, "/login?from=%2Fusers"]);
    expect(await userOfRequest(new Request(elsewhere))).toBeUndefined();
    expect((await logIn({ password: "green kettle 92" })).status).toBe(303);
    expect((await logIn()).status).toBe(403);

    const security = and(eq(journal.action, "security"), eq(journal.recordId, String(cast.ada.id)));
    expect(await db.select().from(journal).where(security)).toMatchObject([
      { before: null, after: null, byId: cast.ada.id },
    ]);
  });

  it("gives the same answer if there is no account, and does not mention a mail", async () => {
    const [known, unknown] = [
      await run(resetAction, post("/forget-password", { email: cast.ada.email })),
      await run(resetAction, post("/forget-password", { email: "nobody@example.com" })),
    ];
    expect([known.status, known.location, known.data]).toEqual([unknown.status, unknown.location, unknown.data]);
  });

  it("is not replaced with an invalid password, a used link or a made-up one", async () => {
    const path = await link(cast.ada.email);
    for (const bad of ["password123", "an ACTIVE kettle"])
      expect(await run<Page>(resetAction, post(path, { password: bad }))).toMatchObject({
        status: 400,
        data: { form: { errors: { password: expect.any(String) } } },
      });
    expect((await run(resetAction, post(path, { password: "green kettle 92" }))).status).toBe(303);
    for (const bad of [path, "/forget-password?oobCode=made-up"]) {
      expect(await run(resetPage, get(bad))).toMatchObject({
        status: 400,
        data: { view: "ask", refused: expect.any(String) },
      });
      expect(await run(resetAction, post(bad, { password: "yellow kettle 93" }))).toMatchObject({ status: 400 });
    }
  });

  it("a forgotten password that is saved twice is saved once, and the page says what to do if the first response was missed", async () => {
    const path = await link(cast.ada.email);
    expect((await run(resetAction, post(path, { password: "green kettle 92" }))).status).toBe(303);
    const again = await run<Page>(resetAction, post(path, { password: "green kettle 92" }));
    expect(again).toMatchObject({
      status: 400,
      data: { form: { errors: { "": expect.stringContaining("If it worked the first time, log in.") as string } } },
    });
    expect((await logIn({ password: "green kettle 92" })).status).toBe(303);
  });

  it("requested twice sends two mails, and gives the same answer both times", async () => {
    const [first, second] = [await ask(cast.ada.email), await ask(cast.ada.email)];
    expect([first.status, second.status, second.location]).toEqual([303, 303, first.location]);
  });

  it("does not admit users whose status is not Active", async () => {
    await run(resetAction, post(await link(cast.ban.email), { password: "green kettle 92" }));
    expect((await logIn({ email: cast.ban.email, password: "green kettle 92" })).data.form.errors[""]).toContain(
      "may not sign in",
    );
  });
});

describe("logging out", () => {
  it("ends the session and leads to the login page, which leads back", async () => {
    const request = await signedIn(post("/logout", { from: "/users/3?tab=history" }), cast.ada);
    const cookies = { Cookie: request.headers.get("Cookie") ?? "" };
    expect(await run(logout, request)).toMatchObject({
      status: 303,
      location: "/login?from=%2Fusers%2F3%3Ftab%3Dhistory",
    });
    expect(await userOfRequest(get("/users", cookies))).toBeUndefined();
    expect(await run(logout, post("/logout", { from: "//evil.test" }))).toMatchObject({
      status: 303,
      location: "/login",
    });
  });

  it("loads a new document, and lets the browser clear its cache", async () => {
    const { headers } = await run(logout, await signedIn(post("/logout"), cast.ada));
    expect(headers.get("X-Remix-Reload-Document")).toBe("true");
    expect(headers.get("Clear-Site-Data")).toBe('"cache"');
    const ended = await run(session, await signedIn(send("DELETE", "/session"), cast.ada));
    expect(ended.headers.get("Clear-Site-Data")).toBe('"cache"');
  });

  it("clears the browser's cache even if the database cannot be written, and says what remains to be done", async () => {
    const [request, program] = [
      await signedIn(post("/logout"), cast.ada),
      await signedIn(send("DELETE", "/session"), cast.ada),
    ];
    const other = openWriter(config.databaseFile);
    const { patience } = otherProcesses;
    otherProcesses.patience = 50;
    other.exec("BEGIN IMMEDIATE");
    const [out, ended] = await Promise.all([run(logout, request), run(session, program)]).finally(() => {
      other.close();
      otherProcesses.patience = patience;
    });
    expect([
      out.status,
      out.location,
      out.headers.get("Clear-Site-Data"),
      out.headers.get("X-Remix-Reload-Document"),
    ]).toEqual([303, "/login", '"cache"', "true"]);
    expect([ended.status, ended.headers.get("Clear-Site-Data")]).toEqual([503, '"cache"']);
    expect(out.headers.getSetCookie().join()).toMatch(/session[^=]*=; Max-Age=0/);
    expect(toast(out)).toContain("This browser is logged out, but the server could not write that down.");
  });

  it("asks for confirmation when its URL is opened", async () => {
    expect(await run(logoutPage, await signedIn("/logout?from=%2Fusers", cast.ada))).toMatchObject({
      data: { name: cast.ada.name, from: "/users" },
    });
    expect(await run(logoutPage, get("/logout"))).toMatchObject({ location: "/login" });
  });
});

describe("/session", () => {
  it("ends the session with DELETE", async () => {
    const request = await signedIn(send("DELETE", "/session"), cast.ada);
    const cookies = { Cookie: request.headers.get("Cookie") ?? "" };
    expect(await run(session, request)).toMatchObject({ status: 204 });
    expect(await userOfRequest(get("/users", cookies))).toBeUndefined();
  });

  it("refuses an exchange without a token, and any if tokens are not used", async () => {
    expect(await run(session, send("POST", "/session", {}, { Authorization: "Bearer a.b.c" }))).toMatchObject({
      status: 403,
      data: { message: expect.any(String) },
    });
    expect(await run(session, send("POST", "/session"))).toMatchObject({ status: 401 });
    expect(await run(session, send("PUT", "/session"))).toMatchObject({ status: 405 });
  });
});
