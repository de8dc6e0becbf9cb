/** Users of every access level, and their API clients, on the matrix's server. */
import type { AccessLevel } from "../../../db/lookups";
import { secondFactorFact } from "../../../db/schema";
import { demo, expect, type Person } from "../../support";
import type { Areas, Insider } from "./expected";
import { bearer, type Server } from "./outsiders";

const staff: [who: string, areas: Areas][] = [
  ["staff without areas", {}],
  ...(["sales", "support", "people", "reports"] as const).flatMap((area) =>
    (["view", "change"] as const).map((verb): [string, Areas] => [`staff of ${area} (${verb})`, { [area]: verb }]),
  ),
];

const cast: [who: string, access: AccessLevel, areas: Areas][] = [
  ["a client", "client", {}],
  ["another client", "client", {}],
  ...staff.map(([who, areas]): [string, AccessLevel, Areas] => [who, "staff", areas]),
  ["an admin", "admin", {}],
  ["an owner", "owner", {}],
];

/**
 * Creates and signs in one user of each level. The newest order, invoice and ticket are given to the first client; a
 * file, an import and a job to the owner.
 */
export async function insiders(server: Server): Promise<Insider[]> {
  const { database } = server;
  const hash = database.prepare("select password_hash from accounts where email = ?").pluck().get(demo.email);
  const people: Insider[] = [];
  for (const [place, [who, access, areas]] of cast.entries()) {
    const email = `level${place}@example.com`;
    database
      .prepare(
        "insert into accounts (uid, email, display_name, password_hash, email_verified_at) values (?, ?, ?, ?, ?)",
      )
      .run(email, email, `Level ${place}`, hash, Date.now());
    const { lastInsertRowid: id } = database
      .prepare("insert into users (uid, email, name, role, status, access, areas) values (?, ?, ?, '', 'Active', ?, ?)")
      .run(email, email, `Level ${place}`, access, JSON.stringify(areas));
    if (place === 0) giveRecords(server, Number(id));
    if (access === "owner") givePersonal(server, Number(id));
    people.push({
      who,
      access,
      areas,
      owns: place === 0,
      headers: { cookie: await cookieOf(server, { ...demo, email }) },
    });
  }
  return people;
}

/** Returns an API client with a token for each scope of the owner, and one for a client. */
export async function programs({ site }: Server, people: Insider[]): Promise<Insider[]> {
  const [client, owner] = [people[0]!, people.at(-1)!];
  const scopes = staff
    .filter(([, areas]) => Object.keys(areas).length > 0)
    .map(([who, areas]) => ({
      of: owner,
      who: who.replace("staff", "a token"),
      access: "staff" as const,
      areas,
      owns: false,
    }));
  const wanted = [{ of: client, who: "a client's token", access: "client" as const, areas: {}, owns: true }, ...scopes];
  return Promise.all(
    wanted.map(async ({ of, ...scope }): Promise<Insider> => {
      const body = new URLSearchParams({ name: scope.who, life: "30", ...scope.areas });
      const answer = await fetch(`${site}/settings/security/tokens/create`, {
        method: "POST",
        body,
        headers: of.headers,
      });
      const token = /portico_[\w-]{43}/.exec(await answer.text())?.[0] ?? "";
      expect(token, scope.who).not.toBe("");
      return { ...scope, isProgram: true, headers: bearer(token) };
    }),
  );
}

/** Requires a second factor for staff and above, like an owner can; users without one must set it up from now on. */
export const setSecondFactorRequired = ({ database }: Server) =>
  expect(database.prepare("insert into facts (name, value) values (?, '')").run(secondFactorFact).changes).toBe(1);

/** Gives the owner, who is already signed in, a second factor. */
export function giveOwnerSecondFactor({ database }: Server) {
  const added = database
    .prepare(
      "insert into authenticators (user_id, secret, confirmed_at) select id, '', 1 from users where access = 'owner' and email like 'level%'",
    )
    .run();
  expect(added.changes).toBe(1);
}

function giveRecords({ database }: Server, id: number) {
  for (const [table, column] of [
    ["orders", "customer_id"],
    ["invoices", "customer_id"],
    ["tickets", "requester_id"],
    ["payments", "customer_id"],
    ["credit_notes", "customer_id"],
  ]) {
    expect(
      database.prepare(`update ${table} set ${column} = ? where id = (select max(id) from ${table})`).run(id).changes,
    ).toBe(1);
  }
}

/** Gives a user records that no one else can access, regardless of their permissions. */
function givePersonal({ database }: Server, id: number) {
  for (const [table, column] of [
    ["imports", "person_id"],
    ["background_jobs", "person_id"],
    ["attachments", "owner_id"],
  ]) {
    expect(database.prepare(`update ${table} set ${column} = ?`).run(id).changes).toBe(1);
  }
}

async function cookieOf({ site }: Server, { email, password }: Person): Promise<string> {
  const answer = await fetch(`${site}/login`, {
    method: "POST",
    body: new URLSearchParams({ email, password }),
    redirect: "manual",
  });
  expect([answer.status, answer.headers.get("location")], `the sign-in of ${email}`).toEqual([303, "/"]);
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ");
}
