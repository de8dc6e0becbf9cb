/** A server for the matrix, and users without access. Each has the cookie of a real sign-in. */
import { join } from "node:path";
import { openWriter } from "../../../db/connection";
import { startApp } from "../../../scripts/app.mjs";
import { demo, expect, newPerson, type Person } from "../../support";

/** Starts the built app with a sample in which no table that a page reads is empty. */
export async function startServer() {
  const app = await startApp();
  const database = openWriter(join(app.dataDir, "portico.db"));
  database.pragma("busy_timeout = 10000"); // the app writes too
  const now = Date.now();
  // Maintenance takes ended sessions away, which here are wanted: it was done just now, and is due in an hour.
  database.prepare("insert into jobs (name, last_run_at) values ('maintenance', ?)").run(now);
  database.prepare("insert into files (id, type, bytes) values ('example', 'image/png', x'00')").run();
  database
    .prepare(
      "insert into payment_methods (brand, last_four, expiry_month, expiry_year, holder) values ('Visa', '4242', 12, 2099, 'Mara')",
    )
    .run();
  database
    .prepare("insert into charges (lines, total, status, period_start, period_end) values ('[]', 0, 'recorded', ?, ?)")
    .run(now, now);
  database
    .prepare(
      "insert into credit_notes (id, number, invoice_id, date, reason, customer_id, customer_name, total_amount, applied, unapplied) select 'CN-0001', 1, id, issue_date, 'Goodwill', customer_id, customer_name, 100, 0, 100 from invoices where number = 1",
    )
    .run();
  database
    .prepare(`insert into invoice_drafts (id, customer_name, entries) values (1, 'Mara', '{"customer":"Mara"}')`)
    .run();
  database.prepare("update faqs set status = 'Published'").run(); // a draft has no page for readers
  database
    .prepare(
      "insert into attachments (id, owner_id, draft, name, type, size, bytes) select 'example', id, 'ticket:1', 'a.txt', 'text/plain', 1, x'41' from users where email = ?",
    )
    .run(demo.email);
  database
    .prepare(
      "insert into imports (id, person_id, entity, name, state, heads, fields) select '1', id, 'users', 'a.csv', 'tried', '[\"Name\"]', '[\"name\"]' from users where email = ?",
    )
    .run(demo.email);
  database
    .prepare(
      "insert into background_jobs (id, person_id, title, back, state, done, total) select '1', id, 'Importing a.csv', '/users', 'done', 1, 1 from users where email = ?",
    )
    .run(demo.email);
  for (const table of ["notifications", "messages"]) {
    database
      .prepare(
        `insert into ${table} (user_id, from_name, text, href) select id, 'Mara', 'Hello', '/' from users where email = ?`,
      )
      .run(demo.email);
  }
  return { site: app.url, database, remove: () => (database.close(), app.remove()) };
}

export type Server = Awaited<ReturnType<typeof startServer>>;

/** Registers and signs in a user; returns the id and the cookie. */
async function insider(server: Server, word: string) {
  const person = await newPerson(word, server.site);
  const cookie = await signIn(server, person);
  const id = server.database.prepare("select id from users where email = ?").pluck().get(person.email) as number;
  return { id, cookie };
}

