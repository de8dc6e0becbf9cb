/** Checks that the fuzzer detects each kind of fault, planted in a small server. */
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { AnswerReader } from "./answers";
import type { Attack, RequestAttack, WireAttack } from "./attack";
import { checks } from "./checks";
import { formsIn } from "./forms";
import { routeOf } from "./routes";
import { send } from "./send";

const servers: { close(): unknown }[] = [];
afterAll(() => servers.forEach((server) => server.close()));

const get = (path: string, more: Partial<RequestAttack> = {}): RequestAttack => ({
  kind: "request",
  person: false,
  method: "GET",
  path,
  headers: [],
  body: "",
  raw: true,
  ...more,
});
const half: WireAttack = {
  kind: "wire",
  name: "half",
  person: false,
  pieces: ["GET / HTTP/1.1\r\nHo"],
  expects: 0,
  then: "ends",
};

const check = checks({ secrets: ["Priya Raman", "priya.raman@example.com"], dataDir: "/var/lib/portico-data" });

/** Returns the problems found by an attack on a server. */
async function found(
  server: ReturnType<typeof createServer> | ReturnType<typeof createSocketServer>,
  attack: Attack,
): Promise<string[]> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  const outcome = await send(attack, {
    port: (server.address() as AddressInfo).port,
    fill: (text) => text,
    limit: 400,
  });
  return check(attack, outcome);
}

const html = { "content-type": "text/html" };
const says =
  (status: number, body: string, headers: Record<string, string> = html): RequestListener =>
  (_, res) =>
    void res.writeHead(status, headers).end(body);

test.each<[string, RequestListener]>([
  ["It was answered with 500", says(500, "Something went wrong on our side.")],
  ["The answer shows a stack trace", says(404, "TypeError\n    at loader (file:///srv/build/server/index.js:12:3)")],
  [
    "The answer shows a stack trace",
    says(400, "x\\n    at async Object.query (/srv/router.js:1:2)", { "content-type": "application/json" }),
  ],
  ["The answer shows the database's own words", says(400, "SQLITE_CONSTRAINT_UNIQUE")],
  ["The answer shows an error as JavaScript prints it", says(400, "RangeError: Invalid array length")],
  ["The answer shows a folder of this machine", says(200, "in /var/lib/portico-data/portico.db")],
  [
    "The answer shows the sentence of a library",
    says(400, "Unexpected Server Error", { "content-type": "text/plain" }),
  ],
  ["A text that was sent became a header", says(200, "", { "X-Injected": "yes" })],
  ["A text that was sent became markup", says(200, "<p><img src=x onerror=fuzz()></p>")],
  ['A visitor was shown "Priya Raman"', says(200, "<td>Priya Raman</td>")],
  ["A visitor was given a session", says(303, "", { "Set-Cookie": `session-3000=${"a".repeat(60)}; HttpOnly` })],
  ["No answer came in time", () => {}],
  ["The connection was closed without an answer", (req) => void req.destroy()],
])("%s", async (sentence, listener) => {
  for (const raw of [true, false])
    expect(await found(createServer(listener), get("/users", { raw }))).toEqual([expect.stringContaining(sentence)]);
});

const speaks = (answer: (socket: Socket) => void) =>
  createSocketServer(
    { allowHalfOpen: true },
    (socket) => void socket.on("error", () => {}).once("data", () => answer(socket)),
  );

test("what is no HTTP is seen, and what breaks off, and what never ends", async () => {
  expect(
    await found(
      speaks((socket) => socket.end("hello\r\n\r\n")),
      get("/"),
    ),
  ).toEqual([expect.stringContaining("no whole answer")]);
  expect(
    await found(
      speaks((socket) => socket.end("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal")),
      get("/"),
    ),
  ).toEqual(["What came is no whole answer: it breaks off"]);
  expect(
    await found(
      speaks(() => {}),
      half,
    ),
  ).toEqual(["The connection stayed open"]);
});

test("what is as it should be is no fault", async () => {
  const fine = () => createServer(says(200, "<p>Hello</p>"));
  expect(await found(fine(), get("/"))).toEqual([]);
  expect(await found(fine(), get("/", { method: "HEAD" }))).toEqual([]);
  expect(await found(fine(), half)).toEqual([]);
  expect(await found(createServer(says(200, "Priya Raman")), get("/", { person: true }))).toEqual([]);
});

