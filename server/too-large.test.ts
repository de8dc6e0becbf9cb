import { once } from "node:events";
import { connect } from "node:net";
import { data } from "@remix-run/node";
import type { RequestHandler } from "express";
import { expect, test } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { userOfRequest } from "~/auth/session.server";
import { createApp } from "./app";
import { remixPages } from "./remix";
import { buildOf, serving } from "./testing/http";

testDatabase();

/** Like the action of the page for oversized bodies: allows everyone, and refuses. */
const action = async ({ request }: { request: Request }) => {
  await userOfRequest(request);
  throw data({ message: "Too large." }, 413);
};
const routes = { large: { id: "large", path: "too-large", module: { action, default: () => null } } };
const build = buildOf(routes);
const none: RequestHandler = (_req, _res, next) => next();
const { port } = await serving(createApp({ pages: remixPages(build), files: none, health: none }));

test.each([
  ["a form", "application/x-www-form-urlencoded", 300_000_000],
  ["a form with files", "multipart/form-data; boundary=x", 300_000_000],
])("%s that is far too long is answered before its body has arrived", async (_, type, length) => {
  const headers = [...(await signedIn("/", cast.ben)).headers].map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const socket = connect(port, "127.0.0.1");
  socket.write(
    `POST /users/3.data HTTP/1.1\r\nHost: portico.test\r\n${headers}Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\nname=A`,
  );
  const [answer] = (await once(socket, "data")) as [Buffer];
  socket.destroy();
  expect(answer.toString()).toContain(" 413 ");
});
