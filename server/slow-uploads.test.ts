/** Uploads that arrive one byte at a time are ended; those that wait for the server to read are not. */
import { once } from "node:events";
import { connect } from "node:net";
import type { Request, Response } from "express";
import { expect, test } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { createApp } from "./app";
import { serving } from "./testing/http";

testDatabase();

const span = 400;

/** Responds with the size of the body, once `mayRead` resolves. */
let mayRead: Promise<unknown> = Promise.resolve();
async function pages(req: Request, res: Response) {
  await mayRead;
  let bytes = 0;
  for await (const piece of req) bytes += (piece as Buffer).length;
  res.send(`${bytes} bytes`);
}

const app = createApp({
  pages: (req, res, next) => void pages(req, res).catch(next),
  files: (_req, _res, next) => next(),
  health: (_req, res) => void res.send("ok"),
  uploadSpan: span,
});
const { ask, port } = await serving(app);

const cookieOfAda = async () => (await signedIn("/", cast.ada)).headers.get("Cookie") ?? "";

const head = (length: number, cookie: string) =>
  `POST /login HTTP/1.1\r\nHost: portico.test\r\nOrigin: http://portico.test\r\nCookie: ${cookie}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`;

/** Sends a piece twenty times in each span, until the server closes the connection; returns the response. */
async function dripped({ length = 100_000, piece = "x" } = {}): Promise<string> {
  const cookie = await cookieOfAda();
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(head(length, cookie));
  const drip = setInterval(() => socket.write(piece), span / 20);
  let said = "";
  socket.on("data", (piece) => (said += piece.toString()));
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("close", resolve)); // `once` of Node would fail on a reset
  clearInterval(drip);
  return said;
}

test("a body that arrives a byte at a time is ended with a message", async () => {
  const said = await dripped();
  expect(said).toContain("HTTP/1.1 408");
  expect(said).toContain("The upload came too slowly");
});

test("a body of 30 MB is ended if it would take more than an hour", async () => {
  const said = await dripped({ length: 30 * 1024 * 1024, piece: "x".repeat(1_000) });
  expect(said).toContain("HTTP/1.1 408");
});

test("a body that waits for the server to read it is not ended, however long that takes", async () => {
  const slow = dripped(); // is ended after a whole span, so its end marks that time
  mayRead = slow;
  const body = "x".repeat(500_000);
  const answer = ask("/login", {
    method: "POST",
    body,
    headers: {
      cookie: await cookieOfAda(),
      origin: "http://portico.test",
      "content-type": "application/x-www-form-urlencoded",
    },
  });
  expect((await answer).text).toBe("500000 bytes");
});
