import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { BadRequestError, BadResponseError, call, CancelledError, NetworkError, TimeoutError } from "./http";

const open: (() => void)[] = [];
afterEach(() => open.splice(0).forEach((close) => close()));

/** Starts a real server for one test and returns its URL. */
async function serverThat(answers: RequestListener): Promise<string> {
  const server = createServer(answers);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test("any 2xx response with JSON is a success", async () => {
  const url = await serverThat((_, res) => res.writeHead(202).end('{"fine":true}'));
  expect(await call(url)).toEqual({ fine: true });
});

test("an empty 2xx response returns undefined", async () => {
  const url = await serverThat((_, res) => res.writeHead(204).end());
  expect(await call(url)).toBeUndefined();
});

test("an object is posted as JSON, and search parameters as a form", async () => {
  const url = await serverThat((req, res) => {
    let body = "";
    req.on("data", (piece) => (body += String(piece)));
    req.on("end", () => res.end(JSON.stringify([req.method, req.headers["content-type"], body])));
  });
  expect(await call(url, { body: { a: 1 } })).toEqual(["POST", "application/json", '{"a":1}']);
  expect(await call(url, { body: new URLSearchParams({ a: "1" }) })).toEqual([
    "POST",
    "application/x-www-form-urlencoded;charset=UTF-8",
    "a=1",
  ]);
});

test("a 4xx response is a BadRequestError with the status and the message", async () => {
  const url = await serverThat((_, res) => res.writeHead(422).end('{"error":"INVALID"}'));
  const error = await call(url).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(BadRequestError);
  expect(error).toMatchObject({ status: 422, body: { error: "INVALID" } });
});

test("a 5xx response is a BadResponseError", async () => {
  const url = await serverThat((_, res) => res.writeHead(503).end("busy"));
  await expect(call(url)).rejects.toMatchObject({ name: "BadResponseError", status: 503, body: "busy" });
});

test("a 200 response without JSON is a BadResponseError", async () => {
  const url = await serverThat((_, res) => res.end("<html>"));
  await expect(call(url)).rejects.toBeInstanceOf(BadResponseError);
});

test("a redirect is not followed", async () => {
  let followed = false;
  const elsewhere = await serverThat((_, res) => {
    followed = true;
    res.end("{}");
  });
  const url = await serverThat((_, res) => res.writeHead(307, { Location: elsewhere }).end());
  await expect(call(url, { body: { secret: 1 } })).rejects.toBeInstanceOf(BadResponseError);
  expect(followed).toBe(false);
});

test("an unreachable server is a NetworkError", async () => {
  await expect(call("http://127.0.0.1:1/")).rejects.toBeInstanceOf(NetworkError);
});

test("a response that breaks off is a NetworkError", async () => {
  const url = await serverThat((_, res) => {
    res.writeHead(200, { "Content-Length": "100" }).write("{");
    setTimeout(() => res.destroy(), 20);
  });
  await expect(call(url)).rejects.toBeInstanceOf(NetworkError);
});

test("a response that is too late is a TimeoutError, even if only its end is late", async () => {
  const silent = await serverThat(() => undefined);
  await expect(call(silent, { timeout: 50 })).rejects.toBeInstanceOf(TimeoutError);
  const slow = await serverThat((_, res) => res.writeHead(200).write("{"));
  await expect(call(slow, { timeout: 50 })).rejects.toBeInstanceOf(TimeoutError);
});

test("a slow response is awaited if there is no time limit", async () => {
  const url = await serverThat((_, res) => void setTimeout(() => res.end("{}"), 300));
  expect(await call(url)).toEqual({});
});

test("cancelling is a CancelledError, whatever else happens", async () => {
  const url = await serverThat(() => undefined);
  const caller = new AbortController();
  setTimeout(() => caller.abort(), 30);
  await expect(call(url, { signal: caller.signal, timeout: 5_000 })).rejects.toBeInstanceOf(CancelledError);
  await expect(call(url, { signal: AbortSignal.abort() })).rejects.toBeInstanceOf(CancelledError);
});
