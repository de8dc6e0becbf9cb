import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import { permissionOfReport } from "~/features/dashboards/export.server";
import { permissionOfFile } from "~/core/list/define-list.server";
import { resources, permissionAt } from "./core/resource/registry.server";
import type { Resource } from "./core/resource/resource.server";
import { apiReports, apiResources, permissionAt as permissionAtApi } from "~/core/api/registry.server";
import type { Permission } from "~/core/access/access.server";
import { keepFormOnNetworkError } from "~/core/form/network-error";
import FormOnly from "~/ui/form-only";
import { cast, testDatabase, withConfig } from "~/testing/database";
import { allRoutes, idOf } from "~/testing/all-routes";
import { openToAll } from "~/testing/open-routes";
import { get, run, signedIn } from "~/testing/requests";
import { permissionOf } from "~/testing/route-permissions";
import { actionsWithoutOwner, withFormOwners } from "../server/form-owners";
import routes from "./routes";

testDatabase();

type Guard = "requireUser" | "requireGuest" | "requireGuestOrCode" | "userOfRequest";
interface Route {
  id: string;
  path: string;
  file: string;
  /** The route's path, if it is a page. */
  page?: string;
  keepsForm: boolean;
  loader?: Guard | "none";
  action?: Guard | "none";
  /** Permissions that the guards of its `loader` and `action` require. */
  asks: [kind: "loader" | "action", permission: Permission | undefined][];
}

const guards = new Set<string>([
  "requireUser",
  "requireGuest",
  "requireGuestOrCode",
  "userOfRequest",
] satisfies Guard[]);

interface Module {
  default?: unknown;
  clientAction?: unknown;
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
}
const modules = import.meta.glob<Module>("./**/*.{ts,tsx}");

async function load(file: string): Promise<Module> {
  const module = await modules[`./${file}`]?.();
  if (!module) throw new Error(`No module ${file}`);
  return module;
}

/** Loaders of what is around pages. They have no address; `e2e/permissions/matrix.spec.ts` asks for them alone. */
const layouts = ["loader root", "loader shell/layout"];

/** The permissions of every resource, by the name that its file exports it under. */
const exportedResources = new Map(
  Object.values(import.meta.glob<Record<string, unknown>>("./features/**/*.server.ts", { eager: true })).flatMap(
    (file) => Object.entries(file).flatMap(([name, value]) => (isResource(value) ? [[name, value] as const] : [])),
  ),
);

function isResource(value: unknown): value is Pick<Resource, "permissions" | "undoStates"> {
  return typeof value === "object" && value !== null && "undoStates" in value && "permissions" in value;
}

/** Returns every route with an address, and the guard that each of its functions calls first. */
const all = await Promise.all(allRoutes.map(declared));
const frames = await Promise.all(framesOf(routes).map(declared));

/** Returns the layouts, which have no address. */
function framesOf(entries: RouteConfigEntry[]): { id: string; path: string; file: string }[] {
  return entries.flatMap((entry) => [
    ...(entry.children && entry.path === undefined ? [{ id: idOf(entry), path: "/", file: entry.file }] : []),
    ...framesOf(entry.children ?? []),
  ]);
}

/** Inspects the module's actual exports. Every page needs a loader, because opening it requests one. */
async function declared({ id, path, file }: { id: string; path: string; file: string }): Promise<Route> {
  const { default: page, loader, action, clientAction } = await load(file);
  const isPage = page !== undefined;
  const asks: Route["asks"] = [
    ["loader", askedBy(loader, get(path.replace(/:\w+/g, "1")))],
    ["action", askedBy(action, new Request(get(path.replace(/:\w+/g, "1")), { method: "POST" }))],
  ];
  const doors = { ...((loader || isPage) && { loader: guardOf(loader) }), ...(action && { action: guardOf(action) }) };
  return {
    id,
    path,
    file,
    ...(isPage && page !== FormOnly && { page: path }),
    keepsForm: clientAction === keepFormOnNetworkError,
    asks,
    ...doors,
  };
}

/**
 * Returns the guard that the function's first statement awaits, read from its source. `guard` is `requireUser` with
 * the permission of a resource.
 */
function guardOf(act: ((args: LoaderFunctionArgs) => unknown) | undefined): Guard | "none" {
  const called = nameOf(guardCall(act)?.expression);
  const awaited = called === "guard" ? "requireUser" : called;
  return awaited !== undefined && guards.has(awaited) ? (awaited as Guard) : "none";
}

function guardCall(act: ((args: LoaderFunctionArgs) => unknown) | undefined): ts.CallExpression | undefined {
  const source = ts.createSourceFile("", `(${String(act)})`, ts.ScriptTarget.Latest, true);
  let awaited: ts.CallExpression | undefined;
  const look = (node: ts.Node): void => {
    if (mayNotRun(node)) return;
    if (ts.isAwaitExpression(node) && ts.isCallExpression(node.expression)) awaited ??= node.expression;
    ts.forEachChild(node, look);
  };
  const body = bodyOf(source);
  if (body) look(ts.isBlock(body) ? (body.statements[0] ?? body) : body);
  return awaited;
}

