import { EventEmitter } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import type { Request, Response } from "express";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { rememberDevice } from "~/auth/sessions/known-device.server";
import { inContext } from "~/core/http/request-context.server";
import { requestQueue } from "~/core/http/work-queues.server";
import { inRequest } from "~/core/process/security-log.server";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { scheduleFairly } from "./fair-scheduling";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(async () => {
  while (!requestQueue.isIdle) {
    vi.advanceTimersByTime(10_000);
    await turn();
  }
  vi.useRealTimers();
});

/** Returns functions to send requests and to finish their responses, and the names of the started ones in order. */
function requests() {
  const begun: string[] = [];
  const responses = new Map<string, Response>();
  const ask = (name: string, address: string, headers: Record<string, string> = {}) => {
    const res = Object.assign(new EventEmitter(), {
      closed: false,
      locals: {},
      writeHead: () => res,
    }) as unknown as Response;
    responses.set(name, res);
    inRequest({ id: name, address }, () =>
      inContext({ searches: [], onClose: (act) => void res.once("close", act) }, () => {
        scheduleFairly({ headers } as unknown as Request, res, () => void begun.push(name));
      }),
    );
  };
  return {
    begun,
    ask,
    answer: (name: string) => responses.get(name)?.writeHead(200),
    close: (name: string) => responses.get(name)?.emit("close"),
  };
}

const cookieOf = async (person: typeof cast.ada) => (await signedIn("/", person)).headers.get("Cookie") ?? "";

/** Runs turns of the event loop, without time passing, until the condition holds. */
async function until(isSo: () => boolean) {
  for (let turns = 0; turns < 1_000 && !isSo(); turns++) await turn();
  expect(isSo()).toBe(true);
}

it("a signed-in user's request is started before the remaining ones of many strangers", async () => {
  const { begun, ask, answer } = requests();
  const cookie = await cookieOf(cast.ada);
  for (let number = 0; number < 40; number++) ask(`stranger ${number}`, `198.51.100.${number}`);
  await until(() => begun.length === 2);
  ask("ada", "203.0.113.1", { cookie });
  await turn();
  answer("stranger 0");
  await until(() => begun.length === 3);
  expect(begun[2]).toBe("ada");
});

it("a login from a browser used before is started before the remaining requests of many strangers", async () => {
  const { begun, ask, answer } = requests();
  const cookie = await rememberDevice(new Request("http://localhost"), cast.ada.id);
  for (let number = 0; number < 40; number++) ask(`stranger ${number}`, `198.51.100.${number}`);
  ask("ada", "203.0.113.1", { cookie: cookie.split(";")[0] ?? "" });
  await until(() => begun.length === 2);
  for (let turns = 0; turns < 50; turns++) await turn(); // until the cookie's signature has been checked
  answer("stranger 0");
  await until(() => begun.length === 3);
  expect(begun[2]).toBe("ada");
});

it("another user's request is started before the rest of one user's hundred", async () => {
  const { begun, ask, answer } = requests();
  const [ada, ben] = [await cookieOf(cast.ada), await cookieOf(cast.ben)];
  for (let number = 0; number < 100; number++) ask(`ada ${number}`, "203.0.113.1", { cookie: ada });
  ask("ben", "203.0.113.1", { cookie: ben });
  await until(() => begun.length === 2);
  await turn();
  answer("ada 0");
  await until(() => begun.length === 3);
  answer("ada 1");
  await until(() => begun.length === 4);
  expect(begun.slice(2)).toContain("ben");
});

it("requests that take longer than a turn do not delay others", async () => {
  const { begun, ask } = requests();
  for (const name of ["slow", "slower", "next"]) ask(name, "203.0.113.1");
  await until(() => begun.length === 2);
  vi.advanceTimersByTime(20);
  await until(() => begun.includes("next"));
});

it("a request whose client has left is not started", async () => {
  const { begun, ask, answer } = requests();
  for (const name of ["first", "second"]) ask(name, "203.0.113.1");
  await until(() => begun.length === 2);
  const res = Object.assign(new EventEmitter(), { closed: true, locals: {} });
  scheduleFairly({ headers: {} } as Request, res as unknown as Response, () => void begun.push("gone"));
  ask("last", "203.0.113.2");
  answer("first");
  answer("second");
  await until(() => begun.includes("last"));
  expect(begun).not.toContain("gone");
});
