import { connect, type AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { listen, StartError, stop } from "./listen";

const sockets: ReturnType<typeof connect>[] = [];
afterEach(() => sockets.splice(0).forEach((socket) => socket.destroy()));

const here = { port: 0, host: "127.0.0.1" };

/** Connects and sends these bytes, then nothing more. */
async function client(port: number, bytes: string) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  sockets.push(socket);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(bytes);
  return socket;
}

test("a port in use is reported with a solution", async () => {
  const first = await listen(() => undefined, here);
  const { port } = first.address() as AddressInfo;
  const second = listen(() => undefined, { ...here, port });
  await expect(second).rejects.toThrow(StartError);
  await expect(second).rejects.toThrow(`Port ${port} is taken.`);
  await expect(second).rejects.toThrow(`PORT=${port + 1} npm start`);
  await stop(first);
});

test("an address of another machine is reported with a message", async () => {
  await expect(listen(() => undefined, { port: 0, host: "203.0.113.1" })).rejects.toThrow(
    "This machine cannot listen on 203.0.113.1.",
  );
});

test("a connection outlives a proxy's timeout of a minute, and headers must arrive sooner", async () => {
  const server = await listen(() => undefined, here);
  expect(server.keepAliveTimeout).toBeGreaterThan(60_000);
  expect(server.headersTimeout).toBeLessThan(60_000);
  await stop(server);
});

test("stopping waits for a running response, but not for its client to disconnect", async () => {
  const server = await listen((_, res) => void setTimeout(() => res.end("done"), 300), here);
  const { port } = server.address() as AddressInfo;
  const answer = fetch(`http://127.0.0.1:${port}/`).then((response) => response.text());
  await new Promise((resolve) => setTimeout(resolve, 100));
  await stop(server, 60_000);
  expect(await answer).toBe("done");
});

test("stopping cuts off clients that stall at any stage", async () => {
  const server = await listen(
    (req, res) => (req.url === "/big" ? void res.write(Buffer.alloc(50_000_000)) : req.resume()),
    here,
  );
  const { port } = server.address() as AddressInfo;
  await client(port, ""); // sends nothing
  await client(port, "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: "); // stalls in its headers
  await client(port, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\nabc"); // stalls in its body
  (await client(port, "GET /big HTTP/1.1\r\nHost: a\r\n\r\n")).pause(); // does not read its response
  await new Promise((resolve) => setTimeout(resolve, 100));

  const begun = performance.now();
  await stop(server, 500);
  expect(performance.now() - begun).toBeLessThan(1_500);
});

/** Returns everything the server sends in response to the bytes, until it closes the connection. */
async function answerTo(port: number, bytes: string): Promise<string> {
  const socket = await client(port, bytes);
  let answer = "";
  socket.setEncoding("utf8").on("data", (part: string) => (answer += part));
  await new Promise((resolve) => socket.once("close", resolve));
  return answer;
}

test("a malformed request is answered with our own page and headers", async () => {
  const server = await listen(() => undefined, here);
  const { port } = server.address() as AddressInfo;
  const long = await answerTo(port, `GET /users?q=${"%C3%A9".repeat(10_000)} HTTP/1.1\r\nHost: x\r\n\r\n`);
  expect(long).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
  expect(long).toContain("This address is too long. Shorten it, or search for less.");
  for (const head of [
    "content-security-policy: default-src 'none'",
    "permissions-policy: ",
    "x-content-type-options: nosniff",
    "referrer-policy: ",
    "content-type: text/html; charset=utf-8",
    "connection: close",
  ])
    expect(long.toLowerCase()).toContain(head);
  const [heads = "", page = ""] = long.split("\r\n\r\n");
  expect(heads).toContain(`Content-Length: ${Buffer.byteLength(page)}`);
  expect(await answerTo(port, "nonsense\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 400 Bad Request\r\n[^]*could not be understood/,
  );
  await stop(server);
});

test("a malformed request during a response is not inserted into it", async () => {
  const server = await listen((_, res) => void (res.flushHeaders(), res.write("half")), here);
  const { port } = server.address() as AddressInfo;
  const answer = await answerTo(port, "GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n");
  expect(answer).not.toContain("400 Bad Request");
  await stop(server);
});
