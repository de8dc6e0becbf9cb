/** Remix responds the same with all routes and with only the likely ones. */
import { createRequestHandler, data, type EntryContext, type ServerBuild } from "@remix-run/node";
import type { RouteConfigEntry } from "@remix-run/route-config";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import routes from "~/routes";
import { byLikelyRoutes } from "./likely-routes";

vi.spyOn(console, "warn").mockReturnValue(); // React Router warns about paths that cannot be decoded

type Routes = ServerBuild["routes"];

/** Returns a build of these routes whose responses show the matched routes and parameters. */
function buildOf(entries: RouteConfigEntry[]): ServerBuild {
  const found = {
    root: { id: "root", path: "", module: moduleOf("root", true) },
    ...manifestOf(entries, "root"),
  } as Routes;
  const entry = {
    default(_request: Request, status: number, _headers: Headers, { staticHandlerContext }: EntryContext) {
      const { matches, loaderData, errors } = staticHandlerContext;
      return Response.json(
        { matches: matches.map(({ route, ...match }) => [route.id, match]), loaderData, errors },
        { status },
      );
    },
    handleError: (_error: unknown, { params, context }: { params: unknown; context: { heard: unknown[] } }) =>
      context.heard.push(params),
  };
  const files = Object.fromEntries(Object.keys(found).map((id) => [id, { id }]));
  const build = {
    routes: found,
    entry: { module: entry },
    assets: { url: "/manifest.js", routes: files },
    future: { v3_singleFetch: true },
    isSpaMode: false,
    mode: "production",
  };
  return build as unknown as ServerBuild;
}

function manifestOf(entries: RouteConfigEntry[], parentId: string): Routes {
  return Object.assign(
    {},
    ...entries.map(({ id: name, file, children, path, index, caseSensitive }) => {
      const id = name ?? file.replace(/\.\w+$/, "");
      return {
        [id]: { id, parentId, path, index, caseSensitive, module: moduleOf(id, file.endsWith(".tsx")) },
        ...manifestOf(children ?? [], id),
      };
    }),
  ) as Routes;
}

function moduleOf(id: string, isPage: boolean) {
  const tell = ({ params }: { params: Record<string, string> }) => {
    if (params["*"] === undefined) return isPage ? { id, params } : Response.json({ id, params });
    throw data({ id, params }, 404); // so that `handleError` is called
  };
  return { default: isPage ? () => null : undefined, loader: tell, action: id.endsWith("s") ? tell : undefined };
}

type Handler = ReturnType<typeof createRequestHandler>;

async function answer(handle: Handler, address: string, method: string) {
  const heard: unknown[] = [];
  const { status, headers, body } = await handle(new Request(address, { method }), {
    heard,
    nonce: "",
    requestId: "",
    address: "",
    drawn: false,
  });
  return { status, headers: [...headers], text: body && (await new Response(body).text()), heard };
}

/** Returns a function that compares Remix's responses with all and with the likely routes. */
function comparing(build: ServerBuild) {
  const handling = (part: ServerBuild) => createRequestHandler(part, "production");
  const all = handling(build);
  const likely = byLikelyRoutes(build, handling);
  return async (address: string, method: string) => {
    expect(await answer(likely(new URL(address)), address, method)).toEqual(await answer(all, address, method));
  };
}

const method = fc.constantFrom("GET", "GET", "HEAD", "POST");

/** Generates URLs from the words of these routes, in every spelling that a URL allows. */
function addressesAround(words: string[]) {
  const word = fc.constantFrom(...words);
  const encoded = fc.tuple(word, fc.nat()).map(([text, at]) => {
    const letter = text.charCodeAt(at % text.length);
    return letter < 128
      ? `${text.slice(0, at % text.length)}%${letter.toString(16)}${text.slice((at % text.length) + 1)}`
      : text;
  });
  const odd = fc.constantFrom(
    "",
    "",
    "6",
    ".",
    "..",
    "%2e%2e",
    "%2F",
    "users%2F6",
    "%",
    "%E2%82",
    "_root",
    "é",
    "ſ",
    "%0A",
    "*",
    ":id",
    "a b",
    "\\",
    "\t",
  );
  const part = fc.oneof(
    { weight: 4, arbitrary: word },
    fc.mixedCase(word),
    encoded,
    odd,
    fc.string().map(encodeURIComponent),
  );
  const end = fc.constantFrom(
    "",
    "",
    "",
    "/",
    "//",
    ".data",
    ".data",
    "/.data",
    "/..data",
    ".DATA",
    "_root.data",
    ".data?_routes=root,users/list",
    "?index",
    "#x",
  );
  return fc
    .tuple(fc.array(part, { maxLength: 4 }), end)
    .map(([parts, end]) => `http://portico.test/${parts.join("/")}${end}`);
}

