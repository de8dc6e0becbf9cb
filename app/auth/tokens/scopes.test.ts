/** Scopes of tokens at `/api`: never more than the token's scopes, nor than the user's current access. */
import { readFileSync, readdirSync } from "node:fs";
import Database from "better-sqlite3";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { write } from "db";
import type { AccessLevel, AreaAccess } from "db/lookups";
import { users } from "db/schema";
import { action as change, loader as read } from "~/features/api/resource";
import { cast, testDatabase } from "~/testing/database";
import { get, run, send } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { makeToken } from "./api-tokens.server";

testDatabase();
const { ada, ben } = cast;

let keys = 0;
/** Returns the headers of a program with one of Ada's tokens. */
async function program(areas: AreaAccess, access = false) {
  const made = await makeToken(
    ada,
    { name: "Program", areas, access, life: 30 },
    `00000000-0000-0000-0000-${String(++keys).padStart(12, "0")}`,
  );
  if (!made.ok) throw new Error(made.why);
  return { Authorization: `Bearer ${made.token}` };
}

const give = (access: AccessLevel, areas: AreaAccess = {}) =>
  write(async (tx) => void (await tx.update(users).set({ access, areas }).where(eq(users.id, ada.id))));
type Answer = { message: string; errors?: Record<string, string> };
const sees = async (headers: HeadersInit, kind: string) =>
  (await run<Answer>(read, get(`/api/${kind}?size=1`, headers))).status;
const sends = (headers: Record<string, string>, method: string, body: object, at = "/api/users") =>
  run<Answer>(change, send(method, at, body, headers));
const kinds = ["users", "orders", "invoices", "products", "tickets"];
const seen = async (headers: HeadersInit) =>
  Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await sees(headers, kind)] as const)));

describe("the areas of a token", () => {
  it.each([
    [{ sales: "view" }, ["orders", "invoices", "products"]],
    [{ support: "view" }, ["tickets"]],
    [{ people: "view" }, ["users"]],
    [{ reports: "change" }, []],
    [{ sales: "change", people: "view" }, ["users", "orders", "invoices", "products"]],
  ] as [AreaAccess, string[]][])("%j open these kinds alone", async (areas, opened) => {
    expect(await seen(await program(areas))).toEqual(
      Object.fromEntries(kinds.map((kind) => [kind, opened.includes(kind) ? 200 : 403])),
    );
  });

  it("the areas of a token that may be viewed cannot be changed, whatever the other areas are", async () => {
    const headers = await program({ sales: "change", people: "view" });
    const answer = await sends(headers, "PUT", { id: ben.id, phone: "+47 5550 1" });
    expect(answer).toMatchObject({
      status: 403,
      data: {
        message: expect.stringMatching(
          /^This token does not open that, so nothing was changed\. Make one that does at .*\/settings\/security/,
        ),
      },
    });
    expect(answer.headers.get("WWW-Authenticate")).toBe('Bearer error="insufficient_scope"');
    expect(await userResource.unrestricted.find(ben.id)).toMatchObject({ phone: ben.phone });
  });

  it("never exceed those of their user, and follow their changes immediately", async () => {
    const headers = await program({ sales: "change", people: "change" });
    const rename = async () => (await sends(headers, "PUT", { id: ben.id, phone: `+47 ${Date.now()}` })).status;
    expect([await sees(headers, "users"), await rename()]).toEqual([200, 200]);
    await give("staff", { people: "view", support: "change" });
    expect([
      await sees(headers, "users"),
      await rename(),
      await sees(headers, "orders"),
      await sees(headers, "tickets"),
    ]).toEqual([200, 403, 403, 403]);
    await give("client", { people: "change" }); // areas left from before, without effect for clients
    expect((await sends(headers, "PUT", { id: ben.id, phone: "+47 5550 3" })).data.message).toBe(
      "This token may only read, so nothing was changed.",
    );
    expect([await sees(headers, "users"), await rename(), await sees(headers, "orders")]).toEqual([403, 403, 200]); // clients see their own orders
    await give("none");
    expect([await sees(headers, "users"), await rename()]).toEqual([401, 401]);
  });
});

describe("a token without the scope for people’s access", () => {
  const all: AreaAccess = { sales: "change", support: "change", people: "change", reports: "change" };
  const news = { name: "New Person", email: "new.person@example.com", status: "Active" };
  const acts: [string, object][] = [
    ["PUT", { id: cast.dan.id, status: "Rejected" }],
    ["PUT", { id: cast.dan.id, email: "other@example.com" }],
    ["DELETE", { ids: [cast.dan.id] }],
    ["POST", news],
  ];

  it.each(acts)("cannot change it: %s %j", async (method, body) => {
    const before = await userResource.unrestricted.find(cast.dan.id);
    const answer = await sends(await program(all), method, body);
    expect(answer).toMatchObject({
      status: 403,
      data: { message: expect.stringContaining("need the scope “People’s access”") },
    });
    expect(await userResource.unrestricted.find(cast.dan.id)).toEqual(before);
    expect(await sends(await program(all, true), method, body)).toMatchObject({ status: 200 });
  });

  it("can change other fields of people", async () => {
    const headers = await program({ people: "change" });
    expect(
      await sends(headers, "PUT", { id: cast.dan.id, phone: "+47 5550 2", status: cast.dan.status }),
    ).toMatchObject({
      status: 200,
    });
    expect(await sends(headers, "POST", { ...news, status: "Pending" })).toMatchObject({ status: 200 });
  });
});

it("older tokens without scopes open every area as before, cannot change access, and end within a year", () => {
  const database = new Database(":memory:");
  for (const name of ["folded", "natural_key", "day_of", "hour_of", "canonical_address"])
    database.function(name, { deterministic: true }, (value) => value); // for triggers and indexes
  const files = readdirSync("db/migrations")
    .filter((name) => name.endsWith(".sql"))
    .sort();
  const here = files.findIndex((name) => name.includes("token-scopes"));
  const migrate = (some: string[]) =>
    some.forEach((name) => database.exec(readFileSync(`db/migrations/${name}`, "utf8")));
  migrate(files.slice(0, here));
  database.exec("insert into users (name, email, role, status) values ('Old', 'old@example.com', '', 'Active')");
  const insert = database.prepare(
    "insert into api_tokens (user_id, name, token_hash, start, scope, expires_at) values (1, :scope, :scope, 'portico_', :scope, :expires)",
  );
  insert.run({ scope: "read", expires: 5_000 });
  insert.run({ scope: "write", expires: null });
  migrate(files.slice(here));
  const rows = database
    .prepare("select name, areas, access, expires_at as expires from api_tokens order by id")
    .all() as { name: string; areas: string; access: number; expires: number }[];
  const every = (verb: string) => ({ sales: verb, support: verb, people: verb, reports: verb });
  expect(rows.map((row) => ({ ...row, areas: JSON.parse(row.areas) as unknown }))).toEqual([
    { name: "read", areas: every("view"), access: 0, expires: 5_000 },
    {
      name: "write",
      areas: every("change"),
      access: 0,
      expires: expect.closeTo(Date.now() + 365 * 86_400_000, -9) as number,
    },
  ]);
});
