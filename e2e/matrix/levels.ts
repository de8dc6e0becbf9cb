/** People of every level of access, on the matrix's server, and what the table says that each request of theirs has to be answered with. */
import type { AccessArea, AccessLevel } from "../../db/lookups";
import { type Permission, type Reach, reachOf } from "../../app/auth/access.server";
import { permissionOf, personal } from "../../app/testing/route-permissions";
import { demo, expect, type Person } from "../support";
import type { Cell } from "./cells";
import { bearer, type Server } from "./outsiders";
import type { Address } from "./routes";

type Areas = Partial<Record<AccessArea, "view" | "change">>;

export interface Insider {
  /** Such as "staff of sales (view)". */
  who: string;
  access: AccessLevel;
  areas: Areas;
  /** Whether the records that are asked for are theirs. */
  owns: boolean;
  /** A token's program: it comes to the API alone. */
  isProgram?: boolean;
  headers: Record<string, string>;
}

const staff: [who: string, areas: Areas][] = [
  ["staff without areas", {}],
  ...(["sales", "support", "people", "reports"] as const).flatMap((area) => (["view", "change"] as const).map((verb): [string, Areas] => [`staff of ${area} (${verb})`, { [area]: verb }])),
];

const cast: [who: string, access: AccessLevel, areas: Areas][] = [
  ["a client", "client", {}],
  ["another client", "client", {}],
  ...staff.map(([who, areas]): [string, AccessLevel, Areas] => [who, "staff", areas]),
  ["an admin", "admin", {}],
  ["an owner", "owner", {}],
];

/** Makes one person of each level, who all sign in. The newest order, invoice and ticket are made the first client's; a file, an import and a job the owner's. */
export async function insiders(server: Server): Promise<Insider[]> {
  const { database } = server;
  const hash = database.prepare("select password_hash from accounts where email = ?").pluck().get(demo.email);
  const people: Insider[] = [];
  for (const [place, [who, access, areas]] of cast.entries()) {
    const email = `level${place}@example.com`;
    database.prepare("insert into accounts (uid, email, display_name, password_hash, email_verified_at) values (?, ?, ?, ?, ?)").run(email, email, `Level ${place}`, hash, Date.now());
    const { lastInsertRowid: id } = database.prepare("insert into users (uid, email, name, role, status, access, areas) values (?, ?, ?, '', 'Active', ?, ?)").run(email, email, `Level ${place}`, access, JSON.stringify(areas));
    if (place === 0) giveRecords(server, Number(id));
    if (access === "owner") givePersonal(server, Number(id));
    people.push({ who, access, areas, owns: place === 0, headers: { cookie: await cookieOf(server, { ...demo, email }) } });
  }
  return people;
}

/** A program with a token of each scope that the owner gives, and one with a client's. */
export async function programs({ site }: Server, people: Insider[]): Promise<Insider[]> {
  const [client, owner] = [people[0]!, people.at(-1)!];
  const scopes = staff.filter(([, areas]) => Object.keys(areas).length > 0).map(([who, areas]) => ({ of: owner, who: who.replace("staff", "a token"), access: "staff" as const, areas, owns: false }));
  const wanted = [{ of: client, who: "a client's token", access: "client" as const, areas: {}, owns: true }, ...scopes];
  return Promise.all(
    wanted.map(async ({ of, ...scope }): Promise<Insider> => {
      const body = new URLSearchParams({ name: scope.who, life: "30", ...scope.areas });
      const answer = await fetch(`${site}/settings/security/tokens/create`, { method: "POST", body, headers: of.headers });
      const token = /portico_[\w-]{43}/.exec(await answer.text())?.[0] ?? "";
      expect(token, scope.who).not.toBe("");
      return { ...scope, isProgram: true, headers: bearer(token) };
    }),
  );
}

