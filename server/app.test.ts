import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { createApp } from "./app";
import { staticFiles } from "./middleware/static-files";
import { serving } from "./testing/http";

const script = "export const hello = 'world';\n".repeat(100);
const folder = mkdtempSync(join(tmpdir(), "portico-files-"));
mkdirSync(join(folder, "assets"));
writeFileSync(join(folder, "assets/entry-1a2b3c.js"), script);
writeFileSync(join(folder, "assets/entry-1a2b3c.js.br"), brotliCompressSync(script));
writeFileSync(join(folder, "assets/entry-1a2b3c.js.gz"), gzipSync(script));
writeFileSync(join(folder, "robots.txt"), "User-agent: *\n");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Resolves when a body that no page reads has arrived completely. */
const unread = defer();

function defer() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

/** Requests that reached the pages, as `METHOD url`. */
const reached: string[] = [];

const app = createApp({
  pages: (req, res, next) => {
    reached.push(`${req.method} ${req.originalUrl}`);
    if (req.path === "/unread") req.on("data", () => req.pause()).on("end", () => unread.resolve()); // as Remix does when an action does not read the body
    if (req.path === "/boom") return next(Object.assign(new Error("a secret detail"), { status: 500 }));
    if (req.path === "/garbled") return next(Object.assign(new Error("a secret detail"), { status: 400 }));
    if (req.path === "/half") return void (res.write("half"), next(new Error("a secret detail")));
    if (req.path.startsWith("/wait/"))
      return void res
        .status(Number(req.path.slice(6)))
        .set(req.query as Record<string, string>)
        .send("Wait");
    if (req.path === "/mirror") return void res.json(req.headers);
    if (req.originalUrl.startsWith("/too-large")) req.on("data", () => req.pause()); // as Remix does with an unread body
    res.type("html").send(`<p>${"Hello ".repeat(500)}</p>`);
  },
  files: staticFiles(folder),
  health: (req, res) => void res.status("down" in req.query ? 503 : 200).json({ status: "ok" }),
});
const { ask, raw, port } = await serving(app);

async function reaches(path: string, asking: Parameters<typeof ask>[1]) {
  reached.length = 0;
  const answer = await ask(path, asking);
  return { ...answer, reached: reached[0] };
}

test.each(["/", "/health", "/assets/entry-1a2b3c.js"])("a request for %s with two hosts is refused", async (path) => {
  const hosts = ["portico.test", "portico.test"].map((host) => `Host: ${host}\r\n`).join("");
  expect(await raw(`GET ${path} HTTP/1.1\r\n${hosts}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
  const foreign = "host: portico.test\r\nHOST: evil.example\r\n";
  expect(await raw(`GET ${path} HTTP/1.1\r\n${foreign}\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
});

describe("response headers", () => {
  test.each(["/", "/assets/entry-1a2b3c.js", "/assets/gone.js", "/health", "/?_data=root", "/boom"])(
    "%s has all that protect",
    async (path) => {
      const { headers } = await ask(path);
      const csp = headers["content-security-policy"];
      expect(csp).toMatch(/script-src 'self' 'nonce-[\w-]{22}'(;|$)/);
      expect(csp).not.toContain("unsafe");
      for (const rule of [
        "default-src 'self'",
        "style-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "frame-src 'none'",
        "img-src 'self' data: blob:",
      ]) {
        expect(`${csp};`).toContain(`${rule};`);
      }
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": "same-origin-allow-popups",
        "referrer-policy": "strict-origin-when-cross-origin",
        "x-frame-options": "DENY",
      });
      expect(headers["permissions-policy"]).toContain("camera=()");
      expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{10}$/);
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["strict-transport-security"]).toBeUndefined();
    },
  );

  test("every response has its own nonce and request id", async () => {
    const [one, two] = [await ask("/"), await ask("/")];
    expect(one.headers["content-security-policy"]).not.toBe(two.headers["content-security-policy"]);
    expect(one.headers["x-request-id"]).not.toBe(two.headers["x-request-id"]);
  });
});

describe("Retry-After", () => {
  test.each([
    ["/wait/503", "60"],
    ["/wait/429", "900"],
    ["/health?down", "60"],
    ["/wait/429?Retry-After=7", "7"],
    ["/wait/200", undefined],
    ["/wait/500", undefined],
  ])("Retry-After of %s is %s", async (path, seconds) => {
    expect((await ask(path)).headers["retry-after"]).toBe(seconds);
  });
});

