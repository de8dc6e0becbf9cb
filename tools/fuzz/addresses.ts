/** Generates URLs of every route, valid and malformed. */
import fc from "fast-check";
import { type Bytes, utf8 } from "./attack";
import { any, oneOf } from "./choose";
import type { World } from "./learn";
import { allRoutes } from "./routes";
import { encoded, everyText, text } from "./texts";

/** URLs that no route has, or should have. */
const files = [
  "/assets/",
  "/assets/..%2f..%2fpackage.json",
  "/assets/%2e%2e/server/index.js",
  "/favicon.svg",
  "/robots.txt",
  "/.env",
  "/data/portico.db",
];
const ours = [
  "/health",
  "/icons/lucide.json?icons=bell,none,__proto__",
  "/icons/fluent-emoji-flat.json?icons=constructor",
  "/__manifest?p=%2Fusers&version=1",
  "/__manifest",
];
const hosts = ["//", "///x", "/\\evil.example", "*", "", "http://evil.example/users", "/%5C", "/%09/"];
const damaged = ["/%", "/%00", "/%ff", "/users?", "/users?&&==&", "/?".padEnd(6_000, "a=1&"), "/users;a=b"];
const datas = ["/_root.data", "/.data", "/users.data.data", "/users.csv.data"];
const spellings = [
  "/api",
  "/API/users",
  "/%61pi/users",
  "/api%2Fusers",
  "/users/../users",
  "/users/./3",
  "/users//3",
  "/users/3/",
  "/USERS",
];

const rawSegments = [
  ".",
  "..",
  "%2F",
  "3%2F4",
  "%252F",
  "%5C",
  "%00",
  "%",
  "%zz",
  "%E0%A4%A",
  "%C0%AF",
  "%u0041",
  "3.data",
  "3.json",
  ";",
  "@",
  ":id",
  "*",
  "%F0%9F%98%80",
];

const segment = ({ segments }: World): fc.Arbitrary<Bytes> =>
  oneOf([5, any("1", "3", "4", ...segments)], [4, text.map(encoded)], [2, any(...rawSegments)], [1, text.map(utf8)]);

function query({ parameters }: World): fc.Arbitrary<Bytes> {
  const known = any(...parameters);
  const routeIds = fc.subarray(["root", ...allRoutes.map(({ id }) => id)], { maxLength: 4 }).map((ids) => ids.join());
  const pair: fc.Arbitrary<[string, string]> = oneOf(
    [4, known],
    [5, fc.tuple(known, text).map(([[name], value]) => [name, value])],
    [1, fc.tuple(any("_routes", "_data", "index", "__proto__", "_method"), fc.oneof(routeIds, text))],
    [1, fc.tuple(text, text)],
  );
  const part = oneOf(
    [12, pair.map((pair) => pair.map(encoded).join("="))],
    [1, fc.tuple(text, text).map((pair) => utf8(pair.join("=")))],
  );
  const few = fc.array(part, { maxLength: 4 }).map((parts) => parts.join("&"));
  const many = fc
    .tuple(part, any(20, 300))
    .map(([part, times]) => Array<string>(times).fill(part).join("&").slice(0, 14_000));
  return oneOf([30, few], [1, many]);
}

const hasGaps = (pattern: string) => /[:*]/.test(pattern);

/** Fills in the parameters of a route pattern. */
function filled(pattern: string, parts: Bytes[]): Bytes {
  const steps = pattern
    .split("/")
    .map((step, index) => (/^[:*]/.test(step) ? (parts[index % parts.length] ?? "") : step));
  return steps.join("/");
}

const endings = oneOf([8, any("")], [4, any(".data")], [1, any("/", ".json", ".csv", "//", "%20", "/.", "/x", "%2F")]);

/** Generates a path of the routes, as browsers or Remix's client scripts request it, or malformed. */
export function path(world: World, patterns = allRoutes.map(({ pattern }) => pattern)): fc.Arbitrary<Bytes> {
  const withGaps = patterns.filter(hasGaps); // twice as often: there is more to get wrong
  const parts = fc.array(segment(world), { minLength: 1, maxLength: 4 });
  return fc
    .tuple(any(...patterns, ...withGaps), parts, endings)
    .map(([pattern, parts, ending]) => filled(pattern, parts) + ending);
}

/** Returns every route with parameters, filled in with every text. */
export function everyGap(): Bytes[] {
  const parts = [...everyText.map(encoded), ...rawSegments];
  const patterns = allRoutes.map(({ pattern }) => pattern).filter(hasGaps);
  return patterns.flatMap((pattern) => parts.map((part) => filled(pattern, [part])));
}

export function address(world: World): fc.Arbitrary<Bytes> {
  const made = fc.tuple(path(world), query(world)).map(([path, query]) => (query ? `${path}?${query}` : path));
  return oneOf(
    [8, made],
    [4, any(...world.addresses)],
    [1, any(...files, ...ours, ...hosts, ...damaged, ...datas, ...spellings)],
  );
}
