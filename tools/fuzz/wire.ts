/** Generates connections that fail before or during a request. */
import fc from "fast-check";
import { address } from "./addresses";
import { type Bytes, type WireAttack, written } from "./attack";
import { any, oneOf } from "./choose";
import { framingHeader } from "./headers";
import type { World } from "./learn";
import { request } from "./requests";
import { badChunks, badHeaders, firstLines, junk, smuggled } from "./wire-bytes";

type Then = WireAttack["then"];

/** Bytes that need no response: the connection must only end. */
type Broken = Pick<WireAttack, "name" | "person" | "pieces" | "then">;

export function wire(world: World): fc.Arbitrary<WireAttack> {
  const broken = oneOf([1, ofNobody(world)], [1, ofSomebody(world)]).map((broken): WireAttack => ({
    kind: "wire",
    expects: 0,
    ...broken,
  }));
  return oneOf([9, broken], [1, pipelined]);
}

/** Generates bytes that never form a request that could be answered. */
function ofNobody(world: World): fc.Arbitrary<Broken> {
  const then = any<Then>("ends", "ends", "leaves");
  const made = (name: string, pieces: fc.Arbitrary<Bytes[]>) =>
    fc.tuple(pieces, then).map(([pieces, then]): Broken => ({ name, person: false, pieces, then }));
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString("latin1"));
  const firstLine = fc
    .tuple(any(...firstLines), address(world))
    .map(([line, address]) => `${line.replace("/", () => address)}\r\nHost: {host}\r\n\r\n`);
  const header = any(...badHeaders).map((line) => `GET /users HTTP/1.1\r\nHost: {host}\r\n${line}\r\n\r\n`);
  const framing = fc
    .array(framingHeader, { minLength: 1, maxLength: 3 })
    .map((headers) => headers.map((header) => `${header.join(": ")}\r\n`).join(""));
  const length = fc.tuple(
    any("POST", "PUT", "GET"),
    address(world),
    framing,
    any("", "a=1", "0\r\n\r\n", "3\r\na=1\r\n0\r\n\r\n", smuggled),
  );
  const chunks = fc.tuple(address(world), fc.array(any(...badChunks), { minLength: 1, maxLength: 4 }));
  return fc.oneof(
    made(
      "junk",
      fc.oneof(any(...junk), bytes).map((bytes) => [bytes]),
    ),
    made(
      "a bad first line",
      firstLine.map((bytes) => [bytes]),
    ),
    made(
      "a bad header",
      header.map((bytes) => [bytes]),
    ),
    made(
      "a bad length",
      length.map(([method, address, framing, body]) => [
        `${method} ${address} HTTP/1.1\r\nHost: {host}\r\n${framing}\r\n${body}`,
      ]),
    ),
    made(
      "bad chunks",
      chunks.map(([address, chunks]) => [
        `POST ${address} HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
        ...chunks,
      ]),
    ),
  );
}

/** Generates requests that are truncated or malformed. */
function ofSomebody(world: World): fc.Arbitrary<Broken> {
  const cut = fc.double({ min: 0, max: 0.999, noNaN: true });
  const made = (name: string, then: Then, piecesOf: (bytes: Bytes, cut: number) => Bytes[]) =>
    fc.tuple(request(world), cut).map(([request, cut]): Broken => ({
      name,
      person: request.person,
      pieces: piecesOf(written(request), cut),
      then,
    }));
  return fc.oneof(
    made("half a request", "ends", (bytes, cut) => [bytes.slice(0, Math.floor(bytes.length * cut))]),
    made("gone early", "leaves", (bytes, cut) => [bytes.slice(0, Math.ceil(bytes.length * (cut + 0.5)))]),
    made("slow bytes", "ends", (bytes, cut) => slowly(bytes, 2 + Math.floor(cut * 10))),
    made("lines without CR", "ends", (bytes) => [bytes.replaceAll("\r\n", "\n")]),
  );
}

/** Splits a request into pieces that are sent with pauses. */
function slowly(bytes: Bytes, count: number): Bytes[] {
  const length = Math.ceil(bytes.length / count);
  return Array.from({ length: count }, (_, index) => bytes.slice(index * length, (index + 1) * length));
}

/** Generates several pipelined requests, which must be answered in order. */
const pipelined = fc
  .tuple(
    fc.array(any("/health", "/login", "/users", "/api/users/status", "/nowhere", "/users.data", "/%"), {
      minLength: 2,
      maxLength: 8,
    }),
    fc.boolean(),
  )
  .map(([paths, person]): WireAttack => {
    const cookie: [Bytes, Bytes][] = person ? [["Cookie", "{session}"]] : [];
    const all = paths.map((path, index) => {
      const last = index === paths.length - 1;
      return written({
        method: "GET",
        path,
        headers: [...cookie, ["Connection", last ? "close" : "keep-alive"]],
        body: "",
      });
    });
    return { kind: "wire", name: "pipelined", person, pieces: [all.join("")], expects: paths.length, then: "waits" };
  });