describe("the Host header", () => {
  test.each(["portico.test", "PORTICO.TEST", "portico.test:80"])("%s is accepted", async (host) => {
    expect((await ask("/", { headers: { host } })).status).toBe(200);
  });

  test.each([
    "evil.example",
    "portico.test.evil.example",
    "portico.test:99999",
    "portico.test:81",
    "a b",
    "@",
    "[::1",
    "portico.test@evil.example",
    "evil.example@portico.test",
    "portico.test/x",
    "portico.test#x",
    "127.0.0.1",
  ])("%s is refused", async (host) => {
    const answer = await reaches("/", { headers: { host } });
    expect(answer.status).toBe(400);
    expect(answer.reached).toBeUndefined();
  });

  test("is refused if it is missing, double or empty", async () => {
    expect(await raw("GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
    expect(await raw("GET / HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
    expect(await raw("GET / HTTP/1.1\r\nHost: portico.test, evil.example\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 400/,
    );
  });

  test("is not overridden by X-Forwarded-Host", async () => {
    const { status, text } = await ask("/mirror", { headers: { "x-forwarded-host": "evil.example:99999" } });
    expect({ status, seen: JSON.parse(text) as unknown }).toEqual({
      status: 200,
      seen: expect.not.objectContaining({ "x-forwarded-host": expect.anything() as string }) as object,
    });
  });

  test("the protocol that a proxy sends is trusted only if it is http or https", async () => {
    const app = createApp({
      pages: (req, res) => void res.send(req.protocol),
      files: staticFiles(folder),
      health: (_, res) => void res.end(),
    }).set("trust proxy", true);
    const { ask } = await serving(app);
    const seen = async (proto: string) => (await ask("/", { headers: { "x-forwarded-proto": proto } })).text;
    expect(await seen("https")).toBe("https");
    for (const proto of ["", "javascript", "1.5", "a b", "https:", "%00"]) expect(await seen(proto)).toBe("http");
  });

  test("a request target that is not a path is refused", async () => {
    expect(await raw("GET http://evil.example/ HTTP/1.1\r\nHost: portico.test\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1.1 400/,
    );
  });

  test.each([
    "//",
    "///",
    "//evil.example/users",
    "/\\evil.example",
    "//?_data=root",
    "/%5C",
    "/%5Cevil.example",
    "/%2F/",
    "/%09/",
    "/%0A%5Cx",
  ])("the path %s is refused without reaching a route", async (path) => {
    const answer = await reaches(path, {});
    expect(answer.status).toBe(400);
    expect(answer.reached).toBeUndefined();
  });

  test.each(["/%E0%A4%A", "/users/%", "/icons/%.json", "/api/%ff", "/users/%.data", "/%c0%af", "/assets/%"])(
    "the path %s, which cannot be decoded, is refused with a message",
    async (path) => {
      const answer = await reaches(path, {});
      expect(answer).toMatchObject({
        status: 400,
        reached: undefined,
        text: expect.stringContaining("This address is damaged."),
      });
    },
  );

  test.each(["/users/%25", "/login?from=%", "/%E0%A4%A4", "/users/%5C", "/users/%2F%2F", "/%255C"])(
    "the path %s is accepted",
    async (path) => {
      expect((await reaches(path, {})).reached).toBe(`GET ${path}`);
    },
  );

  test("a health check may use any host name", async () => {
    expect((await ask("/health", { headers: { host: "10.0.0.7:8080" } })).status).toBe(200);
  });
});

describe("the origin check", () => {
  const foreign = [
    { origin: "http://evil.example" },
    { origin: "null" },
    { origin: "" },
    { origin: "%%%" },
    { origin: "https://portico.test" },
    { origin: "http://portico.test:81" },
    { origin: "http://portico.test.evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "sec-fetch-site": "junk" },
    { origin: "http://portico.test", "sec-fetch-site": "cross-site" },
  ];
  test.each(foreign)("refuses a change from %o before it reaches a route", async (headers) => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const answer = await reaches("/users/3", { method, headers: headers as Record<string, string> });
      expect(answer.status).toBe(403);
      expect(answer.reached).toBeUndefined();
    }
  });

  test.each([
    {},
    { origin: "http://portico.test" },
    { "sec-fetch-site": "same-origin" },
    { "sec-fetch-site": "none" },
    { origin: "http://portico.test", "sec-fetch-site": "same-origin" },
  ])("accepts a change from %o", async (headers) => {
    expect((await reaches("/users/3", { method: "POST", headers: headers as Record<string, string> })).reached).toBe(
      "POST /users/3",
    );
  });

  test("does not apply to links from other sites", async () => {
    expect((await ask("/", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(200);
  });

  test("answers the API in JSON", async () => {
    const answer = await ask("/api/users", { method: "POST", headers: { origin: "http://evil.example" } });
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringContaining("another site") as string });
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(
      (await ask("/apiary", { method: "POST", headers: { origin: "http://evil.example" } })).headers["content-type"],
    ).toContain("text/plain");
  });
});

describe("a refusal", () => {
  const browser = { accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8" };

  test.each([
    [400, "/%", {}],
    [400, "/", { headers: { host: "evil.example" } }],
    [403, "/users/3", { method: "POST", headers: { origin: "null" } }],
    [404, "/assets/gone.js", {}],
    [405, "/", { method: "PURGE" }],
    [411, "/login", { method: "POST", headers: { "transfer-encoding": "chunked" }, body: "a=1" }],
    [500, "/boom", {}],
  ])(
    "%d is a page for a browser, in styles that its own policy allows, with a way home",
    async (status, path, asking: { method?: string; headers?: Record<string, string>; body?: string }) => {
      const answer = await ask(path, { ...asking, headers: { ...browser, ...asking.headers } });
      expect(answer).toMatchObject({
        status,
        headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
      });
      expect(answer.text).toContain('<a href="/">');
      const style = /<style>([^]*)<\/style>/.exec(answer.text)?.[1] ?? "";
      const hash = createHash("sha256").update(style).digest("base64");
      const policy = answer.headers["content-security-policy"];
      expect(policy).toContain(`default-src 'none'; style-src 'sha256-${hash}';`);
      expect(policy).toContain("frame-ancestors 'none'");
    },
  );

  test("is one line of text for other clients, and JSON for the API whatever it accepts", async () => {
    expect(await ask("/%", { headers: { accept: "*/*" } })).toMatchObject({
      text: expect.stringMatching(/^This address .+\n$/),
      headers: { "content-type": "text/plain; charset=utf-8" },
    });
    const { text } = await ask("/api/%", { headers: browser });
    expect(JSON.parse(text)).toEqual({ message: expect.stringContaining("damaged") as string });
  });
});

describe("the _data parameter", () => {
  const many = Array.from({ length: 1500 }, (_, index) => `a${index}`).join("&");
  test.each(["/?_data=root", "/users?%5Fdata=x", "/?_data", `/?${many}&_data=root`, "/users.data?x=1&_data=root"])(
    "is refused in %.40s",
    async (path) => {
      const answer = await reaches(path, {});
      expect(answer.status).toBe(400);
      expect(answer.reached).toBeUndefined();
    },
  );

  test("is not mistaken for similar names", async () => {
    expect((await ask("/?my_data=1&q=_data")).status).toBe(200);
  });
});

describe("request methods", () => {
  test.each(["TRACE", "OPTIONS", "PURGE", "PROPFIND"])("%s gets 405 with the supported methods", async (method) => {
    const answer = await ask("/", { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toContain("GET");
  });
});

describe("request bodies", () => {
  const megabyte = 1024 * 1024;
  const form = "application/x-www-form-urlencoded";

  testDatabase(); // strangers may send little
  let cookie = "";
  beforeEach(async () => void (cookie = (await signedIn("/", cast.ada)).headers.get("Cookie") ?? ""));

  test("request bodies of forms may have 1 MB, and one byte more leads to the page that says so", async () => {
    const headers = { cookie, "content-type": form };
    expect((await reaches("/users/create", { method: "POST", headers, body: "a".repeat(megabyte) })).reached).toBe(
      "POST /users/create",
    );
    expect((await reaches("/users/create", { method: "POST", headers, body: "a".repeat(megabyte + 1) })).reached).toBe(
      "POST /too-large?mb=1",
    );
    expect(
      (await reaches("/users/create.data?x=1", { method: "POST", headers, body: "a".repeat(megabyte + 1) })).reached,
    ).toBe("POST /too-large.data?mb=1");
  });

  test("request bodies of forms with files are read up to 32 MB, so that a large file is refused beside its field", async () => {
    const headers = { cookie, "content-type": "multipart/form-data; boundary=x" };
    expect((await reaches("/users/3", { method: "POST", headers, body: Buffer.alloc(32 * megabyte) })).reached).toBe(
      "POST /users/3",
    );
    expect(
      (await reaches("/users/3", { method: "POST", headers, body: Buffer.alloc(32 * megabyte + 1) })).reached,
    ).toBe("POST /too-large?mb=32");
    expect((await reaches("/api/users", { method: "POST", headers, body: Buffer.alloc(2 * megabyte) })).status).toBe(
      413,
    );
  });

  test("request bodies of imports may have 32 MB", async () => {
    const headers = { cookie, "content-type": "multipart/form-data; boundary=x" };
    expect(
      (await reaches("/orders/import", { method: "POST", headers, body: Buffer.alloc(9 * megabyte) })).reached,
    ).toBe("POST /orders/import");
    expect(
      (await reaches("/orders/import.data", { method: "POST", headers, body: Buffer.alloc(9 * megabyte) })).reached,
    ).toBe("POST /orders/import.data");
    expect(
      (await reaches("/orders/import", { method: "POST", headers, body: Buffer.alloc(32 * megabyte + 1) })).reached,
    ).toBe("POST /too-large?mb=32");
  });

  test("request bodies that are too large lead to an action of the page that says so, whatever the method", async () => {
    expect(
      (
        await reaches("/users/3", {
          method: "PUT",
          headers: { cookie, "content-type": form },
          body: "a".repeat(megabyte + 1),
        })
      ).reached,
    ).toBe("POST /too-large?mb=1");
  });

  test.each([
    ["a page", "/users", "Hello"],
    ["the API", "/api/users", "1 MB"],
  ])("request bodies that are sent completely before reading still get the response of %s", async (_, path, words) => {
    const answer = await raw(
      `POST ${path} HTTP/1.1\r\nHost: portico.test\r\nContent-Type: ${form}\r\nContent-Length: ${8 * megabyte}\r\n\r\n${"a".repeat(8 * megabyte)}`,
    );
    expect(answer).toContain(words);
  });

  test("request bodies that never end are cut off, and those that are complete keep their connection", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const begin = `POST /too-much HTTP/1.1\r\nHost: portico.test\r\nTransfer-Encoding: chunked\r\n\r\n`;
      const [endless, ended] = await Promise.all([connected(begin), connected(`${begin}0\r\n\r\n`)]);
      await vi.advanceTimersByTimeAsync(29_999);
      expect([endless.destroyed, ended.destroyed]).toEqual([false, false]);
      await vi.advanceTimersByTimeAsync(1);
      await once(endless, "close");
      expect(ended.destroyed).toBe(false);
      ended.destroy();
    } finally {
      vi.useRealTimers();
    }
  });

  /** Sends the bytes and returns the connection once a response has begun. */
  async function connected(bytes: string) {
    const socket = connect(port, "127.0.0.1", () => socket.write(bytes));
    await once(socket, "data");
    return socket;
  }

  test.each([
    "/API/users",
    "/%61pi/users",
    "/x/../api/users",
    "/x/%2E%2e/api/users",
    "/api\\users",
    "/users\\..\\api/users",
    "/users/import/../../api/users",
  ])("have the API's limit for %s too, as the router treats it as the API", async (path) => {
    const answer = await reaches(path, {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data; boundary=x" },
      body: Buffer.alloc(2 * megabyte),
    });
    expect([answer.status, answer.headers["content-type"]]).toEqual([413, "application/json; charset=utf-8"]);
  });

  test.each(["/api/../users/3", "/api/users/../../orders/import", "/orders/%69mport/"])(
    "a form with files may be as long as elsewhere at %s, which is no address of the API",
    async (path) => {
      const answer = await reaches(path, {
        method: "POST",
        headers: { cookie, "content-type": "multipart/form-data; boundary=x" },
        body: Buffer.alloc(2 * megabyte),
      });
      expect([answer.status, answer.reached]).toEqual([200, `POST ${path}`]);
    },
  );

  test("request bodies that are too large get 413 in JSON from the API", async () => {
    const answer = await reaches("/api/users", {
      method: "POST",
      headers: { cookie, "content-type": "application/json" },
      body: "[".repeat(megabyte + 1),
    });
    expect(answer.status).toBe(413);
    expect(answer.reached).toBeUndefined();
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringContaining("1 MB") as string });
    expect((await reaches("/apiary", { method: "POST", body: "[".repeat(megabyte + 1) })).reached).toBe(
      "POST /too-large?mb=1",
    );
  });

  test("request bodies of unknown length are refused with 411", async () => {
    const answer = await reaches("/login", {
      method: "POST",
      headers: { cookie, "content-type": form, "transfer-encoding": "chunked" },
      body: "a=1",
    });
    expect(answer.status).toBe(411);
    expect(answer.reached).toBeUndefined();
  });

  test("are read to the end when a page answers without them, because browsers wait for that", async () => {
    const answer = await ask("/unread", {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data; boundary=x" },
      body: Buffer.alloc(7 * megabyte),
    });
    expect(answer.status).toBe(200);
    await unread.promise;
  });

  test("request bodies that are announced as huge but not sent are refused immediately", async () => {
    const answer = await raw(`POST /api/users HTTP/1.1\r\nHost: portico.test\r\nContent-Length: 99999999999\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1.1 413/);
  });
});

describe("static files", () => {
  test("are compressed as tightly as the browser supports", async () => {
    const packed = await ask("/assets/entry-1a2b3c.js", { headers: { "accept-encoding": "gzip, deflate, br" } });
    expect(packed.headers).toMatchObject({
      "content-encoding": "br",
      vary: "Accept-Encoding",
      "content-type": expect.stringContaining("javascript") as string,
    });
    expect(brotliDecompressSync(packed.body).toString()).toBe(script);

    const older = await ask("/assets/entry-1a2b3c.js", { headers: { "accept-encoding": "gzip" } });
    expect(older.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(older.body).toString()).toBe(script);

    const plain = await ask("/assets/entry-1a2b3c.js");
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.text).toBe(script);
  });

  test("are cached for ever if named by content, otherwise for an hour, and missing ones are not cached", async () => {
    expect((await ask("/assets/entry-1a2b3c.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await ask("/robots.txt")).headers["cache-control"]).toBe("public, max-age=3600");
    const missing = await reaches("/assets/old-999.js", {});
    expect(missing).toMatchObject({ status: 404, reached: undefined });
    expect(missing.headers["cache-control"]).toBe("no-store");
  });

  test("static files that are refused are refused in plain text, whatever their compression", async () => {
    for (const [name, value] of [
      ["range", "bytes=999999-"],
      ["if-match", '"another"'],
    ] as const) {
      const { status, headers, text } = await ask("/assets/entry-1a2b3c.js", {
        headers: { "accept-encoding": "br, gzip", [name]: value },
      });
      expect(status).toBeGreaterThanOrEqual(412);
      expect([headers["content-encoding"], text]).toEqual([undefined, "This request could not be understood.\n"]);
    }
  });

  test("static files that are not compressed are sent unchanged", async () => {
    const { status, headers, text } = await ask("/robots.txt", { headers: { "accept-encoding": "gzip, br" } });
    expect({ status, encoding: headers["content-encoding"], text }).toEqual({
      status: 200,
      encoding: undefined,
      text: "User-agent: *\n",
    });
  });

  test("static files that a new build has removed are refused with a message, compressed or not", async () => {
    const swept = mkdtempSync(join(tmpdir(), "portico-swept-"));
    for (const name of ["logo.svg", "logo.svg.gz"]) writeFileSync(join(swept, name), "x");
    const app = createApp({
      pages: (_, res) => void res.status(500).end(),
      files: staticFiles(swept),
      health: (_, res) => void res.end(),
    });
    rmSync(swept, { recursive: true });
    const { ask } = await serving(app);
    for (const packing of ["gzip", "identity"]) {
      const { status, headers, text } = await ask("/logo.svg", { headers: { "accept-encoding": packing } });
      expect([status, headers["content-type"], headers["content-encoding"], text]).toEqual([
        404,
        "text/plain; charset=utf-8",
        undefined,
        "There is no such file.\n",
      ]);
    }
  });

  test("are not folders, and accept no forms", async () => {
    expect((await reaches("/assets", {})).reached).toBe("GET /assets");
    const posted = await reaches("/assets/entry-1a2b3c.js", { method: "POST", headers: { "accept-encoding": "br" } });
    expect({ reached: posted.reached, encoding: posted.headers["content-encoding"] }).toEqual({
      reached: "POST /assets/entry-1a2b3c.js",
      encoding: undefined,
    });
  });

  test("outside their folder are not served", async () => {
    for (const path of ["/assets/../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd"]) {
      expect((await ask(path)).text).not.toContain("root:");
    }
  });
});

test("pages are compressed with gzip, unless the client does not support it", async () => {
  const packed = await ask("/", { headers: { "accept-encoding": "br, gzip" } });
  expect(packed.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(packed.body).toString()).toContain("Hello");
  expect((await ask("/", { headers: { "accept-encoding": "br" } })).headers["content-encoding"]).toBeUndefined();
});

test("a request that another layer finds malformed gets 4xx, and a response that broke off is not finished", async () => {
  const damaged = await ask("/garbled");
  expect(damaged.status).toBe(400);
  expect(damaged.text).not.toContain("secret");
  await expect(ask("/half")).rejects.toThrow();
});

test("an unexpected error shows a message with the request's reference, and no details", async () => {
  const page = await ask("/boom");
  expect(page.status).toBe(500);
  expect(page.text).toContain(page.headers["x-request-id"]);
  expect(page.text).not.toContain("secret");
});