const real = buildOf(routes);
const paths = Object.values(real.routes).flatMap(({ path, index }) => path ?? (index ? "" : []));

test("the routes of this site match as with all routes", async () => {
  const words = paths.flatMap((path) => path.split("/")).filter((part) => /^[^:*]+$/.test(part));
  await fc.assert(fc.asyncProperty(addressesAround(words), method, comparing(real)), { numRuns: 300 });
});

test("routes of any other site match too: optional parts, splats, absolute paths, case-sensitive routes", async () => {
  const part = fc.constantFrom("users", "Users", "b.csv", "é", "σ", ":x", ":x.json", ":y?", "users?", "*");
  const path = fc.option(
    fc.array(part, { maxLength: 3 }).map((parts) => parts.join("/")),
    { nil: undefined },
  );
  const { site } = fc.letrec<{ site: Plan[]; plan: Plan }>((tie) => ({
    site: fc.array(tie("plan"), { maxLength: 4, depthIdentifier: "site" }),
    plan: fc.record(
      {
        path,
        index: fc.boolean(),
        absolute: fc.boolean(),
        caseSensitive: fc.boolean(),
        isPage: fc.boolean(),
        children: tie("site"),
      },
      { requiredKeys: ["isPage", "absolute"] },
    ),
  }));
  const addresses = fc.array(addressesAround(["users", "b.csv", "é", "σ", "ς", "b", "6"]), {
    minLength: 10,
    maxLength: 10,
  });
  await fc.assert(
    fc.asyncProperty(site, addresses, method, async (plans, addresses, method) => {
      const compare = comparing(buildOf(drawn(plans, "", "")));
      for (const address of addresses) await compare(address, method);
    }),
    { numRuns: 100 },
  );
});

interface Plan {
  path?: string;
  index?: boolean;
  /** Whether its path repeats those of its parents. */
  absolute: boolean;
  caseSensitive?: boolean;
  isPage: boolean;
  children?: Plan[];
}

function drawn(plans: Plan[], outer: string, name: string): RouteConfigEntry[] {
  return plans.map(({ path, absolute, isPage, children = [], index: wanted, caseSensitive }, place) => {
    const whole = `${outer}/${path ?? ""}`.replace(/\/+/g, "/");
    const index = wanted && children.length === 0;
    const file = `${name}${place}${isPage ? ".tsx" : ".ts"}`;
    return {
      path: absolute && path && !whole.includes("?") ? whole : path,
      file,
      index,
      caseSensitive,
      children: drawn(children, whole, `${name}${place}-`),
    };
  });
}

test("Remix gets a handful of routes, and there are few different handfuls", () => {
  const handfuls = new Set<ServerBuild>();
  const likely = byLikelyRoutes(real, (part) => part);
  for (const path of paths) {
    const address = `/${path.replace(/:\w+/g, "6").replace("*", "nowhere")}`;
    for (const asked of [address, `${address.toUpperCase()}/`, `${address}.data`]) {
      const part = likely(new URL(`http://portico.test${asked}`));
      handfuls.add(part);
      expect(Object.keys(part.routes).length, asked).toBeLessThanOrEqual(8);
      expect(Object.keys(part.assets.routes)).toEqual(Object.keys(part.routes));
      expect(part.assets.url).toBe(real.assets.url);
    }
  }
  expect(handfuls.size).toBeLessThanOrEqual(2 * paths.length);
});
