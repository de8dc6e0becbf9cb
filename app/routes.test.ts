import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import { eq } from "drizzle-orm";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { db, write } from "db";
import { journal, sessions, users } from "db/schema";
import { kinds } from "~/kinds.server";
import { keepForm } from "~/lib/unreached";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { type Answer, get, post, run, signedIn } from "~/testing/requests";
import routes from "./routes";

testDatabase();

type Guard = "requireUser" | "requireGuest" | "requireGuestOrCode" | "anyone";
interface Route {
  path: string;
  file: string;
  /** Its address again, when it is a page. */
  page?: string;
  keepsForm: boolean;
  loader?: Guard | "none";
  action?: Guard | "none";
}

const guards = new Set<string>(["requireUser", "requireGuest", "requireGuestOrCode", "anyone"] satisfies Guard[]);

interface Module {
  default?: unknown;
  clientAction?: unknown;
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
}
const modules = import.meta.glob<Module>("./*/*.{ts,tsx}");

async function load(file: string): Promise<Module> {
  const module = await modules[`./${file}`]?.();
  if (!module) throw new Error(`No module ${file}`);
  return module;
}

/** Every route with an address, and what each of its functions does first. */
const all = await Promise.all(flatten(routes, "").map(declared));

function flatten(entries: RouteConfigEntry[], parent: string): { path: string; file: string }[] {
  return entries.flatMap((entry) => {
    const path = [parent, entry.path].filter(Boolean).join("/");
    const own = entry.path !== undefined || entry.index || !entry.children ? [{ path: `/${path}`, file: entry.file }] : [];
    return [...own, ...flatten(entry.children ?? [], path)];
  });
}

/** Looks at what the module really exports, however it is written there. */
async function declared({ path, file }: { path: string; file: string }): Promise<Route> {
  const { default: page, loader, action, clientAction } = await load(file);
  return { path, file, ...(page !== undefined && { page: path }), keepsForm: clientAction === keepForm, ...(loader && { loader: guardOf(loader) }), ...(action && { action: guardOf(action) }) };
}

/** The guard that a function's first statement awaits, read from its own text. */
function guardOf(act: (args: LoaderFunctionArgs) => unknown): Guard | "none" {
  const source = ts.createSourceFile("", `(${String(act)})`, ts.ScriptTarget.Latest, true);
  let awaited: string | undefined;
  const look = (node: ts.Node): void => {
    if (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression)) awaited ??= /(\w+)\)?$/.exec(node.expression.expression.getText())?.[1];
    ts.forEachChild(node, look);
  };
  const body = bodyOf(source);
  if (body) look(ts.isBlock(body) ? (body.statements[0] ?? body) : body);
  return awaited !== undefined && guards.has(awaited) ? (awaited as Guard) : "none";
}

function bodyOf(node: ts.Node): ts.ConciseBody | undefined {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return node.body;
  return ts.forEachChild(node, bodyOf);
}

/** An address that the route answers: parameters become ids that exist. */
const example = (path: string) => path.replace(":prefix", "lucide").replace(/:\w+/g, "6").replace("*", "nowhere");
const params = { id: "6", prefix: "lucide", tint: "1", initials: "AA.svg", "*": "nowhere" };
const isApi = (path: string) => path.startsWith("/api/");

async function everything() {
  return JSON.stringify([await db.select().from(users), await db.select().from(journal), (await db.select().from(sessions)).length]);
}

function expectTurnedAway(answer: Answer, path: string) {
  if (isApi(path)) expect(answer).toMatchObject({ status: 401, data: { message: "Unauthorized" } });
  else expect({ status: answer.status, location: answer.location }).toEqual({ status: expect.toBeOneOf([302, 303]), location: expect.stringMatching(/^\/login\?from=/) });
}

describe("every route", () => {
  it.each(all.map((route) => [route.path, route] as const))("%s says first who may come in", (_, route) => {
    expect(route.loader).not.toBe("none");
    expect(route.action).not.toBe("none");
  });

  it("that is not in this list is for people who are signed in", () => {
    const open = all.flatMap(({ path, loader, action }) => [
      ...(loader && loader !== "requireUser" ? [`GET ${path}`] : []),
      ...(action && action !== "requireUser" ? [`POST ${path}`] : []),
    ]);
    expect([...new Set(open)].sort()).toEqual([
      "GET /",
      "GET /*",
      "GET /avatars/:tint/:initials",
      "GET /design",
      "GET /email-verification",
      "GET /forget-password",
      "GET /icons/:file",
      "GET /login",
      "GET /logout",
      "GET /maintenance",
      "GET /preferences",
      "GET /register",
      "GET /server-error",
      "GET /session",
      "GET /too-large",
      "GET /verification",
      "POST /*",
      "POST /email-verification",
      "POST /forget-password",
      "POST /login",
      "POST /logout",
      "POST /preferences",
      "POST /register",
      "POST /session",
      "POST /too-large",
    ]);
  });

  it("with a form to fill in keeps what was typed when the server cannot be reached", () => {
    const withForm = all.filter(({ page, action }) => page && action && !["/logout", "/too-large", "/*"].includes(page));
    expect(withForm.length).toBeGreaterThan(0);
    for (const { file, keepsForm } of withForm) expect([file, keepsForm]).toEqual([file, true]);
  });

  it("that a kind of record needs to go to the trash and come back is there", () => {
    const paths = all.map(({ path }) => path);
    for (const { entity } of kinds()) expect(paths).toEqual(expect.arrayContaining([`/${entity}/:id/trash`, `/${entity}/:id/restore`]));
  });

  it("is seen through, however its functions are written", () => {
    const requireUser = async (_: Request) => undefined;
    const inner = async ({ request }: LoaderFunctionArgs) => void (await requireUser(request));
    expect(guardOf(inner)).toBe("requireUser");
    expect(guardOf(async function ({ request }) {
      const me = await requireUser(request);
      return me;
    })).toBe("requireUser");
    expect(guardOf(async ({ request }) => {
      await request.text();
      await requireUser(request);
    })).toBe("none");
    expect(guardOf(() => null)).toBe("none");
  });
});