function giveRecords({ database }: Server, id: number) {
  for (const [table, column] of [["orders", "customer_id"], ["invoices", "customer_id"], ["tickets", "requester_id"]]) {
    expect(database.prepare(`update ${table} set ${column} = ? where id = (select max(id) from ${table})`).run(id).changes).toBe(1);
  }
}

/** What belongs to nobody else, whatever they may do. */
function givePersonal({ database }: Server, id: number) {
  for (const [table, column] of [["imports", "person_id"], ["background_jobs", "person_id"], ["attachments", "owner_id"]]) {
    expect(database.prepare(`update ${table} set ${column} = ?`).run(id).changes).toBe(1);
  }
}

async function cookieOf({ site }: Server, { email, password }: Person): Promise<string> {
  const answer = await fetch(`${site}/login`, { method: "POST", body: new URLSearchParams({ email, password }), redirect: "manual" });
  expect([answer.status, answer.headers.get("location")], `the sign-in of ${email}`).toEqual([303, "/"]);
  return answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
}

/** The kinds of record that may be somebody's own, by the permissions that know it. */
const ofSomebody = new Set<Permission>(["orders.view", "invoices.view", "tickets.view", "tickets.ask", "undo"]);

/** What the table has for an act on an address: refused (403), nothing to be found (404, as for what belongs to somebody else), or answered. */
export function expected(kind: "loader" | "action", { leaf, path }: Address, person: Insider): 403 | 404 | "answered" {
  const permission = permissionOf.get(`${kind} ${leaf.id}`);
  if (!permission) throw new Error(`app/testing/route-permissions.ts has no line for the ${kind} of ${leaf.id} (${path}).`);
  const reach = reachOf(person, permission);
  if (person.isProgram && isBeyondScope(kind, person, reach)) return 403;
  if (reach === "none") return 403;
  if (personal.has(leaf.id) && person.access !== "owner") return 404;
  if (/^\/views\/\d/.test(path) && reachOf(person, ofExampleView) === "none") return 404;
  if (reach === "all" || person.owns || !ofSomebody.has(permission) || !isOfOne(path)) return "answered";
  return reachOf(person, "tickets.view") === "all" ? 403 : 404; // what one sees may be known to be there
}

/** A token opens its areas and nothing beside them; one that only reads changes nothing, whatever it would be. */
const isBeyondScope = (kind: "loader" | "action", { access, areas }: Insider, reach: Reach) => (kind === "action" && !Object.values(areas).includes("change")) || (access === "staff" && reach === "own");

/** The first saved view of the sample is of orders: whoever may not see that list does not see its views. */
const ofExampleView: Permission = "orders.view";

/** Whether an address is about one record. */
const isOfOne = (path: string) => /^\/(orders|invoices|support\/(tickets|replies))\/(INV-)?\d+(\/|$)/.test(path);

/** The requests of a person at an address: what is refused in every way there is, and what is answered by its address and in one more way, in turn. Changes that would be made are not sent. */
export function cellsOf(address: Address, person: Insider, turn: number): Cell[] {
  const { path, dataPath, leaf, isApi } = address;
  if (person.isProgram && !isApi) return [];
  const [alone, raw] = [`${dataPath}?_routes=${encodeURIComponent(leaf.id)}`, `${path}?_data=${encodeURIComponent(leaf.id)}`];
  const cells: Cell[] = [];
  if (leaf.loader === "closed") {
    const wanted = expected("loader", address, person);
    const inTurn = [dataPath, alone];
    const urls = wanted === "answered" ? [path, inTurn[(turn + address.place) % 2]!] : [path, ...inTurn];
    cells.push(...urls.map((url): Cell => ({ method: "GET", url, wanted, address })), { method: "GET", url: raw, wanted: 400, address });
  }
  if (leaf.action === "closed") {
    const wanted = expected("action", address, person);
    if (wanted !== "answered") cells.push(...[path, dataPath].map((url): Cell => ({ method: "POST", url, wanted, address })));
  }
  return cells;
}
