/**
 * Tests that the access matrix (`e2e/permissions/levels.spec.ts`) finds holes: it runs against a server with correct
 * responses, except where a test plants a wrong one.
 */
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { wrongCells } from "../../e2e/permissions/matrix/answers";
import type { Cell } from "../../e2e/permissions/matrix/cells";
import { cellsOf, expected, type Insider } from "../../e2e/permissions/matrix/expected";
import type { Address } from "../../e2e/permissions/matrix/routes";

/** Returns a route of the matrix with a guarded loader and action. */
function route(id: string, path: string, place: number): Address {
  const part = { id, loader: "closed", action: "closed" } as const;
  return { place, path, dataPath: `${path}.data`, isApi: path.startsWith("/api/"), leaf: part, branch: [part] };
}

const all = [
  route("features/users/edit", "/users/4", 0),
  route("features/orders/overview", "/orders/5", 1),
  route("features/billing/address", "/settings/plan-billing/address", 2),
  route("api/users", "/api/users", 3),
];
const person = (who: string, access: Insider["access"], areas: Insider["areas"] = {}): Insider => ({
  who,
  access,
  areas,
  owns: false,
  headers: {},
});
const owing: Insider = { ...person("an admin who owes a second factor", "admin"), owesSecondFactor: true };
const people = [
  owing,
  { ...owing, who: "their token", access: "staff", areas: { people: "view" }, isProgram: true } satisfies Insider,
  person("a client", "client"),
  person("staff of sales", "staff", { sales: "change" }),
  person("staff of people", "staff", { people: "view" }),
  person("an admin", "admin"),
  { ...person("a token", "staff", { sales: "view" }), isProgram: true },
];

let server: ReturnType<typeof createServer> | undefined;
afterEach(() => void server?.close());

/**
 * Returns the response to a user who still has to set up a second factor: a redirect, Remix's data for it, or a
 * message.
 */
function toSecondFactor({ method, url, address }: Cell): { status: number; location?: string; body: string } {
  if (address.isApi && !url.includes(".data"))
    return {
      status: 403,
      body: JSON.stringify({ message: "A second factor is required of this account, and none is set up." }),
    };
  const isRead = method === "GET";
  if (address.isApi)
    return { status: 403, body: written(isRead ? { [address.leaf.id]: { error: true } } : { error: true }) };
  const location = `/settings/two-factor-authentication?${new URLSearchParams({ from: isRead ? address.path : "/" })}`;
  const status = isRead ? 302 : 303;
  if (!url.includes(".data")) return { status, location, body: "" };
  const redirect = { redirect: location, status, revalidate: !isRead, reload: false, replace: false };
  return { status: 202, location, body: written(redirect, isRead ? [["SingleFetchRedirect", 1]] : []) };
}

/** Serialises a value as Remix does: a flat list whose values refer to each other by index. */
function written(value: object, values: unknown[] = []): string {
  const put = (one: unknown): number => {
    const place = values.push(one) - 1;
    if (typeof one === "object" && one !== null)
      values[place] = Object.fromEntries(Object.entries(one).map(([name, its]) => [`_${put(name)}`, put(its)]));
    return place;
  };
  put(value);
  return `${JSON.stringify(values)}\n`;
}

/** Runs the matrix for all users. `answer` may replace the expected status of a request. */
async function matrix(answer: (request: IncomingMessage, status: number) => number) {
  const found: string[] = [];
  for (const [turn, who] of people.entries()) {
    const cells = all.flatMap((address) => cellsOf(address, who, turn));
    const wanted = new Map(cells.map((cell) => [`${cell.method} ${cell.url}`, cell]));
    server = createServer((request, response) => {
      const cell = wanted.get(`${request.method} ${request.url}`);
      const { status, location, body } =
        cell?.wanted === "second-factor"
          ? toSecondFactor(cell)
          : { status: typeof cell?.wanted === "number" ? cell.wanted : 200 };
      const given = answer(request, status);
      response
        .writeHead(given, { connection: "close", ...(location !== undefined && given === status && { location }) })
        .end(given === status ? (body ?? "{}") : "{}");
    });
    await new Promise<void>((done) => server?.listen(0, "127.0.0.1", done));
    const site = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    found.push(
      ...(await wrongCells(cells, { site, who: who.headers, secret: /(?!)/ })).map((line) => `${who.who}: ${line}`),
    );
    server.close();
  }
  return found;
}

it("the matrix finds nothing where all is as the tables say", async () => {
  expect(await matrix((_, status) => status)).toEqual([]);
});

it.each<[string, (request: IncomingMessage, status: number) => number, string[]]>([
  [
    "a page whose guard was taken out",
    ({ url, method }, status) => (method === "GET" && url === "/settings/plan-billing/address" ? 200 : status),
    ["a client", "staff of sales", "staff of people", "an admin"],
  ],
  [
    "data that are given beside a page that is refused",
    ({ url }, status) => (url?.startsWith("/users/4.data") ? 200 : status),
    ["a client", "staff of sales"],
  ],
  [
    "a loader that may be asked for alone",
    ({ url }, status) => (url?.includes("?_data=features%2Fusers%2Fedit") ? 200 : status),
    ["a client", "staff of sales", "staff of people", "an admin"],
  ],
  [
    "an action that asks for less than it changes",
    ({ url, method }, status) => (method === "POST" && url === "/users/4" ? 303 : status),
    ["a client", "staff of sales", "staff of people"],
  ],
  [
    "a record of somebody else",
    ({ url, method }, status) => (method === "GET" && url === "/orders/5" ? 200 : status),
    ["a client", "staff of people"],
  ],
  [
    "a refusal that says that a record is there",
    ({ url, method }, status) => (method === "GET" && url === "/orders/5" && status === 404 ? 403 : status),
    ["a client"],
  ],
  [
    "a page that asks for no second factor where one is owed",
    ({ url, method }, status) => (method === "GET" && url === "/users/4" ? 200 : status),
    ["an admin who owes a second factor"],
  ],
  [
    "data that are given to who owes one",
    ({ url }, status) => (url?.startsWith("/users/4.data") ? 200 : status),
    ["an admin who owes a second factor"],
  ],
  [
    "an act that who owes one can do",
    ({ url, method }, status) => (method === "POST" && url === "/users/4" && status === 303 ? 200 : status),
    ["an admin who owes a second factor"],
  ],
  [
    "a program of who owes one, which goes on",
    ({ url }, status) => (url === "/api/users" ? 200 : status),
    ["their token"],
  ],
  ["a program that gets more than its scope", ({ url }, status) => (url === "/api/users" ? 200 : status), ["a token"]],
  [
    "a page that is closed to whom it is for",
    ({ url, method }, status) => (method === "GET" && url === "/users/4" ? 403 : status),
    ["staff of people", "an admin"],
  ],
])("finds %s", async (_, answer, who) => {
  const found = await matrix(answer);
  expect([...new Set(found.map((line) => line.split(":")[0]))]).toEqual(expect.arrayContaining(who));
  expect(found.length).toBeGreaterThan(0);
});

it("the matrix has no answer for a new route that has no line in the table of routes", () => {
  expect(() => expected("loader", route("users/secrets", "/users/secrets", 0), people[0]!)).toThrow(
    "route-permissions.ts has no line for the loader of users/secrets",
  );
});