test("what a visitor sent may come back", async () => {
  const repeats = () => createServer(says(400, "Priya Raman, priya.raman@example.com"));
  const cookie = Buffer.from('{"text":"Priya Raman moved to the trash"}').toString("base64");
  expect(
    await found(
      repeats(),
      get("/register", { method: "POST", body: "name=Priya+Raman&email=priya.raman%40example.com" }),
    ),
  ).toEqual([]);
  expect(
    await found(repeats(), get("/login?email=priya.raman@example.com", { headers: [["Cookie", `toast=${cookie}`]] })),
  ).toEqual([]);
});

describe("answers", () => {
  /** Reads the bytes both at once and one by one. */
  const read = (bytes: Buffer, methods: string[] = []) => {
    const readers = [bytes.length, 1].map((step) => {
      const reader = new AnswerReader(methods);
      for (let at = 0; at < bytes.length; at += step) reader.take(bytes.subarray(at, at + step));
      reader.end();
      return {
        damage: reader.damage,
        answers: reader.answers.map(({ status, body }) => `${status} ${body.toString()}`),
      };
    });
    expect(readers[0]).toEqual(readers[1]);
    return readers[0];
  };

  test("are told apart by lengths, chunks and methods", () => {
    const several = [
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc",
      "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n",
      "HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n1\r\nd\r\n0\r\n\r\n",
      "HTTP/1.1 304 Not Modified\r\n\r\n",
      "HTTP/1.1 200 OK\r\n\r\nto the end",
    ];
    expect(read(Buffer.from(several.join("")), ["GET", "HEAD"])).toEqual({
      damage: undefined,
      answers: ["200 abc", "200 ", "404 abcd", "304 ", "200 to the end"],
    });
  });

  test("compressed answers are unpacked", () => {
    const body = gzipSync("hello");
    expect(
      read(
        Buffer.concat([
          Buffer.from(`HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: ${body.length}\r\n\r\n`),
          body,
        ]),
      ),
    ).toEqual({ damage: undefined, answers: ["200 hello"] });
    expect(
      read(Buffer.from("HTTP/1.1 416 No\r\nContent-Encoding: gzip\r\nContent-Length: 5\r\n\r\nhello"))?.damage,
    ).toBe("it cannot be unpacked");
  });

  test.each([
    "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    "HTTP/2 200\r\n\r\n",
    "HTTP/1.1 200 OK\r\n",
  ])("%j is none", (bytes) => {
    expect(read(Buffer.from(bytes))?.damage).toEqual(expect.any(String));
  });
});

test("forms are read as a page would send them, once for each button", () => {
  const page = `<form method="post" action="/users/bulk" id="rows"><button name="act" value="delete">x</button></form>
    <input form="rows" type="checkbox" name="ids" value="4"/>
    <form method="post" action="/a?x=1&amp;y=2">
      <input type="email" name="email" required=""/>
      <select name="role"><option value="">–</option><option value="A"></option><option value="B" selected=""></option></select>
      <input type="radio" name="status" value="1"/><input type="radio" name="status" value="2" checked=""/>
      <button type="button" name="no">x</button><button>Save</button><button formAction="/b">Other</button>
    </form>
    <form method="get" action="/users"><input name="q" value="ada"/></form>`;
  const fields = [
    ["email", "NONCE@example.com"],
    ["role", "B"],
    ["status", "2"],
  ];
  expect(formsIn(page, "/here")).toEqual({
    posted: [
      {
        action: "/users/bulk",
        multipart: false,
        fields: [
          ["ids", "4"],
          ["act", "delete"],
        ],
        files: [],
      },
      { action: "/a?x=1&y=2", multipart: false, fields, files: [] },
      { action: "/b", multipart: false, fields, files: [] },
    ],
    asked: [["q", "ada"]],
  });
});

test("every address belongs to the route that answers it", () => {
  const patterns = [
    "/users",
    "/users.data?page=2",
    "/users/create",
    "/users/7",
    "/users/7/status?x",
    "/nowhere/at/all",
    "/api/nothing",
  ].map(routeOf);
  expect(patterns).toEqual(["/users", "/users", "/users/create", "/users/:id", "/users/:id/status", "/*", "/api/*"]);
});
