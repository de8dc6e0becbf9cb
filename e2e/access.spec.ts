import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { join } from "node:path";
import type { RouteConfigEntry } from "@remix-run/route-config";
import routes from "../app/routes";
import { addUser, demo, expect, logIn, newPerson, type Person, site, test, unique } from "./support";

/** A request of exactly these bytes: no browser, no cookies but these, no redirect followed. */
const send = (path: string, init: RequestInit = {}) => fetch(site + path, { redirect: "manual", ...init });

interface Route {
  path: string;
  id: string;
  reads: boolean;
  changes: boolean;
}

/** The files of routes that are open to everybody. A route that is not named here has to be closed. */
const open = /^(auth|status|icons|design)\/|^(home\/home|shell\/layout|shell\/preferences|files\/avatar)\.tsx?$/;

/** Every other route of `app/routes.ts`. Ids in it exist. */
const closed = closedRoutes(routes);

function closedRoutes(entries: RouteConfigEntry[], parent = ""): Route[] {
  return entries.flatMap(({ path, file, id, children = [] }) => {
    const whole = [parent, path].filter(Boolean).join("/");
    const source = readFileSync(join(import.meta.dirname, "../app", file), "utf8");
    const has = (name: string) => source.includes(`export async function ${name}(`);
    const route = { path: `/${whole.replace(":id", "4").replace(/:\w+/g, "x")}`, id: id ?? file.replace(/\.tsx?$/, ""), reads: has("loader"), changes: has("action") };
    return [...(open.test(file) ? [] : [route]), ...closedRoutes(children, whole)];
  });
}

/** What only people who are signed in may read: names and addresses of the sample. */
const secret = /@example\.com|demo@portico\.example|Priya|Amara|Halvorsen/;

async function session(person: Person): Promise<string> {
  const answer = await send("/login", { method: "POST", body: new URLSearchParams({ email: person.email, password: person.password }) });
  expect(answer.status).toBe(303);
  return answer.headers.getSetCookie().map((line) => line.split(";")[0]).join("; ");
}

/** Everything that somebody else could have changed. */
async function everything(cookie: string) {
  const users = await (await send("/api/users", { headers: { cookie } })).text();
  const activity = await (await send("/activity.json", { headers: { cookie } })).text();
  return { users, activity };
}

/** Cookies that open nothing (any more). */
const outsiders: Record<string, () => Promise<string>> = {
  "a visitor": async () => "",
  "a session that was ended": async () => {
    const cookie = await session(demo);
    expect((await send("/users", { headers: { cookie } })).status).toBe(200);
    await send("/logout", { method: "POST", headers: { cookie }, body: new URLSearchParams() });
    return cookie;
  },
  "a session of somebody who was banned": async () => {
    const person = await newPerson("Barry");
    const [theirs, mine] = [await session(person), await session(demo)];
    expect((await send("/users", { headers: { cookie: theirs } })).status).toBe(200);
    const [found] = (await (await send(`/api/users?q=${person.name}`, { headers: { cookie: mine } })).json()) as { id: number }[];
    await send(`/users/${found?.id}/status`, { method: "POST", headers: { cookie: mine }, body: new URLSearchParams({ status: "Banned" }) });
    return theirs;
  },
  "a made-up session": async () => (await session(demo)).replace(/=[\w%.-]+/, `=${"A".repeat(60)}`),
};

test("the routes are found that this file is about", () => {
  const paths = closed.map(({ path }) => path);
  expect(paths).toEqual(expect.arrayContaining(["/users", "/users/4", "/users/bulk", "/users.csv", "/activity", "/undo", "/files/4", "/api/users"]));
});

for (const [who, cookieOf] of Object.entries(outsiders)) {
  test(`${who} reads nothing that is protected, by document, data, one route's data, file or API`, async () => {
    const cookie = await cookieOf();
    for (const { path, id } of closed.filter(({ reads }) => reads)) {
      const whole = await send(path, { headers: { cookie } });
      if (path.startsWith("/api/")) expect({ path, status: whole.status, body: await whole.json() }).toEqual({ path, status: 401, body: { message: "Unauthorized" } });
      else expect({ path, status: whole.status, to: whole.headers.get("location") }).toEqual({ path, status: 302, to: `/login?${new URLSearchParams({ from: path })}` });

      const parts = [`${path}.data`, `${path}.data?_routes=${encodeURIComponent(id)}`, `${path}.data?_routes=${encodeURIComponent(`root,shell/layout,${id}`)}`, `${path}.data?_routes=`];
      for (const part of parts) {
        const text = await (await send(part, { headers: { cookie } })).text();
        expect({ part, secret: secret.exec(text)?.[0] }).toEqual({ part, secret: undefined });
      }
    }
  });

  test(`${who} changes nothing`, async () => {
    const [cookie, mine] = [await cookieOf(), await session(demo)];
    const before = await everything(mine);
    const body = () => new URLSearchParams({ ids: "4", act: "delete", status: "Banned", name: "Mallory", email: "mallory@evil.example", role: "IT Support" });
    for (const { path } of closed.filter(({ changes }) => changes)) {
      for (const address of [path, `${path}.data`]) {
        const answer = await send(address, { method: "POST", headers: { cookie }, body: body() });
        expect({ address, refused: [202, 302, 303, 401].includes(answer.status) }).toEqual({ address, refused: true });
      }
    }
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await send("/api/users?id=4", { method, headers: { cookie, "content-type": "application/json" }, body: JSON.stringify({ id: 4, ids: [4], name: "Mallory" }) });
      expect({ method, status: answer.status }).toEqual({ method, status: 401 });
    }
    expect(await everything(mine)).toEqual(before);
  });
}

