/** Generates complete requests: page views, forms, API calls, sign-in tokens, and arbitrary ones. */
import fc from "fast-check";
import { address, everyGap, path } from "./addresses";
import type { Bytes, RequestAttack } from "./attack";
import { anyBody, form, json } from "./bodies";
import { any, oneOf } from "./choose";
import { fromElsewhere, headers } from "./headers";
import type { World } from "./learn";
import { allRoutes } from "./routes";
import { encoded, text } from "./texts";

type Request = Omit<RequestAttack, "kind" | "person" | "raw">;

/** Returns requests to every URL with parameters as a signed-in user, which random choice might miss. */
export function sweep(method: "GET" | "POST"): RequestAttack[] {
  return everyGap().map((path) => ({
    kind: "request",
    person: true,
    method,
    path,
    headers: [["Cookie", "{session}"]],
    body: "",
    raw: false,
  }));
}

/** Generates requests, half of them by visitors and half by a signed-in user. */
export function request(world: World): fc.Arbitrary<RequestAttack> {
  const kinds = oneOf(
    [40, reading(world)],
    [22, sending(world)],
    [16, speaking(world)],
    [4, proving(world)],
    [18, anything(world)],
  );
  return fc.tuple(kinds, fc.boolean(), any(false, false, false, true)).map(([request, person, raw]) => {
    const cookie: [Bytes, Bytes][] = person ? [["Cookie", "{session}"]] : [];
    return { kind: "request", ...request, headers: [...request.headers, ...cookie], person, raw };
  });
}

const reading = (world: World): fc.Arbitrary<Request> =>
  fc.record({ method: any("GET", "GET", "GET", "HEAD"), path: address(world), headers: headers(world), body: any("") });

/**
 * Generates form submissions, mostly to the right target: as sent by the page or by Remix's client scripts, for this
 * record or another.
 */
function sending(world: World): fc.Arbitrary<Request> {
  const goes = oneOf<(action: Bytes) => Bytes>(
    [6, any((action) => action)],
    [4, any((action) => action.replace(/^([^?]*[^?/])(\?|$)/, "$1.data$2"))],
    [4, fc.integer({ min: 1, max: 24 }).map((id) => (action) => action.replace(/\d+/, String(id)))],
    [4, address(world).map((other) => () => other)],
  );
  return fc
    .tuple(form(world), goes, headers(world), fromElsewhere)
    .map(([{ action, type, body }, goes, headers, from]) => {
      return { method: "POST", path: goes(action), headers: [["Content-Type", type], ...from, ...headers], body };
    });
}

function speaking(world: World): fc.Arbitrary<Request> {
  const patterns = allRoutes.map(({ pattern }) => pattern).filter((pattern) => pattern.startsWith("/api/"));
  const method = any("GET", "POST", "PUT", "PUT", "DELETE", "DELETE", "PATCH");
  const id = oneOf(
    [4, any("")],
    [2, fc.integer({ min: 1, max: 40 }).map((id) => `?id=${id}`)],
    [1, text.map((id) => `?id=${encoded(id)}`)],
  );
  return fc
    .tuple(method, path(world, patterns), id, headers(world), json(world))
    .map(([method, path, id, headers, { type, body }]) => {
      return {
        method,
        path: path.replace(/\.data$/, "") + id,
        headers: [["Content-Type", type], ...headers],
        body: method === "GET" ? "" : body,
      };
    });
}

const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

const now = 1_795_000_000;
const ofGoogle = {
  iss: "https://securetoken.google.com/portico",
  aud: "portico",
  sub: "x",
  user_id: "x",
  firebase: { sign_in_provider: "google.com" },
};
const claims = {
  ...ofGoogle,
  email: "demo@portico.example",
  email_verified: true,
  auth_time: now,
  iat: now,
  exp: now + 3_600,
};

/** Generates invalid tokens for `POST /session`: forged, unsigned, expired, foreign or missing. */
function proving(world: World): fc.Arbitrary<Request> {
  const json = fc.jsonValue({ maxDepth: 1 });
  const heads: unknown[] = [
    { alg: "none", typ: "JWT" },
    { alg: "RS256", kid: "x" },
    { alg: "HS256", kid: "../../etc/passwd" },
    { alg: "none", kid: null, jku: "http://evil.example/keys" },
    null,
    [],
  ];
  const changed = fc
    .tuple(any(...Object.keys(claims)), fc.oneof(text, json))
    .map(([name, value]) => ({ ...claims, [name]: value }));
  const signature = any("", "AAAA", "x".repeat(342), "=", "\xff", "a.b");
  const forged = fc
    .tuple(fc.oneof(any(...heads), json), changed, signature)
    .map(([head, claims, signature]) => `${base64(head)}.${base64(claims)}.${signature}`);
  const token = oneOf(
    [5, forged],
    [1, any("", ".", "..", "a.b.c", "undefined", `${"a".repeat(4_000)}.a.a`, "eyJ".repeat(2_000))],
  );
  const authorization = fc.tuple(any("Bearer ", "bearer ", "Bearer", "Basic "), token).map((parts) => parts.join(""));
  const method = any("POST", "POST", "POST", "DELETE", "PUT");
  const path = any("/session", "/session.data", "/session?_routes=auth%2Fsessions%2Fsession");
  return fc.tuple(authorization, method, path, headers(world)).map(([authorization, method, path, headers]) => {
    return { method, path, headers: [["Authorization", authorization], ...headers], body: "" };
  });
}

function anything(world: World): fc.Arbitrary<Request> {
  const method = oneOf(
    [8, any("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")],
    [1, any("OPTIONS", "TRACE", "PROPFIND", "PURGE", "M-SEARCH", "CONNECT", "LINK")],
  );
  return fc
    .tuple(method, address(world), headers(world), anyBody(world))
    .map(([method, path, headers, { type, body }]) => {
      return { method, path, headers: [["Content-Type", type], ...headers], body };
    });
}
