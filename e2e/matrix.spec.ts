/**
 * Nobody gets in: every loader and action of the route list, asked for in every way by everybody who may not, gives nothing
 * and changes nothing. A new route is in it by itself, and is closed unless `app/testing/open-routes.ts` names it.
 */
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../app/routes";
import { openToAll } from "../app/testing/open-routes";
import { wrongCells } from "./matrix/answers";
import { type Cell, ways } from "./matrix/cells";
import { changes, contents, exampleOf, nowhere, peoplesData } from "./matrix/database";
import { outsiders, type Server, signIn, startServer } from "./matrix/outsiders";
import { type Address, addresses, builtRoutes } from "./matrix/routes";
import { demo, expect, test } from "./support";

let server: Server;
let cookies: Record<string, string>;
let all: Address[];
let secret: RegExp;

test.beforeAll(async () => {
  server = await startServer();
  cookies = Object.fromEntries(await Promise.all(Object.entries(outsiders).map(async ([who, cookieOf]) => [who, await cookieOf(server)] as const)));
  all = addresses(exampleOf(server.database));
  secret = peoplesData(server.database);
});

test.afterAll(() => server?.remove());

/** Asks for the cells, and expects that each was answered as it has to be and that the database is what it was. */
async function prove(cells: Cell[], cookie: string) {
  expect(cells.length).toBeGreaterThan(0);
  const before = contents(server.database);
  const wrong = await wrongCells(cells, { site: server.site, cookie, secret });
  expect({ wrong: few(wrong), changed: few(changes(before, contents(server.database))) }).toEqual({ wrong: [], changed: [] });
}

/** So many that one sees what they have in common. */
const few = (lines: string[]) => (lines.length > 40 ? [...lines.slice(0, 40), `and ${lines.length - 40} more`] : lines);

test("the build has the routes of app/routes.ts, and what is said to be open exists", () => {
  const idsOf = (entries: RouteConfigEntry[]): string[] => entries.flatMap(({ id, file, children = [] }) => [id ?? file.replace(/\.\w+$/, ""), ...idsOf(children)]);
  const built = Object.values(builtRoutes());
  expect(built.map(({ id }) => id).sort()).toEqual(["root", ...idsOf(routes)].sort());
  const doors = built.flatMap(({ id, hasLoader, hasAction }) => [...(hasLoader ? [`loader ${id}`] : []), ...(hasAction ? [`action ${id}`] : [])]);
  expect(doors).toEqual(expect.arrayContaining([...openToAll]));
});

for (const [turn, who] of Object.keys(outsiders).entries()) {
  const asksAll = turn === 0;
  test.describe(who, () => {
    test.describe.configure({ mode: "serial" }); // each failure starts a server anew, and what fails one way mostly fails the others too
    for (const [way, cellsOf] of Object.entries(ways)) {
      test(`gets nothing and changes nothing ${way}`, () => prove(cellsOf({ all, site: server.site, ...(!asksAll && { turn }) }), cookies[who]!));
    }
  });
}

test("what turns others away answers somebody who is signed in, and lets no other site read it", async () => {
  const cookie = await signIn(server, demo);
  const from = { origin: "https://evil.example" };
  const closed = all.filter(({ path, leaf }) => leaf.loader === "closed" && !path.endsWith(`/${nowhere}`));
  const cells = closed.map((address): Cell => ({ method: "GET", url: address.path, from, wanted: "answered", address }));
  expect(await wrongCells(cells, { site: server.site, cookie, secret })).toEqual([]);
  expect(await (await fetch(`${server.site}/users`, { headers: { cookie } })).text()).toMatch(secret);
});

for (const way of ["from another site", "by ?_data="]) {
  test(`somebody who is signed in changes nothing ${way}`, async () => {
    const cells = ways[way]!({ all, site: server.site }).filter(({ wanted }) => typeof wanted === "number");
    await prove(cells, await signIn(server, demo));
  });
}