/** Returns the function's name without the prefix that bundlers add for imports. */
function nameOf(called: ts.Expression | undefined) {
  return /(\w+)\)?$/.exec(called?.getText() ?? "")?.[1];
}

/**
 * Returns the permission that the guard's call requires: a literal, one of a resource, or for routes of every kind of
 * record the result of `permissionAt` for the request, and for files of `permissionOfFile` and `permissionOfReport`.
 */
function askedBy(act: ((args: LoaderFunctionArgs) => unknown) | undefined, request: Request): Permission | undefined {
  const call = guardCall(act);
  const [, asked, does] = call?.arguments ?? [];
  if (!asked) return undefined;
  if (ts.isStringLiteral(asked)) return asked.text as Permission;
  if (nameOf(call?.expression) === "guard")
    return does && ts.isStringLiteral(does)
      ? exportedResources.get(nameOf(asked) ?? "")?.permissions[does.text as "view" | "change"]
      : undefined;
  if (!ts.isCallExpression(asked)) return undefined;
  if (nameOf(asked.expression) === "permissionOfFile") return permissionOfFile(request);
  if (nameOf(asked.expression) === "permissionOfReport") return permissionOfReport(request);
  if (nameOf(asked.expression) !== "permissionAt") return undefined;
  const verb = asked.arguments[1];
  return verb && ts.isStringLiteral(verb)
    ? permissionAt(request, verb.text as "view" | "change")
    : permissionAtApi(request);
}

/** Whether the node may not run, so that a guard inside it does not count. */
function mayNotRun(node: ts.Node): boolean {
  return [
    ts.isFunctionLike,
    ts.isIfStatement,
    ts.isTryStatement,
    ts.isConditionalExpression,
    ts.isBinaryExpression,
  ].some((is) => is(node));
}

function bodyOf(node: ts.Node): ts.ConciseBody | undefined {
  if (ts.isFunctionExpression(node) || ts.isArrowFunction(node)) return node.body;
  return ts.forEachChild(node, bodyOf);
}

