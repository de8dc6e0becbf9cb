/** Closing the connection early must not bypass permission checks: work that continues is still authorized. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { eq } from "drizzle-orm";
import type { RequestHandler } from "express";
import { expect, test } from "vitest";
import { db, write } from "db";
import { users } from "db/schema";
import "~/core/resource/admission-check.server";
import { requireUser } from "~/auth/session.server";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { createApp } from "./app";
import { remixPages } from "./remix";
import { buildOf, serving } from "./testing/http";

testDatabase();

/** Outcome of the change made after the connection was closed. */
const change = { isDue: false, outcome: Promise.resolve("") };

async function changeOnceAlone({ request }: LoaderFunctionArgs) {
  const me = await requireUser(request, "people.change");
  change.outcome = changeAfter(once(request.signal, "abort"), me);
  change.isDue = true;
  await change.outcome;
  return null;
}

async function changeAfter(end: Promise<unknown>, me: { name: string }) {
  await end;
  await pause(100); // until the server has dropped the request
  try {
    await write((tx) => tx.update(users).set({ phone: me.name }).where(eq(users.id, cast.dan.id)));
    return "changed";
  } catch (thrown) {
    return thrown instanceof Response ? `answered ${thrown.status}` : String(thrown);
  }
}

const routes = {
  late: { id: "late", path: "late", module: { loader: changeOnceAlone } },
  form: { id: "form", path: "form", module: { action: changeOnceAlone, default: () => null } },
};
const build = buildOf(routes);
const none: RequestHandler = (_req, _res, next) => next();
const { port } = await serving(createApp({ pages: remixPages(build), files: none, health: none }));

async function leaveEarly(method: string, path: string) {
  change.isDue = false;
  const headers = [...(await signedIn(path, cast.ben)).headers]
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join("");
  const socket = connect(port, "127.0.0.1");
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: portico.test\r\n${headers}Content-Length: 0\r\n\r\n`);
  while (!change.isDue) await pause(5);
  return { end: () => once(socket.destroy(), "close") };
}

const phone = async () =>
  (await db.select({ phone: users.phone }).from(users).where(eq(users.id, cast.dan.id)))[0]?.phone;

/**
 * Requests that continue after the connection closes. Remix answers a page's form at once, while its action goes on;
 * other routes respond when the loader ends.
 */
const requests = [
  ["a file", "GET", "/late"],
  ["a form", "POST", "/form"],
] as const;

test.each(requests)(
  "a request continues after its client left, if its user still has access: %s",
  async (_, method, path) => {
    await (await leaveEarly(method, path)).end();
    expect([await change.outcome, await phone()]).toEqual(["changed", cast.ben.name]);
  },
);

test.each(requests)(
  "a request of a user who is banned after its client left changes nothing: %s",
  async (_, method, path) => {
    const before = await phone();
    const reader = await leaveEarly(method, path);
    await userResource.setStatus(cast.ada, [cast.ben.id], "Banned");
    await reader.end();
    expect([await change.outcome, await phone()]).toEqual([expect.stringMatching(/^answered 30[23]$/), before]);
  },
);
