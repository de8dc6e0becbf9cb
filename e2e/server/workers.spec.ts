/**
 * Several processes that serve together: changes by one are visible in the others, and the end of one loses nothing.
 */
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { appEnvironment, freePort, type RunningApp, startApp } from "../../scripts/app.mjs";
import { pagesInside } from "../../scripts/areas.mjs";
import { paths } from "../../scripts/messages.mjs";
import { demo, expect, test } from "../support";
import { newUser, signIn } from "./people";

let app: RunningApp;
let cookie: string;

test.beforeAll(async () => {
  app = await startApp({ env: { WORKERS: "3", LOG_LEVEL: "info" } });
  await expect.poll(() => workers().map(({ role }) => role)).toEqual(["writer", "reader", "reader"]);
  cookie = await signIn(app);
});
test.afterAll(() => app?.remove());

interface Answer {
  status: number;
  cookies: string[];
  body: string;
}

/** Time limit for a response, in milliseconds; a process that ended is replaced within two seconds. */
const patience = 12_000;
const noAnswer = "no answer came";

/** Returns a client with one connection, which stays with one process. */
function client(cookies = cookie) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return (path: string, method = "GET", body?: object) =>
    new Promise<Answer>((resolve, reject) => {
      const isForm = body instanceof URLSearchParams;
      const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
      const headers = { cookie: cookies, ...(body && { "content-type": type }) };
      const sent = request(app.url + path, { agent, method, headers }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
        const { statusCode: status = 0, headers } = answer;
        answer
          .on("error", reject)
          .on("end", () => resolve({ status, cookies: headers["set-cookie"] ?? [], body: text }));
      });
      sent.setTimeout(patience, () => sent.destroy(new Error(noAnswer)));
      sent.on("error", reject).end(isForm ? String(body) : body && JSON.stringify(body));
    });
}

/** Returns the log entries with this message. */
const logged = (message: string) =>
  app
    .output()
    .split("\n")
    .filter((line) => line.startsWith("{"))
    .map((line) => JSON.parse(line) as { pid: number; msg: string; path?: string; role?: string })
    .filter(({ msg }) => msg === message);

/** Returns the processes that are serving. */
const workers = () => logged("listening").filter(({ pid }) => isAlive(pid));
const pids = () => workers().map(({ pid }) => pid);

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Returns the id of the process that handled a request for this path. */
async function processThatAnswered(path: string): Promise<number> {
  const lines = () => logged("request").filter((line) => line.path === path);
  await expect.poll(lines).toHaveLength(1);
  return lines()[0]!.pid;
}

/** Returns one client per process, the writer's last. */
async function clientOfEach(cookies = cookie): Promise<ReturnType<typeof client>[]> {
  const clients = new Map<number, ReturnType<typeof client>>();
  for (let number = 0; number < 3; number++) {
    const [ask, path] = [client(cookies), `/nowhere-${randomUUID()}`];
    await ask(path);
    clients.set(await processThatAnswered(path), ask);
  }
  expect(clients.size, "each of another process").toBe(3);
  const writer = workers().find(({ role }) => role === "writer")?.pid;
  return [...clients].sort(([one], [other]) => Number(one === writer) - Number(other === writer)).map(([, ask]) => ask);
}

test("another time zone of the company counts in every process with the next request", async () => {
  const clients = await clientOfEach();
  const save = async (timeZone: string) => {
    const fields = { revision: "1", name: "Portico", paymentTerm: "14", timeZone };
    const { status } = await clients[0]!("/settings/company", "POST", new URLSearchParams(fields));
    expect(status).toBe(303);
  };
  await save("Pacific/Kiritimati");
  for (const ask of clients) expect((await ask("/calendar")).body).toContain("Days are those of Pacific/Kiritimati");
});

test("connections that come at once go to all processes", async () => {
  const paths = Array.from({ length: 12 }, (_, number) => `/nowhere-${number}`);
  await Promise.all(paths.map((path) => client()(path)));
  const answered = await Promise.all(paths.map(processThatAnswered));
  for (const pid of pids()) expect(answered.filter((one) => one === pid).length).toBeGreaterThanOrEqual(2);
});

test("a change made in one process is visible in all others on the next request", async () => {
  const clients = await clientOfEach();
  const ask = clients[0]!;
  const made = await ask("/api/users", "POST", newUser(0));
  expect(made.status).toBe(200);
  const { id } = (JSON.parse(made.body) as { user: { id: number } }).user;
  for (let turn = 0; turn < 300; turn++) {
    const [one, other] = [clients[turn % 3]!, clients[Math.floor(turn / 3) % 3]!];
    expect((await one("/api/users", "PUT", { id, address: `Town ${turn}` })).status).toBe(200);
    const read = await other(`/api/users?id=${id}`);
    expect(JSON.parse(read.body)).toMatchObject({ address: `Town ${turn}` });
  }
});

