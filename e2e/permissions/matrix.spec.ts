/**
 * Every loader and action of the route list, requested in every way by everyone without access, returns and changes
 * nothing. New routes are included automatically, and must be closed unless `app/testing/open-routes.ts` lists them.
 */
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "~/routes";
import { openToAll } from "~/testing/open-routes";
import { wrongCells } from "./matrix/answers";
import { type Cell, ways } from "./matrix/cells";
import { changes, contents, exampleOf, nowhere, peoplesData } from "./matrix/database";
import {
  askInFull,
  bearer,
  makeToken,
  outsiders,
  type Server,
  signIn,
  startServer,
  visitsWritten,
} from "./matrix/outsiders";
import { type Address, addresses, builtRoutes } from "./matrix/routes";
import { demo, expect, test } from "../support";

let server: Server;
let whoIs: Record<string, Record<string, string>>;
let all: Address[];
let secret: RegExp;

test.beforeAll(async () => {
  server = await startServer();
  // One after the other, because registrations from one address are limited.
  whoIs = {};
  for (const [who, come] of Object.entries(outsiders)) whoIs[who] = headersOf(await come(server));
  await visitsWritten(server);
  all = addresses(exampleOf(server.database));
  secret = peoplesData(server.database);
});

test.afterAll(() => server?.remove());

const headersOf = (who: string | Record<string, string>): Record<string, string> =>
  typeof who === "string" ? (who ? { cookie: who } : {}) : who;

/** Requests the cells and expects the right responses and an unchanged database. */
async function prove(cells: Cell[], who: Record<string, string>) {
  expect(cells.length).toBeGreaterThan(0);
  await expect
    .poll(() => server.database.prepare("select count(*) from mails").pluck().get(), "mails of who signed in just now")
    .toBe(0);
  const before = contents(server.database);
  const wrong = await wrongCells(cells, { site: server.site, who, secret });
  expect({ wrong: few(wrong), changed: few(changes(before, contents(server.database))) }).toEqual({
    wrong: [],
    changed: [],
  });
}

/**
 * Returns the reduced round for outsiders who differ from others only in why they have no access: every third address
 * in all ways, and all addresses in a third of the ways.
 */
const inTurn = (turn: number, way: number) => ({
  turn,
  all: all.filter(({ place }) => (place + turn + way) % 3 === 0),
});

/** Truncates a list for the error message. */
const few = (lines: string[]) => (lines.length > 40 ? [...lines.slice(0, 40), `and ${lines.length - 40} more`] : lines);

test("the build has the routes of app/routes.ts, and all routes listed as open exist", () => {
  const idsOf = (entries: RouteConfigEntry[]): string[] =>
    entries.flatMap(({ id, file, children = [] }) => [id ?? file.replace(/\.\w+$/, ""), ...idsOf(children)]);
  const built = Object.values(builtRoutes());
  const inProduction = (name: string) => !name.endsWith("features/design/design"); // only in `npm run dev`
  expect(built.map(({ id }) => id).sort()).toEqual(["root", ...idsOf(routes)].filter(inProduction).sort());
  const doors = built.flatMap(({ id, hasLoader, hasAction }) => [
    ...(hasLoader ? [`loader ${id}`] : []),
    ...(hasAction ? [`action ${id}`] : []),
  ]);
  expect(doors).toEqual(expect.arrayContaining([...openToAll].filter(inProduction)));
});

for (const [turn, who] of Object.keys(outsiders).entries()) {
  test.describe(who, () => {
    // Each failure starts a new server, and one failure mostly causes the others.
    test.describe.configure({ mode: "serial" });
    for (const [place, [way, cellsOf]] of Object.entries(ways).entries()) {
      test(`gets nothing and changes nothing ${way}`, () =>
        prove(cellsOf({ site: server.site, ...(askInFull.has(who) ? { all } : inTurn(turn, place)) }), whoIs[who]!));
    }
  });
}

test("routes closed to visitors answer signed-in users, and other sites cannot read them", async () => {
  const cookie = await signIn(server, demo);
  const from = { origin: "https://evil.example" };
  const closed = all.filter(({ path, leaf }) => leaf.loader === "closed" && !path.endsWith(`/${nowhere}`));
  const cells = closed.map((address): Cell => ({
    method: "GET",
    url: address.path,
    from,
    wanted: "answered",
    address,
  }));
  expect(await wrongCells(cells, { site: server.site, who: { cookie }, secret })).toEqual([]);
  expect(await (await fetch(`${server.site}/users`, { headers: { cookie } })).text()).toMatch(secret);
});

for (const way of ["from another site", "by ?_data="]) {
  test(`a signed-in user changes nothing ${way}`, async () => {
    const cells = ways[way]!({ all, site: server.site }).filter(({ wanted }) => typeof wanted === "number");
    await prove(cells, { cookie: await signIn(server, demo) });
  });
}

test("a token that may only read reads all of the API, changes nothing of it, and opens no page", async () => {
  const { token } = await makeToken(server, await signIn(server, demo), "read");
  const api = all.filter(
    ({ isApi, leaf }) =>
      isApi && leaf.loader === "closed" && !/\/api\/nowhere$/.test(leaf.id) && leaf.id !== "features/api/not-found",
  );
  expect(api.length).toBeGreaterThan(10);
  const reads = api.map((address): Cell => ({ method: "GET", url: address.path, wanted: "answered", address }));
  const changing = all.filter(({ isApi, leaf }) => isApi && leaf.action === "closed");
  const acts = changing.flatMap((address) =>
    ["POST", "PUT", "PATCH", "DELETE"].flatMap((method) =>
      [address.path, address.dataPath].map((url): Cell => ({ method, url, wanted: 403, address })),
    ),
  );
  const pages = all
    .filter(({ isApi, leaf }) => !isApi && leaf.loader === "closed")
    .map((address): Cell => ({ method: "GET", url: address.path, wanted: "refused", address }));
  expect(await wrongCells(reads, { site: server.site, who: bearer(token), secret })).toEqual([]);
  await prove([...acts, ...pages], bearer(token));
});
