/** Routes without a page, with the real Remix: every refusal is a sentence. */
import type { RouteConfigEntry } from "@remix-run/route-config";
import type { ServerBuild } from "@remix-run/node";
import express from "express";
import { expect, test } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import routes from "~/routes";
import { createApp } from "./app";
import { remixPages } from "./remix";
import { buildOf, serving } from "./testing/http";

testDatabase();

type RouteModule = ServerBuild["routes"][string]["module"];
const modules = import.meta.glob<RouteModule>("../app/*/**/*.ts");

/** Every route whose file is not `.tsx`, by path. */
const bare = flatten(routes, "").filter(({ file }) => file.endsWith(".ts"));

function flatten(entries: RouteConfigEntry[], parent: string): { path: string; file: string }[] {
  return entries.flatMap((entry) => {
    const path = [parent, entry.path].filter(Boolean).join("/");
    return [...(entry.path === undefined ? [] : [{ path, file: entry.file }]), ...flatten(entry.children ?? [], path)];
  });
}

const example = (path: string) => `/${path.replace(/:\w+/g, "6").replace("*", "nowhere")}`;

async function built(): Promise<ServerBuild> {
  const entries = bare.map(
    async ({ path, file }) => [path, { id: path, path, module: await modules[`../app/${file}`]!() }] as const,
  );
  const broken: RouteModule = {
    default: undefined,
    loader: () => {
      throw new Error("a secret detail");
    },
  };
  const all = Object.fromEntries([
    ...(await Promise.all(entries)),
    ["broken", { id: "broken", path: "broken", module: broken }],
  ]);
  return buildOf(all);
}

const app = express().use((_, res, next) => {
  Object.assign(res.locals, { nonce: "n", requestId: "abc123" });
  next();
});
const { ask } = await serving(app.use(remixPages(await built())));

const cookieOf = async () => (await signedIn("/", cast.ada)).headers.get("Cookie") ?? "";
const origin = "http://portico.test";
/** Headers of a multipart form without valid parts. */
const damaged = { "content-type": "multipart/form-data; boundary=b" };

test("the list contains the routes that answer with files, JSON or a redirect", () => {
  for (const path of ["files/:id", "users.csv", "api/users/status", "notifications/:id", "live"])
    expect(bare.map((route) => route.path)).toContain(path);
});

test.each(bare.map(({ path }) => example(path)))(
  "%s refuses every method with a sentence, or takes it",
  async (path) => {
    for (const cookie of ["", await cookieOf()]) {
      for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"]) {
        const { status, headers, text } = await ask(path, { method, headers: { cookie, origin } });
        const asked = `${method} ${path} ${status} ${text.slice(0, 200)}`;
        expect(asked).not.toContain("Unexpected");
        expect(status, asked).toBeLessThan(500);
        if (status < 400) continue;
        const json = headers["content-type"]?.startsWith("application/json");
        if (path.startsWith("/api/")) expect(json, asked).toBe(true);
        expect(json ? (JSON.parse(text) as { message: string }).message : text, asked).toMatch(/^[A-Z].*\w/);
        expect(headers["cache-control"]).toBe("no-store");
        if (status === 405) expect(headers.allow).toMatch(/^GET|^POST/);
      }
    }
  },
);

test("an error shows its message, as text outside of the API", async () => {
  const headers = { cookie: await cookieOf(), origin };
  const missing = await ask("/files/1", { headers });
  expect([missing.status, missing.headers["content-type"], missing.text]).toEqual([
    404,
    "text/plain; charset=utf-8",
    "File not found\n",
  ]);
  expect(
    await ask("/preferences", { method: "POST", headers: { ...headers, ...damaged }, body: "ids=6" }),
  ).toMatchObject({ status: 400, text: "The form arrived damaged. Go back and send it again.\n" });
  const read = await ask("/api/users/status", { method: "POST", headers });
  expect([read.status, read.headers.allow, JSON.parse(read.text)]).toEqual([
    405,
    "GET, HEAD",
    { message: "Use one of GET, HEAD here" },
  ]);
});

test("paths are decoded as Remix does it", async () => {
  const headers = { cookie: await cookieOf(), origin };
  expect(await ask("/api/../%2e/broken", { headers })).toMatchObject({
    status: 500,
    text: "Something went wrong on our side. Reference: abc123\n",
  });
});

test("behind our gates Remix checks no origin: other sites may read, and each of our own names may change", async () => {
  const { ask } = await serving(
    createApp({ pages: remixPages(await built()), files: (_, __, next) => next(), health: (_, res) => void res.end() }),
  );
  const headers = { cookie: await cookieOf() };
  for (const stranger of ["http://evil.example", "null", "%%%", "http://127.0.0.1:99999"]) {
    expect([
      stranger,
      (await ask("/preferences.data", { method: "HEAD", headers: { ...headers, origin: stranger } })).status,
    ]).toEqual([stranger, 202]);
  }
  const sent = { method: "POST", headers: { ...headers, ...damaged, host: "PORTICO.test:80", origin }, body: "ids=6" };
  expect((await ask("/preferences.data", sent)).status).toBe(400);
});

test("an unexpected error shows only its reference in the text", async () => {
  expect(await ask("/broken")).toMatchObject({
    status: 500,
    text: "Something went wrong on our side. Reference: abc123\n",
  });
});

test("Remix in the browser gets a response that it can render as a page", async () => {
  const headers = { cookie: await cookieOf(), origin, ...damaged };
  const { text, headers: said } = await ask("/preferences.data", { method: "POST", headers, body: "ids=6" });
  expect(said["content-type"]).toMatch(/^text\/x-(script|turbo)/);
  expect(text).toContain('"message","The form arrived damaged. Go back and send it again."');
  expect(text).toContain("ErrorResponse");
});
