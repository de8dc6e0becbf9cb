/** The server process: start, stop, kill and restart. */
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "../support";
import { type RunningApp, startApp } from "../../scripts/app.mjs";
import { newUser, signIn } from "./people";

const apps: RunningApp[] = [];
test.afterEach(async () => {
  for (const app of apps.splice(0)) await app.remove();
});

async function start(options?: Parameters<typeof startApp>[0]): Promise<RunningApp> {
  const app = await startApp(options);
  apps.push(app);
  return app;
}

function addUser({ url }: RunningApp, cookie: string, number: number) {
  return fetch(`${url}/api/users`, {
    method: "POST",
    headers: { cookie, "content-type": "application/json" },
    body: JSON.stringify(newUser(number)),
  });
}

/** Connects and sends these bytes, then nothing more. */
async function stalledClient(port: number, bytes: string) {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => undefined);
  await new Promise((resolve) => socket.once("connect", resolve));
  socket.write(bytes);
}

test("stopping the server stores the page views of the last second", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "portico-visits-"));
  try {
    const before = await start({ dataDir });
    const browser = { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0", "accept-language": "is-IS" };
    expect((await fetch(`${before.url}/login`, { headers: browser })).status).toBe(200);
    expect(await before.stop("SIGTERM")).toEqual({ code: 0, signal: null });
    const after = await start({ dataDir });
    const answer = await fetch(`${after.url}/analytics/visits.json?country=Iceland`, {
      headers: { cookie: await signIn(after) },
    });
    expect(await answer.json()).toMatchObject([{ browser: "Firefox", country: "Iceland", pages: 1, person: null }]);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
});

test("a stop is clean and quick, also with clients that stall", async () => {
  const app = await start();
  const head = `Host: 127.0.0.1:${app.port}\r\n`;
  await stalledClient(app.port, "");
  await stalledClient(app.port, `GET / HTTP/1.1\r\n${head}X-Slow: `);
  await stalledClient(
    app.port,
    `POST /login HTTP/1.1\r\n${head}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nemail=`,
  );
  const begun = Date.now();
  expect(await app.stop("SIGTERM")).toEqual({ code: 0, signal: null });
  expect(Date.now() - begun).toBeLessThan(10_000);
});

test("a stop waits for no stream of events", async () => {
  const app = await start();
  const answer = await fetch(`${app.url}/live`, {
    headers: { accept: "text/event-stream", cookie: await signIn(app) },
  });
  expect(answer.headers.get("content-encoding")).toBeNull();
  const ended = answer.text();
  const begun = Date.now();
  expect(await app.stop()).toEqual({ code: 0, signal: null });
  expect(Date.now() - begun).toBeLessThan(2_500); // stalled streams are cut off after three seconds
  expect(await ended).toMatch(/^retry: 5000\n\n(data: .*\n\n)?$/);
});

test("an idle server stops at once", async () => {
  const app = await start();
  const begun = Date.now();
  expect(await app.stop("SIGINT")).toEqual({ code: 0, signal: null });
  expect(Date.now() - begun).toBeLessThan(2_000);
});

test("what was acknowledged before a kill is there after it, each once", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "portico-kill-"));
  const first = await start({ dataDir });
  const cookie = await signIn(first);
  const acknowledged: number[] = [];
  let killed: Promise<unknown> | undefined;
  const writer = async (from: number) => {
    for (let number = from; number < from + 5_000; number++) {
      const answer = await addUser(first, cookie, number);
      if (answer.status !== 200) throw new Error(`refused with ${answer.status}`);
      if (acknowledged.push(number) === 30) killed = first.stop("SIGKILL");
    }
  };
  const endings = await Promise.allSettled([0, 10_000, 20_000].map(writer));
  expect(endings.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]); // the kill came while they wrote
  await killed;

  const second = await start({ dataDir });
  const answer = await fetch(`${second.url}/api/users`, { headers: { cookie: await signIn(second) } });
  const emails = ((await answer.json()) as { email: string }[]).map(({ email }) => email);
  for (const number of acknowledged) expect(emails.filter((email) => email === newUser(number).email)).toHaveLength(1);
  rmSync(dataDir, { recursive: true, force: true });
});

test("two instances with their own port and folder do not meet", async () => {
  const [one, two] = [await start(), await start()];
  const cookies = { one: await signIn(one), two: await signIn(two) };
  expect((await addUser(one, cookies.one, 1)).status).toBe(200);
  const there = await fetch(`${two.url}/api/users`, { headers: { cookie: cookies.two } });
  expect(await there.json()).toHaveLength(20);
  const stranger = await fetch(`${two.url}/api/users`, { headers: { cookie: cookies.one } });
  expect(stranger.status).toBe(401);
});

test("a wrong setting stops the start with its sentence and no stack", async () => {
  await expect(startApp({ env: { TIME_ZONE: "Mars/Base", REGISTRATION: "everybody" } })).rejects.toThrow(
    /^The app did not start\.\nREGISTRATION must be open, approval or closed\.\nTIME_ZONE must be a time zone[^\n]*\n$/,
  );
});

test("the log names requests, and nothing that is private", async () => {
  const app = await start({ env: { LOG_LEVEL: "info" } });
  const cookie = await signIn(app);
  const answer = await fetch(`${app.url}/email-verification?oobCode=private-code&q=private-search`, {
    headers: { cookie },
    redirect: "manual",
  });
  await fetch(`${app.url}/login`, {
    method: "POST",
    body: new URLSearchParams({ email: "private@example.com", password: "private-password" }),
  });
  await app.stop();

  const lines = app
    .output()
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines).toContainEqual(
    expect.objectContaining({
      method: "GET",
      path: "/email-verification",
      status: answer.status,
      id: answer.headers.get("x-request-id"),
    }),
  );
  expect(app.output()).not.toMatch(/private-|portico-demo/);
  for (const secret of cookie.match(/[\w%-]{20,}/g) ?? []) expect(app.output()).not.toContain(secret);
});

test("every page comes with headers that its own script satisfies", async ({ page }) => {
  const refusals: string[] = [];
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) refusals.push(message.text());
  });
  for (const path of ["/", "/login", "/no-such-page"]) {
    await page.goto(path);
    await page.waitForLoadState("networkidle");
  }
  expect(refusals).toEqual([]);
});

test("a form that is too long is answered with a page that says so", async ({ request }) => {
  const answer = await request.post("/login", { form: { email: "a".repeat(1_100_000) } });
  expect(answer.status()).toBe(413);
  expect(await answer.text()).toContain("Too large to send");
});
