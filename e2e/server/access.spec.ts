/** Properties of every response, for any client. Permissions are tested in `permissions/matrix.spec.ts`. */
import { readdirSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { demo, expect, site, test } from "../support";
import { signIn } from "./people";

/** Sends a request without following redirects. */
const send = (path: string, init: RequestInit = {}) => fetch(site() + path, { redirect: "manual", ...init });

test("odd methods, hosts and addresses are answered, and never with a 500", async () => {
  const odd: [string, string, Record<string, string>, number][] = [
    ["TRACE", "/", {}, 405],
    ["PROPFIND", "/users", {}, 405],
    ["GET", "/", { host: "evil.example" }, 400],
    ["GET", "/", { host: "127.0.0.1:99999" }, 400],
    ["GET", "/%E0%A4%A", {}, 400],
    ["GET", "//evil.example/", {}, 400],
  ];
  for (const [method, path, headers, status] of odd)
    expect({ method, path, headers, status: await raw(method, path, headers) }).toEqual({
      method,
      path,
      headers,
      status,
    });
});

test("the design page is not in the production build", async () => {
  expect((await send("/design")).status).toBe(404);
  expect(readdirSync("build/client/assets").filter((name) => name.startsWith("design-"))).toEqual([]);
});

test("every answer has the headers that keep a browser in bounds", async () => {
  const cookie = await signIn({ url: site() }, demo);
  const html = await (await send("/login")).text();
  const asset = /(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/.exec(html)?.[1] ?? "";
  const answers = [
    "/",
    "/login",
    "/users",
    "/users.data",
    "/users/999999",
    "/api/users",
    "/api/users?id=999999",
    "/no-such-page",
    "/assets/no-such-file.js",
    "/users?_data=x",
    "/users.csv",
    "/icons/lucide.json?icons=x",
    "/samples/users/1.svg",
    "/health",
    asset,
  ];
  for (const path of answers) {
    const { headers } = await send(path, { headers: { cookie } });
    const policy = headers.get("content-security-policy") ?? "";
    expect({
      path,
      nosniff: headers.get("x-content-type-options"),
      frame: headers.get("x-frame-options"),
      powered: headers.get("x-powered-by"),
    }).toEqual({ path, nosniff: "nosniff", frame: "DENY", powered: null });
    expect(policy, path).toMatch(/script-src 'self' 'nonce-[\w+/=-]{16,}'/);
    expect(policy, path).not.toContain("unsafe");
    for (const part of [
      "default-src 'self'",
      "style-src 'self'",
      "object-src 'none'",
      "base-uri 'self'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy, path).toContain(part);
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin-allow-popups");
    expect(headers.get("permissions-policy"), path).toContain("camera=()");
    expect(headers.get("referrer-policy"), path).toBeTruthy();
  }
});

test("each page has its own script nonce and is stored by no cache", async () => {
  const cookie = await signIn({ url: site() }, demo);
  const nonces = new Set<string>();
  for (const path of ["/users", "/users", "/login", "/no-such-page"]) {
    const answer = await send(path, { headers: { cookie: path === "/users" ? cookie : "" } });
    const nonce = /'nonce-([^']+)'/.exec(answer.headers.get("content-security-policy") ?? "")?.[1] ?? "";
    const html = await answer.text();
    for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
    expect(html).not.toMatch(/\sstyle="|\son\w+="/);
    expect(answer.headers.get("cache-control")).toContain("no-store");
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(4);
  expect((await send("/users.data", { headers: { cookie } })).headers.get("cache-control")).toContain("no-store");
});

test("an address that only accepts forms shows refusals on a page with a link back", async () => {
  const cookie = await signIn({ url: site() }, demo);
  const forms: [path: string, body: string, status: number, sentence: string][] = [
    ["/orders/1/status", "status=Lost", 400, "Choose a status."],
    ["/users/bulk", "ids=6", 400, "Choose what to do with the selected users."],
    ["/reviews/1/vote", "vote=love", 400, "Choose whether the review helped."],
    ["/reviews/9999/vote", "vote=like", 404, "Review not found"],
    ["/products/9999/duplicate", "", 404, "Product not found"],
    ["/orders/9999/invoice", "", 404, "Order not found"],
    ["/users/9999/trash", "", 404, "User not found"],
    ["/users/9999/restore", "", 404, "User not found"],
  ];
  for (const [path, body, status, sentence] of forms) {
    const answer = await send(path, {
      method: "POST",
      headers: { cookie, "Content-Type": "application/x-www-form-urlencoded" },
      body,
    });
    const html = await answer.text();
    expect({ path, status: answer.status, type: answer.headers.get("content-type") }).toEqual({
      path,
      status,
      type: "text/html; charset=utf-8",
    });
    expect(html, path).toContain(`<p>${sentence}</p>`);
    expect(html, path).toMatch(status === 400 ? />Go back<\/a>/ : />Back to home<\/a>/);
    expect(html, path).toContain('aria-label="Main"');
  }
});

test("a request that arrives slowly changes nothing once its session has ended", async () => {
  const amara = { ...demo, email: "amara.okafor@example.com" };
  const [slow, other] = [await signIn({ url: site() }, amara), await signIn({ url: site() }, amara)];
  const billing = async () =>
    ((await (await send("/api/orders?id=1", { headers: { cookie: other } })).json()) as { billing: string }).billing;
  const before = await billing();
  const body = JSON.stringify({ billing: "Nobody's Street 1" });
  const { hostname, port } = new URL(site());
  const answered = new Promise<number | undefined>((resolve, reject) => {
    const headers = { cookie: slow, "content-type": "application/json", "content-length": body.length };
    const sent = httpRequest({ hostname, port, method: "PATCH", path: "/api/orders?id=1", headers }, (answer) =>
      answer.resume().on("end", () => resolve(answer.statusCode)),
    );
    sent.on("error", reject).write(body.slice(0, 5));
    const logOutOthers = () =>
      send("/settings/security/sessions/end-others", { method: "POST", headers: { cookie: other } });
    setTimeout(() => void logOutOthers().then(() => sent.end(body.slice(5)), reject), 1_000);
  });
  expect([await answered, await billing()]).toEqual([401, before]);
});

function raw(method: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(site());
    const sent = httpRequest({ hostname, port, method, path, headers }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    sent.on("error", reject).end();
  });
}
