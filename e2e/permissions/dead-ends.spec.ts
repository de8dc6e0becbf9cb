/**
 * No page links to something its reader may not use: users of every level follow all links from the home page and the
 * command palette, and each form they see must be one that the permission tables let them submit.
 */
import { reachOf } from "~/core/access/access.server";
import { permissionOf } from "~/testing/route-permissions";
import type { Insider } from "./matrix/expected";
import { insiders } from "./matrix/levels";
import { type Server, startServer } from "./matrix/outsiders";
import { routeAt, walk } from "./matrix/walk";
import { expect, test } from "../support";

let server: Server;
let people: Insider[];

test.beforeAll(async () => {
  test.setTimeout(240_000);
  server = await startServer();
  people = await insiders(server);
  await makeHistory();
});

test.afterAll(() => server?.remove());

const records = (id: number) => [
  `/users/${id}`,
  `/products/${id}`,
  `/orders/${id}`,
  `/invoices/INV-000${id}`,
  `/support/tickets/${id}`,
  `/support/canned-replies/${id}`,
  `/support/faqs/manage/${id}`,
];

/** Submits a form and returns the redirect's target. */
async function send(path: string, { headers }: Insider, fields: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(server.site + path, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers,
    redirect: "manual",
  });
  expect(answer.status, `the answer to ${path}`).toBe(303);
  return answer.headers.get("location") ?? "";
}

/** Changes a record of each kind as an owner, so that the activity links to it, and moves another to the trash. */
async function makeHistory() {
  const owner = people.at(-1)!;
  for (const record of records(2)) for (const act of ["trash", "restore"]) await send(`${record}/${act}`, owner);
  for (const record of records(4)) await send(`${record}/trash`, owner);
}

/**
 * Makes the user at this position in the cast the requester of a sample ticket, unless they have one; returns its
 * path.
 */
function askedBy(place: number): string {
  const { database } = server;
  const me = database.prepare("select id from users where email = ?").pluck().get(`level${place}@example.com`);
  const id = database.prepare("select max(id) from tickets where requester_id = ?").pluck().get(me) ?? 15 - place;
  expect(database.prepare("update tickets set requester_id = ? where id = ?").run(me, id).changes).toBe(1);
  return `/support/tickets/${id}`;
}

const mayOpen = (person: Insider) => (path: string) =>
  reachOf(person, permissionOf.get(`loader ${routeAt(path)}`)!) === "all";

/** Follows the links of the selected users. */
async function expectNoDeadEnds(isSelected: (person: Insider) => boolean) {
  const dead: Record<string, string[]> = {};
  for (const [place, person] of people.entries()) {
    if (!isSelected(person)) continue;
    await test.step(person.who, async () => {
      const own = askedBy(place);
      const isOwn = (path: string) => !/^\/support\/tickets\/\d/.test(path) || `${path}/`.startsWith(`${own}/`);
      const walked = await walk(server.site, { ...person, isOwn }, [own, ...records(4).filter(mayOpen(person))]);
      process.stdout.write(`${person.who}: ${walked.routes.size} routes, ${walked.forms} forms\n`);
      expect(walked.routes.size).toBeGreaterThan(30);
      if (walked.dead.length > 0) dead[person.who] = walked.dead;
    });
  }
  expect(dead).toEqual({});
}

/** Whether `npm test` follows this user's links. */
const isRepresentative = ({ who }: Insider) => ["a client", "staff of support (change)"].includes(who);

test("no page leads a client or staff of support to what they may not use", async () => {
  test.setTimeout(240_000);
  expect(people.filter(isRepresentative)).toHaveLength(2);
  await expectNoDeadEnds(isRepresentative);
});

test("no page leads people of other levels to what they may not use @exhaustive", async () => {
  test.setTimeout(240_000);
  await expectNoDeadEnds((person) => !isRepresentative(person));
});