/** People who have a cookie that no longer opens anything. */
const turnedAway: [string, () => Promise<Request>][] = [
  ["a visitor", async () => get("/")],
  ["somebody with a made-up cookie", async () => get("/", { Cookie: `${(await signedIn("/", cast.ada)).headers.get("Cookie")?.slice(0, -6)}AAAAAA` })],
  ["a banned person", () => signedIn("/", cast.ban)],
  ["a person awaiting approval", () => signedIn("/", cast.pia)],
  ["a person in the trash", () => signedIn("/", cast.tess)],
  ["a session that was not seen for 31 days", () => aged({ lastSeenAt: new Date(Date.now() - 31 * 86_400_000) })],
  ["a session that is 91 days old", () => aged({ createdAt: new Date(Date.now() - 91 * 86_400_000) })],
  ["a session that was revoked", async () => {
    const request = await signedIn("/", cast.ada);
    await write(async (tx) => void (await tx.delete(sessions).where(eq(sessions.userId, cast.ada.id))));
    return request;
  }],
];

async function aged(values: Partial<typeof sessions.$inferInsert>) {
  const request = await signedIn("/", cast.ada);
  await write(async (tx) => void (await tx.update(sessions).set(values).where(eq(sessions.userId, cast.ada.id))));
  return request;
}

describe.each(turnedAway)("%s", (_, cookieOf) => {
  it("gets nothing from any protected loader", async () => {
    const Cookie = (await cookieOf()).headers.get("Cookie") ?? "";
    for (const { path, file, loader } of all) {
      if (loader !== "requireUser") continue;
      const module = await load(file);
      if (module.loader) expectTurnedAway(await run(module.loader, get(example(path), { Cookie }), params), path);
    }
  });

  it("changes nothing by any protected action", async () => {
    const Cookie = (await cookieOf()).headers.get("Cookie") ?? "";
    const before = await everything();
    for (const { path, file, action } of all) {
      if (action !== "requireUser") continue;
      const module = await load(file);
      if (module.action) expectTurnedAway(await run(module.action, post(example(path), { status: "Banned", name: "X" }, { Cookie }), params), path);
    }
    expect(await everything()).toBe(before);
  });
});

describe("a change sent from another site", () => {
  const strangers: Record<string, string>[] = [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { Origin: "not an origin" },
    { Origin: `${config.appUrl}.evil.example` },
    { "Sec-Fetch-Site": "cross-site", Origin: config.appUrl },
    { "Sec-Fetch-Site": "same-site" },
  ];

  it.each(strangers)("with %j is refused by every action, and changes nothing", async (headers) => {
    const { headers: mine } = await signedIn("/", cast.ada);
    const before = await everything();
    for (const { path, file, action } of all) {
      if (!action) continue;
      const module = await load(file);
      const request = post(example(path), { status: "Banned", name: "X", email: "x@example.com", password: "x" }, { ...headers, Cookie: mine.get("Cookie") ?? "" });
      if (module.action) expect({ path, status: (await run(module.action, request, params)).status }).toEqual({ path, status: 403 });
    }
    expect(await everything()).toBe(before);
  });

  it("is told from one sent from here", async () => {
    const { action } = await load("users/status.ts");
    const request = await signedIn(post("/users/6/status", { status: "Banned" }, { Origin: config.appUrl, "Sec-Fetch-Site": "same-origin" }), cast.ada);
    expect(action && (await run(action, request, params)).status).toBe(303);
  });
});

describe("in maintenance", () => {
  it("visitors get a 503 everywhere but where one signs in, and people who are signed in work on", async () => {
    await withConfig({ maintenance: true }, async () => {
      const { loader: home } = await load("home/home.tsx");
      const { loader: list } = await load("users/list.tsx");
      const { loader: login } = await load("auth/login.tsx");
      expect(home && (await run(home, get("/"))).status).toBe(503);
      expect(list && (await run(list, get("/users"))).status).toBe(503);
      expect(login && (await run(login, get("/login"))).status).toBe(200);
      expect(list && (await run(list, await signedIn("/users", cast.ada))).status).toBe(200);
    });
  });
});