describe("every route", () => {
  it.each(all.map((route) => [route.path, route] as const))("%s says first who may come in", (_, route) => {
    expect(route.loader).not.toBe("none");
    expect(route.action).not.toBe("none");
  });

  it("is for people who are signed in, unless it is said to be open", () => {
    const doors = all.flatMap(({ id, loader, action }) => [
      [`loader ${id}`, loader] as const,
      [`action ${id}`, action] as const,
    ]);
    const open = doors.filter(([, guard]) => guard && guard !== "requireUser").map(([door]) => door);
    expect([...layouts, ...open].sort()).toEqual([...openToAll].sort());
  });

  it("asks for the permission that the table of routes says, and each has a line there", () => {
    const asked = [...all, ...frames].flatMap(({ id, asks }) =>
      asks.flatMap(([kind, permission]) => (permission ? [[`${kind} ${id}`, permission] as const] : [])),
    );
    expect(Object.fromEntries(asked)).toEqual(Object.fromEntries(permissionOf));
    const closed = all.flatMap(({ id, loader, action }) => [
      ...(loader === "requireUser" ? [`loader ${id}`] : []),
      ...(action === "requireUser" ? [`action ${id}`] : []),
    ]);
    expect(closed.filter((door) => !permissionOf.has(door))).toEqual([]);
  });

  it("a route of a copy that has no guard, or asks for something else, is found", async () => {
    const acts = await Promise.all(
      all.map(async ({ file, path, loader, action }) => ({
        path,
        module: await load(file),
        kinds: [
          ...(loader === "requireUser" ? ["loader" as const] : []),
          ...(action === "requireUser" ? ["action" as const] : []),
        ],
      })),
    );
    const copies = acts.flatMap(({ path, module, kinds }) =>
      kinds.map((kind) => ({ path, text: String(module[kind]), call: guardCall(module[kind])?.getText() ?? "" })),
    );
    const copy = (text: string) => ({ toString: () => text }) as unknown as Module["loader"];
    const without = copies.filter(
      ({ text, call }) => guardOf(copy(text.replace(`await ${call}`, "undefined"))) === "requireUser",
    );
    const open = copies.filter(
      ({ path, text, call }) =>
        askedBy(copy(text.replace(call, call.replace(/\(request.*\)$/, '(request, "account")'))), get(path)) !==
        "account",
    );
    expect([copies.length > 300, without, open]).toEqual([true, [], []]);
  });

  it("every route with a form to fill in keeps what was typed when the server cannot be reached", () => {
    const withForm = all.filter(
      ({ page, action }) => page && action && !["/logout", "/too-large", "/*"].includes(page),
    );
    expect(withForm.length).toBeGreaterThan(0);
    for (const { file, keepsForm } of withForm) expect([file, keepsForm]).toEqual([file, true]);
  });

  it("looks first whom a form was opened for, unless it is said to act for nobody", async () => {
    const acting = all.filter(({ action }) => action);
    const modules = await Promise.all(
      acting.map(async ({ id, file }) => [id, { id, module: await load(file) }] as const),
    );
    const build = { routes: Object.fromEntries(modules) } as unknown as ServerBuild;
    const { routes: checked } = withFormOwners(build);
    const unchecked = acting.filter(({ id }) => checked[id]?.module.action === build.routes[id]?.module.action);
    expect(unchecked.map(({ id }) => id).sort()).toEqual([...actionsWithoutOwner.keys()].sort());
  });

  it("every route of a kind of record is there if its definition says so, and no other", () => {
    const paths = new Set(all.map(({ path }) => path));
    for (const { hasScreen, list, href, import: importer } of resources()) {
      const { path, create } = list;
      const isSingle = href("1") === path; // such as the company
      const isThere = {
        [path]: hasScreen || isSingle,
        [`${path}.csv`]: hasScreen,
        [`${path}.json`]: hasScreen,
        [`${path}/bulk`]: hasScreen,
        [`${path}/:id/status`]: hasScreen,
        [`${path}/:id/trash`]: hasScreen,
        [`${path}/:id/restore`]: hasScreen,
        [`${path}/:id`]: !isSingle,
        [`${path}/create`]: hasScreen && create !== undefined,
        [`${path}/import`]: importer !== undefined,
      };
      for (const [at, wanted] of Object.entries(isThere)) expect([at, paths.has(at)]).toEqual([at, wanted]);
    }
    const documented = apiResources().flatMap((part) => [
      part.path,
      ...Object.keys({ ...part.lists, ...part.acts }).map((name) => `${part.path}/${name}`),
    ]);
    documented.push(...apiReports().map(({ path }) => path));
    const apiFiles = ["features/api/resource.ts", "features/api/list.ts"];
    const routed = all.filter(({ file }) => apiFiles.includes(file)).map(({ path }) => path);
    expect(routed.sort()).toEqual(documented.sort());
  });

  it("is seen through, however its functions are written", () => {
    const requireUser = async (_: Request) => undefined;
    const inner = async ({ request }: LoaderFunctionArgs) => void (await requireUser(request));
    expect(guardOf(inner)).toBe("requireUser");
    expect(
      guardOf(async function ({ request }) {
        const me = await requireUser(request);
        return me;
      }),
    ).toBe("requireUser");
    expect(
      guardOf(async ({ request }) => {
        await request.text();
        await requireUser(request);
      }),
    ).toBe("none");
    expect(
      guardOf(async ({ request }) => {
        if (request.method === "POST") await requireUser(request);
      }),
    ).toBe("none");
    expect(guardOf(async ({ request }) => request.method === "POST" && (await requireUser(request)))).toBe("none");
    expect(guardOf(() => null)).toBe("none");
    expect(guardOf(undefined)).toBe("none");

    const guard = async (_request: Request, _of: object, _verb: "view" | "change") => undefined;
    const productResource = {};
    const guarded = async ({ request }: LoaderFunctionArgs) => void (await guard(request, productResource, "change"));
    expect([guardOf(guarded), askedBy(guarded, get("/"))]).toEqual(["requireUser", "sales.change"]);
    const unknownResource = {};
    const unknown = async ({ request }: LoaderFunctionArgs) => void (await guard(request, unknownResource, "change"));
    expect(askedBy(unknown, get("/"))).toBeUndefined();

    const asking = async (_request: Request, _permission: string) => undefined;
    expect(askedBy(async ({ request }) => void (await asking(request, "sales.view")), get("/"))).toBe("sales.view");
    expect(askedBy(async ({ request }) => void (await asking(request, request.method)), get("/"))).toBeUndefined();
  });
});

describe("in maintenance", () => {
  it("visitors get a 503 everywhere but where one signs in, and people who are signed in work on", async () => {
    await withConfig({ maintenance: true }, async () => {
      const { loader: home } = await load("features/home/home.tsx");
      const { loader: list } = await load("features/users/list.tsx");
      const { loader: login } = await load("features/sign-in/login.tsx");
      expect(home && (await run(home, get("/"))).status).toBe(503);
      expect(list && (await run(list, get("/users"))).status).toBe(503);
      expect(login && (await run(login, get("/login"))).status).toBe(200);
      expect(list && (await run(list, await signedIn("/users", cast.ada))).status).toBe(200);
    });
  });
});
