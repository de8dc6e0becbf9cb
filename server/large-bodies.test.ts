/** Large request bodies: how many are read into memory at the same time, and whose. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { decode } from "turbo-stream";
import { afterEach, expect, test } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { createApp } from "./app";
import { serving } from "./testing/http";

testDatabase();

/** Requests that the pages have begun to answer; they never end by themselves. */
const begun: string[] = [];
const app = createApp({
  pages: (req) => void begun.push(req.path),
  files: (_req, _res, next) => next(),
  health: (_req, res) => void res.send("ok"),
});
const { port } = await serving(app);

let sockets: Socket[] = [];
afterEach(async () => {
  const open = sockets.filter((socket) => !socket.destroyed);
  const closed = open.map((socket) => once(socket.destroy(), "close"));
  await Promise.all(closed);
  sockets = [];
  begun.length = 0;
});

const cookieOf = async (person: typeof cast.ada) => (await signedIn("/", person)).headers.get("Cookie") ?? "";

/** Sends the start of a body of `bytes`. */
function upload(path: string, bytes: number, { cookie = "", type = "multipart/form-data; boundary=x" } = {}): Socket {
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: portico.test\r\nOrigin: http://portico.test\r\nAccept: text/html\r\nCookie: ${cookie}\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n--x\r\n`,
  );
  return socket;
}

const answerTo = async (socket: Socket) => String(((await once(socket, "data")) as [Buffer])[0]);

/** Resolves once the pages have begun to answer requests to this path, `times` times. */
async function hasBegun(path: string, times = 1) {
  await expect.poll(() => begun.filter((one) => one === path).length, { timeout: 30_000 }).toBe(times);
}

const megabyte = 1024 * 1024;

test("a person's bodies above 64 MB in flight are refused, and the next one is read once they have ended", async () => {
  const [ada, ben] = [await cookieOf(cast.ada), await cookieOf(cast.ben)];
  const held = [upload("/held", 30 * megabyte, { cookie: ada }), upload("/held", 30 * megabyte, { cookie: ada })];
  await hasBegun("/held", 2);
  const refused = await answerTo(upload("/third", 30 * megabyte, { cookie: ada }));
  expect(refused).toMatch(/^HTTP\/1.1 503 [^]*Retry-After: \d+[^]*Too many files are being sent right now/);
  upload("/ben", 30 * megabyte, { cookie: ben });
  await hasBegun("/ben");
  held[0]?.destroy();
  await expect
    .poll(
      async () => {
        const again = upload("/again", 30 * megabyte, { cookie: ada });
        return Promise.race([answerTo(again).then(() => "refused"), hasBegun("/again").then(() => "read")]);
      },
      { timeout: 30_000 },
    )
    .toBe("read");
});

test("the scripts of a page get the sentence of a refused form as the error of its action", async () => {
  const cookie = await cookieOf(cast.ada);
  for (const path of ["/held", "/also-held"]) upload(path, 30 * megabyte, { cookie });
  await hasBegun("/also-held");
  const [head = "", body = ""] = (await answerTo(upload("/users/3.data", 30 * megabyte, { cookie }))).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 503 [^]*text\/x-script/);
  const bytes = new Response(body).body!;
  expect((await decode(bytes)).value).toEqual({
    error: {
      status: 503,
      statusText: "",
      internal: false,
      data: { message: "Too many files are being sent right now. Wait a few seconds, then send yours again." },
    },
  });
});

test("bodies of less than a megabyte count too, and small ones are always read", async () => {
  const cookie = await cookieOf(cast.ada);
  const answers = Array.from({ length: 70 }, () => answerTo(upload("/form", megabyte, { cookie })));
  expect(await Promise.race(answers)).toMatch(/^HTTP\/1.1 503 /);
  await hasBegun("/form", 64);
  upload("/small", 64 * 1024, { cookie });
  await hasBegun("/small");
});

test("bodies of strangers above 32 MB of one network are refused, small ones are always read", async () => {
  upload("/large", 30 * megabyte);
  await hasBegun("/large");
  const refused = await answerTo(upload("/second", 30 * megabyte));
  expect(refused).toMatch(/^HTTP\/1.1 503 [^]*Retry-After: \d+[^]*Too many files are being sent right now/);
  upload("/small", 64 * 1024);
  await hasBegun("/small");
  upload("/ada", 30 * megabyte, { cookie: await cookieOf(cast.ada) });
  await hasBegun("/ada");
});