/** Signs in and returns the session cookie. */
export async function signIn({ site }: Server, { email, password }: Person): Promise<string> {
  const answer = await fetch(`${site}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
  expect(
    (await fetch(`${site}/api/users`, { headers: { cookie } })).status,
    "the answer to somebody who has signed in",
  ).toBe(200);
  return cookie;
}

/** Resolves when the visits of everyone so far are stored. The app writes them later, in order. */
export async function visitsWritten(server: Server) {
  const { id } = await insider(server, "Vera");
  await expect
    .poll(() => server.database.prepare("select count(*) from visits where person_id = ?").pluck().get(id))
    .toBe(1);
}

/** Returns the cookie of a user whose access was revoked directly in the database, so that the session still exists. */
const changed = (word: string, sql: string) => async (server: Server) => {
  const { id, cookie } = await insider(server, word);
  expect(server.database.prepare(sql).run({ id, now: Date.now(), day: 86_400_000 }).changes).toBeGreaterThan(0);
  expect(server.database.prepare("select count(*) from sessions where user_id = ?").pluck().get(id)).toBeGreaterThan(0);
  return cookie;
};

/** Submits a form and expects a redirect. */
async function post({ site }: Server, path: string, cookie: string, fields: Record<string, string> = {}) {
  const answer = await fetch(site + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { cookie },
    redirect: "manual",
  });
  expect(answer.status).toBe(303);
}

/** Creates an API token for the signed-in user; returns it with its id. */
export async function makeToken({ site, database }: Server, cookie: string, scope: "read" | "write" = "write") {
  const verb = scope === "write" ? "change" : "view";
  const areas = { sales: verb, support: verb, people: verb, reports: verb };
  const answer = await fetch(`${site}/settings/security/tokens/create`, {
    method: "POST",
    body: new URLSearchParams({ name: "Matrix", ...areas, ...(scope === "write" && { access: "on" }), life: "30" }),
    headers: { cookie },
  });
  const token = /portico_[\w-]{43}/.exec(await answer.text())?.[0] ?? "";
  // Asked once, so that its use is written down before the database is compared.
  expect((await fetch(`${site}/api/users`, { headers: bearer(token) })).status, "the answer to a new token").toBe(200);
  await expect
    .poll(() => database.prepare("select last_used_at from api_tokens where start = ?").pluck().get(token.slice(0, 12)))
    .not.toBeNull();
  return {
    token,
    id: database.prepare("select id from api_tokens where start = ?").pluck().get(token.slice(0, 12)) as number,
  };
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Returns the headers of a token that was invalidated by `spoil`. */
const spoiled =
  (word: string, spoil: (server: Server, about: { cookie: string; id: number; person: number }) => unknown) =>
  async (server: Server) => {
    const { id: person, cookie } = await insider(server, word);
    const { token, id } = await makeToken(server, cookie);
    await spoil(server, { cookie, id, person });
    return bearer(token);
  };

const updated =
  (set: string) =>
  ({ database }: Server, { person }: { person: number }) =>
    expect(database.prepare(`update users set ${set} where id = ?`).run(person).changes).toBe(1);

/** Everyone without access: each function returns their cookie or headers. */
export const outsiders: Record<string, (server: Server) => Promise<string | Record<string, string>>> = {
  "a visitor": async () => "",
  "somebody with a made-up cookie": async (server) =>
    (await insider(server, "Mallory")).cookie.replace(/(=.{8}).{12}/, "$1QUFBQUFBQUFB"),
  "a person awaiting approval": changed("Penny", "update users set status = 'Pending' where id = :id"),
  "a person who was banned": async (server) => {
    const { id, cookie } = await insider(server, "Barry");
    await post(server, `/users/${id}/status`, await signIn(server, demo), { status: "Banned" });
    return cookie;
  },
  "a banned person with a session": changed("Bella", "update users set status = 'Banned' where id = :id"),
  "a person whose access was taken, with a session": changed("Nora", "update users set access = 'none' where id = :id"),
  "a person in the trash with a session": changed("Trudy", "update users set deleted_at = :now where id = :id"),
  "a person who deactivated their account, with a session": changed(
    "Della",
    "update users set deactivated_at = :now where id = :id",
  ),
  "a person who was away for 31 days": changed(
    "Ivy",
    "update sessions set last_seen_at = :now - 31 * :day where user_id = :id",
  ),
  "a person who signed in 91 days ago": changed(
    "Olive",
    "update sessions set created_at = :now - 91 * :day where user_id = :id",
  ),
  "a person whose session was ended": async (server) => {
    const { cookie } = await insider(server, "Enid");
    await post(server, "/logout", cookie);
    return cookie;
  },
  "a program with a token that was revoked": spoiled("Rita", (server, { cookie, id }) =>
    post(server, `/settings/security/tokens/${id}/revoke`, cookie),
  ),
  "a program with a token that has expired": spoiled("Exa", ({ database }, { id }) =>
    database.prepare("update api_tokens set expires_at = ? where id = ?").run(Date.now() - 1, id),
  ),
  "a program with the token of a person whose access was taken": spoiled("Noah", updated("access = 'none'")),
  "a program with the token of a banned person": spoiled("Bo", updated("status = 'Banned'")),
  "a program with the token of a person awaiting approval": spoiled("Pat", updated("status = 'Pending'")),
  "a program with the token of a person in the trash": spoiled("Tara", updated("deleted_at = 1")),
  "a program with the token of a person who deactivated their account": spoiled("Dirk", updated("deactivated_at = 1")),
};

/**
 * One outsider of each kind, tested with every method and header in every way. The others differ from these only in
 * why they have no access.
 */
export const askInFull: ReadonlySet<string> = new Set([
  "a visitor",
  "a person awaiting approval",
  "a banned person with a session",
  "a person whose access was taken, with a session",
]);
