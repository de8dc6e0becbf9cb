/** Slow readers of large responses, with the real Remix: they use little memory, and are cut off. */
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { afterAll, afterEach, beforeEach, expect, test, vi } from "vitest";
import { streamText } from "~/core/http/api.server";
import { WholeResponse } from "~/core/http/whole-response.server";
import { log } from "~/core/process/log.server";
import { createApp } from "./app";
import { remixPages } from "./remix";
import { staticFiles } from "./middleware/static-files";
import { buildOf, serving } from "./testing/http";

const limit = 300;
const megabyte = 1024 * 1024;

const folder = mkdtempSync(join(tmpdir(), "portico-files-"));
writeFileSync(join(folder, "large.bin"), randomBytes(64 * megabyte));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The running download. */
const made = { pieces: 0, ended: Promise.resolve(), end: () => {} };
/** Keeps a reference, because Node does not abort the signal of a request that was garbage collected. */
let awaited: Request | undefined;
/** Random bytes, which barely compress. */
const piece = randomBytes((megabyte * 3) / 4).toString("base64");
const most = 200;

beforeEach(() => {
  awaited = undefined;
  made.pieces = 0;
  made.ended = new Promise((resolve) => (made.end = resolve));
});

async function* pieces(count: number) {
  try {
    for (; made.pieces < count; made.pieces++) yield piece;
  } finally {
    made.end();
  }
}

const download = (count: number, type: string) => streamText(pieces(count), { "Content-Type": type });

async function* late() {
  yield piece;
  await pause(3 * limit);
  yield "the end";
}

async function* broken() {
  yield piece;
  await pause(1);
  throw new Error("a bug");
}

const loaders: Record<string, (args: LoaderFunctionArgs) => unknown> = {
  unread: () => download(most, "text/csv"),
  events: () => download(most, "text/event-stream"),
  awaited: async ({ request }) => {
    awaited = request;
    await new Promise((left) => request.signal.addEventListener("abort", left));
    made.pieces++;
    return download(most, "text/csv");
  },
  few: () => download(8, "text/csv"),
  whole: () => new WholeResponse(Buffer.from(piece), { headers: { "Content-Type": "text/html; charset=utf-8" } }),
  large: () => new WholeResponse(randomBytes(64 * megabyte)),
  late: () => streamText(late(), { "Content-Type": "text/csv" }),
  broken: () => streamText(broken(), { "Content-Type": "text/csv" }),
};
const routes = Object.fromEntries(
  Object.entries(loaders).map(([id, loader]) => [id, { id, path: id, module: { loader } }]),
);
const build = buildOf(routes);
const { ask, port } = await serving(
  createApp({
    pages: remixPages(build),
    files: staticFiles(folder),
    health: (_, res) => void res.end(),
    stallLimit: limit,
  }),
);

beforeEach(() => void vi.spyOn(log, "error"));
afterEach(() => void vi.restoreAllMocks());

/** Sends a request without reading the response. */
function askOnly(path: string, headers = "") {
  const socket = connect(port, "127.0.0.1").pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: portico.test\r\n${headers}\r\n`);
  return socket;
}

/** Returns the number of bytes received until the server closes the connection. */
async function takenUntilCut(socket: ReturnType<typeof askOnly>) {
  socket.on("error", () => undefined); // a connection may be reset
  socket.resume();
  await once(socket, "close");
  return socket.bytesRead;
}

test.each([
  ["as it is", "/unread", ""],
  ["packed", "/unread", "Accept-Encoding: gzip\r\n"],
  ["of events", "/events", ""],
])(
  "a download %s is made no faster than it is taken, and ends with a reader who takes nothing",
  async (_, path, headers) => {
    const socket = askOnly(path, headers);
    await made.ended;
    expect(made.pieces).toBeLessThan(40); // in MB: the buffers of two sockets
    expect(await takenUntilCut(socket)).toBeLessThan(40 * megabyte);
    expect(log.error).not.toHaveBeenCalled();
  },
);

test("a download does not keep its file open for a client that reads nothing", async () => {
  const socket = askOnly("/large.bin");
  await pause(4 * limit);
  expect(await takenUntilCut(socket)).toBeLessThan(64 * megabyte);
});

test("a download ends when its client leaves", async () => {
  const socket = askOnly("/unread");
  await vi.waitFor(() => expect(made.pieces).toBeGreaterThan(0), 20_000);
  socket.destroy();
  await made.ended;
  expect(made.pieces).toBeLessThan(40);
  expect(log.error).not.toHaveBeenCalled();
});

test("a download is not started for a client that has left already", async () => {
  const socket = askOnly("/awaited");
  await vi.waitFor(() => expect(awaited).toBeDefined());
  socket.destroy();
  await vi.waitFor(() => expect(made.pieces).toBeGreaterThan(0));
  await pause(50);
  expect(made.pieces).toBeLessThan(10);
  expect(log.error).not.toHaveBeenCalled();
});

/** More concurrent downloads than one client may have. */
const tooMany = 26;

test("HEAD requests for downloads take no slot", async () => {
  for (let number = 0; number < tooMany; number++) await ask("/few", { method: "HEAD" });
  expect((await ask("/few")).status).toBe(200);
});

test("clients that left before their downloads began take no slot", async () => {
  for (let number = 0; number < tooMany; number++) {
    awaited = undefined;
    made.pieces = 0;
    const socket = askOnly("/awaited");
    await vi.waitFor(() => expect(awaited).toBeDefined());
    socket.destroy();
    await vi.waitFor(() => expect(made.pieces).toBeGreaterThan(0));
  }
  made.pieces = 0;
  expect((await ask("/few")).status).toBe(200);
});

test.each(["identity", "gzip"])("a client that reads gets the whole download: %s", async (packing) => {
  const { body, headers } = await ask("/few", { headers: { "accept-encoding": packing } });
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
  expect([headers["content-encoding"] ?? "identity", text === piece.repeat(8)]).toEqual([packing, true]);
});

test.each(["identity", "gzip"])("a page in memory of many pieces arrives whole: %s", async (packing) => {
  const { body, headers } = await ask("/whole", { headers: { "accept-encoding": packing } });
  const text = (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
  expect([headers["content-encoding"] ?? "identity", text === piece]).toEqual([packing, true]);
  expect(headers["content-length"]).toBe(packing === "identity" ? String(piece.length) : undefined);
});

test("a client that reads nothing of a page in memory is cut off, without an error", async () => {
  const socket = askOnly("/large");
  await pause(4 * limit);
  expect(await takenUntilCut(socket)).toBeLessThan(40 * megabyte);
  expect(log.error).not.toHaveBeenCalled();
});

test("a page in memory that is sent in many pieces leaves no listeners on its response", async () => {
  const warned = vi.spyOn(process, "emitWarning");
  const socket = askOnly("/large", "Connection: close\r\n");
  expect(await takenUntilCut(socket)).toBeGreaterThan(64 * megabyte);
  expect(warned).not.toHaveBeenCalled();
});

test("a client that waits for the server is not cut off", async () => {
  const { text } = await ask("/late");
  expect(text.endsWith("the end")).toBe(true);
});

test("a download that fails half-way is cut off, so that it is not taken for complete, and logged", async () => {
  await expect(ask("/broken")).rejects.toThrow();
  await vi.waitFor(() =>
    expect(log.error).toHaveBeenCalledWith(
      expect.objectContaining({ err: expect.objectContaining({ message: "a bug" }) as unknown }),
      "unexpected error",
    ),
  );
});