test("what is protected answers somebody who is signed in", async () => {
  const cookie = await session(demo);
  for (const path of ["/users", "/users/4", "/users.data", "/users.csv", "/api/users"]) {
    const answer = await send(path, { headers: { cookie } });
    expect({ path, status: answer.status, found: secret.test(await answer.text()) }).toEqual({ path, status: 200, found: true });
  }
});

const strangers: Record<string, string>[] = [
  { origin: "https://evil.example" },
  { origin: "null" },
  { origin: "not an origin" },
  { origin: `${site}.evil.example` },
  { origin: site, "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
];

test("a change that another site sends is refused in all its forms, and changes nothing", async ({ request }) => {
  await logIn(request, demo);
  const user = await addUser(request);
  const cookie = await session(demo);
  const changing = [...closed.filter(({ changes }) => changes).map(({ path }) => path.replace("/4", `/${user.id}`)), "/login", "/register", "/forget-password", "/email-verification", "/logout", "/session", "/preferences"];
  const before = await everything(cookie);
  for (const headers of strangers) {
    for (const path of changing) {
      const ways = path.startsWith("/api/") ? ["POST", "PUT", "DELETE"] : ["POST"];
      for (const address of path.startsWith("/api/") ? [path] : [path, `${path}.data`]) {
        for (const method of ways) {
          const body = new URLSearchParams({ ids: String(user.id), act: "delete", status: "Banned", name: "Mallory", email: `${unique("m")}@evil.example`, theme: "dark" });
          // What fetch may not send, node's own client does.
          const status = await raw(method, address, { ...headers, cookie, "content-type": "application/x-www-form-urlencoded" }, String(body));
          expect({ address, method, headers, status }).toEqual({ address, method, headers, status: 403 });
        }
      }
    }
  }
  expect(await everything(cookie)).toEqual(before);
});

test("the parameter with which Remix runs a single loader or action is refused", async () => {
  const cookie = await session(demo);
  for (const path of ["/users?_data=users%2Flist", "/users?%5Fdata=users%2Flist", "/users?q=x&_data", "/api/users?_data=users%2Fapi", `/users?${"a=1&".repeat(1500)}_data=users%2Flist`]) {
    expect({ path, status: (await send(path, { headers: { cookie } })).status }).toEqual({ path, status: 400 });
    expect({ path, status: (await send(path, { method: "POST", headers: { cookie }, body: new URLSearchParams() })).status }).toEqual({ path, status: 400 });
  }
});

test("odd methods, hosts and addresses are answered, and never with a 500", async () => {
  const odd: [string, string, Record<string, string>, number][] = [
    ["TRACE", "/", {}, 405],
    ["PROPFIND", "/users", {}, 405],
    ["GET", "/", { host: "evil.example" }, 400],
    ["GET", "/", { host: "127.0.0.1:99999" }, 400],
    ["GET", "/%E0%A4%A", {}, 400],
    ["GET", "//evil.example/", {}, 400],
  ];
  for (const [method, path, headers, status] of odd) expect({ method, path, headers, status: await raw(method, path, headers) }).toEqual({ method, path, headers, status });
});

test("every answer has the headers that keep a browser in bounds", async () => {
  const cookie = await session(demo);
  const html = await (await send("/login")).text();
  const asset = /(?:href|src)="(\/assets\/[^"]+\.(?:js|css))"/.exec(html)?.[1] ?? "";
  const answers = ["/", "/login", "/users", "/users.data", "/users/999999", "/api/users", "/api/users?id=999999", "/no-such-page", "/assets/no-such-file.js", "/users?_data=x", "/users.csv", "/icons/lucide.json?icons=x", "/samples/users/1.svg", "/health", asset];
  for (const path of answers) {
    const { headers } = await send(path, { headers: { cookie } });
    const policy = headers.get("content-security-policy") ?? "";
    expect({ path, nosniff: headers.get("x-content-type-options"), frame: headers.get("x-frame-options"), powered: headers.get("x-powered-by") }).toEqual({ path, nosniff: "nosniff", frame: "DENY", powered: null });
    expect(policy, path).toMatch(/script-src 'self' 'nonce-[\w+/=-]{16,}'/);
    expect(policy, path).not.toContain("unsafe");
    for (const part of ["default-src 'self'", "style-src 'self'", "object-src 'none'", "base-uri 'self'", "frame-ancestors 'none'", "form-action 'self'"]) expect(policy, path).toContain(part);
    expect(headers.get("cross-origin-opener-policy"), path).toBe("same-origin-allow-popups");
    expect(headers.get("permissions-policy"), path).toContain("camera=()");
    expect(headers.get("referrer-policy"), path).toBeTruthy();
  }
});

test("each page's script may run by a nonce of its own, and what people see is kept by nobody", async () => {
  const cookie = await session(demo);
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

function raw(method: string, path: string, headers: Record<string, string>, body = ""): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const url = new URL(site);
    const sent = httpRequest({ hostname: url.hostname, port: url.port, method, path, headers: { ...headers, "content-length": Buffer.byteLength(body) } }, (answer) => {
      answer.resume().on("end", () => resolve(answer.statusCode));
    });
    sent.on("error", reject).end(body);
  });
}