test("a stream tells what was changed by way of another process", async () => {
  const streams = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const answer = await fetch(`${app.url}/live`, { headers: { cookie, accept: "text/event-stream" } });
      return answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    }),
  );
  const heard = streams.map(async (stream) => {
    for (let text = ""; ;) {
      const { value, done } = await stream.read();
      if (done) return text;
      text += value;
      if (text.includes("Streamed Person")) return text;
    }
  });
  const another = client(await signIn(app, { ...demo, email: "amara.okafor@example.com" }));
  const order = { customer: { name: "Streamed Person" }, items: [{ name: "Lamp", price: 12, quantity: 1 }] };
  expect((await another("/api/orders", "POST", order)).status).toBe(200);
  for (const text of await Promise.all(heard)) expect(text).toContain("Streamed Person");
  for (const stream of streams) await stream.cancel();
});

test("whichever process is killed, what was acknowledged stays, and the server goes on", async () => {
  let number = 100;
  const acknowledged: number[] = [];
  const problems: string[] = [];
  const failed = ({ message }: Error) => void problems.push(message);
  let isOver = false;
  const load = Array.from({ length: 4 }, async () => {
    while (!isOver) {
      const mine = number++;
      const answer = await client()("/api/users", "POST", newUser(mine)).catch(failed);
      if (answer?.status === 200) acknowledged.push(mine);
      await client()("/users").catch(failed);
    }
  });
  for (let round = 0; round < 6; round++) {
    const victim = pids()[round % 3]!;
    process.kill(victim, "SIGKILL");
    await expect.poll(() => pids().filter((pid) => pid !== victim).length, { timeout: 20_000 }).toBe(3);
    const since = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(since + 5);
  }
  isOver = true;
  await Promise.all(load);
  expect(problems).not.toContain(noAnswer);
  const all = JSON.parse((await client()("/api/users")).body) as { email: string }[];
  const emails = new Set(all.map(({ email }) => email));
  expect(acknowledged.filter((one) => !emails.has(newUser(one).email))).toEqual([]);
  expect((await client()("/health")).status).toBe(200);
});

test("a sign-in sets its cookies by way of every process", async () => {
  for (const ask of await clientOfEach("")) {
    const { status, cookies } = await ask("/login", "POST", new URLSearchParams({ ...demo }));
    const names = [expect.any(String), expect.any(String), expect.any(String)];
    expect([status, cookies.map((line) => line.split("=")[0])]).toEqual([303, names]);
  }
});

test("a response before the body was read leaves the connection usable", async () => {
  const much = { name: "x".repeat(8 * 1024 * 1024) };
  for (const ask of await clientOfEach("")) {
    for (let turn = 0; turn < 3; turn++) {
      expect((await ask("/api/users", "POST", much)).status).toBe(413);
      expect((await ask("/users/import", "POST", new URLSearchParams(much))).status).toBe(303); // to the login page
      expect((await ask("/login")).status).toBe(200);
    }
  }
});

test("an address is the same however it is spelled", async () => {
  const readers = workers().flatMap(({ pid, role }) => (role === "reader" ? [pid] : []));
  for (const ask of await clientOfEach())
    for (const path of ["/users/bulk/", "/users/BULK", "/users/bul%6B", "/JOBS/x", "/imports/", "/Undo"])
      await ask(path);
  const ofReaders = logged("request").filter(({ pid }) => readers.includes(pid));
  expect(ofReaders.filter(({ path }) => /bulk|bul%6b|jobs|imports|undo/i.test(path ?? ""))).toEqual([]);
});

test("what any page changes as it is looked at is done by the one process that changes the database", async () => {
  const inbox = JSON.parse((await client()("/live")).body) as Record<string, { items: { href: string }[] }>;
  const told = ["notifications", "messages"].flatMap((box) => inbox[box]!.items.map(({ href }) => href));
  expect(told.length).toBeGreaterThan(0);
  const files = ["/orders.csv", "/users.json", "/settings/data.zip", "/support/faqs/1", "/support/suggest?q=refund"];
  const addresses = [...told, ...pagesInside, ...files, "/api/orders", "/search/suggest?q=lamp", "/views/counts"];
  const priya = await signIn(app, { ...demo, email: "priya.raman@example.com" });
  for (const cookies of [cookie, priya]) {
    const [askReader] = await clientOfEach(cookies);
    for (const address of addresses) expect((await askReader!(address)).status, address).toBeLessThan(500);
  }
  expect(logged("an address that readers answer changes the database")).toEqual([]);
});

test("a second server refuses the same folder", async () => {
  const env = { ...appEnvironment({ port: await freePort(), dataDir: app.dataDir }), WORKERS: "2" };
  const second = spawnSync(process.execPath, [paths.server], { env, encoding: "utf8", timeout: 60_000 });
  expect(second.status).toBe(1);
  expect(second.stderr).toContain("Another server is running");
});

test("a stop ends all of them, and the streams first", async () => {
  expect(pids()).toHaveLength(3);
  const stream = await fetch(`${app.url}/live`, { headers: { cookie, accept: "text/event-stream" } });
  expect(await app.stop()).toEqual({ code: 0, signal: null });
  expect(await stream.text()).toContain("data: ");
  expect(pids()).toEqual([]);
});
