// `npm run bench -- --crowd`: measures how long others wait during many failed logins, searches, uploads of large
// pictures, slow downloads or open streams (`-- --crowd logins,searches` runs only some). The others use new
// connections.
import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { startApp } from "../../scripts/app.mjs";
import { fail, paths, printLine } from "../../scripts/messages.mjs";
import { line, memory, part } from "./traffic.mjs";

/** @typedef {Awaited<ReturnType<typeof startApp>>} App */

const only = process.argv[process.argv.indexOf("--crowd") + 1];
const acts = only?.split(",") ?? ["rest", "logins", "searches", "pictures", "downloads", "streams", "rest"];
const maxMilliseconds = 300;
const accounts = ["demo@portico.example", "amara.okafor@example.com", "elena.petrova@example.com"];

/** Prints the table and returns whether no request waited too long. */
export async function benchCrowd() {
  const dataDir = mkdtempSync(join(tmpdir(), "portico-"));
  const args = ["--import", "tsx", "seed.ts", "--orders", "60000"];
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "" };
  if (spawnSync(process.execPath, args, { cwd: paths.root, env, stdio: "inherit" }).status !== 0)
    fail("The sample could not be made.");
  const app = await startApp({ dataDir, env: { TRUST_PROXY: "1" } });
  try {
    const cookies = [];
    for (const email of accounts) cookies.push(await logIn(app, email, "127.0.0.1"));
    const [cookie = ""] = cookies;
    for (let turn = 0; turn < 20; turn++) for (const path of reads) await get(app, path, cookie);
    printLine(`Milliseconds that others waited (${reads.join(", ")}, logging in), each over a new connection.`);
    line("", "seconds", "answers", "p50", "p99", "max", "login max", "memory MB", "most MB");
    const before = memory(app, "RssAnon");
    const slow = [];
    for (const act of acts) slow.push(...(await during(app, act, cookies)));
    await pause(60_000);
    printLine(
      `Memory without pages of files: ${before} MB before, ${memory(app, "RssAnon")} MB a minute after; at most 60 MB more are expected.`,
    );
    for (const one of slow.slice(0, 30)) printLine(`! ${one}`);
    return slow.length === 0;
  } finally {
    await app.remove();
  }
}

const reads = ["/health", "/users", "/orders", "/support/tickets"];

/** @param {App} app @param {string} act @param {string[]} cookies */
async function during(app, act, cookies) {
  const worker = new Worker(new URL("crowd.mjs", import.meta.url), {
    workerData: { url: app.url, act, cookies: cookies.slice(1) },
  });
  const ended = new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
  const begun = performance.now();
  const [read, login] = [
    repeat(100, (turn) => get(app, reads[turn % reads.length] ?? "", cookies[0] ?? "")),
    repeat(1_000, (turn) => logIn(app, accounts[0] ?? "", `127.0.${turn % 200}.77`, cookies[0])),
  ];
  const statuses = await ended;
  const seconds = (performance.now() - begun) / 1000;
  const [reading, logins] = [await read.stop(), await login.stop()];
  line(
    act,
    seconds.toFixed(1),
    reading.length,
    part(reading, 0.5),
    part(reading, 0.99),
    part(reading, 1),
    part(logins, 1),
    memory(app, "VmRSS"),
    memory(app, "VmHWM"),
    JSON.stringify(statuses),
  );
  await pause(2_000);
  return [...reading, ...logins]
    .filter((wait) => wait > maxMilliseconds)
    .map((wait) => `${act}: ${Math.round(wait)} ms`);
}

/**
 * Starts `act` every `every` milliseconds, whether or not the previous one has ended.
 * @param {number} every @param {(turn: number) => Promise<unknown>} act
 */
function repeat(every, act) {
  /** @type {number[]} */
  const waits = [];
  /** @type {Promise<void>[]} */
  const open = [];
  let turn = 0;
  const begin = () => {
    const at = performance.now();
    open.push(act(turn++).then(() => void waits.push(performance.now() - at)));
  };
  const timer = setInterval(begin, every);
  return { stop: async () => (clearInterval(timer), await Promise.all(open), waits) };
}

/** @param {App} app @param {string} path @param {string} cookie */
async function get(app, path, cookie) {
  const { status } = await send(app, { path, headers: { cookie } });
  if (status !== 200) fail(`${path} was answered with ${status}.`);
}

/**
 * Logs in and returns the cookies. With those of an earlier login, the browser is a known one.
 * @param {App} app @param {string} email @param {string} address @param {string} [earlier]
 */
async function logIn(app, email, address, earlier = "") {
  const body = new URLSearchParams({ email, password: "portico-demo" }).toString();
  const cookie = earlier.replace(/(^|; )session[^;]*/, "");
  const headers = {
    "content-type": "application/x-www-form-urlencoded",
    "content-length": body.length,
    "x-forwarded-for": address,
    ...(cookie && { cookie }),
  };
  const { status, cookies } = await send(app, { path: "/login", headers, body });
  if (status !== 302 && status !== 303) fail(`Logging in was answered with ${status}.`);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}

/** @param {App} app @param {{ path: string, headers: import("node:http").OutgoingHttpHeaders, body?: string }} sent */
function send(app, { path, headers, body }) {
  return new Promise((resolve, reject) => {
    request(app.url + path, { method: body ? "POST" : "GET", headers, agent: false }, (answer) => {
      answer
        .resume()
        .on("end", () => resolve({ status: answer.statusCode ?? 0, cookies: answer.headers["set-cookie"] ?? [] }));
    })
      .on("error", reject)
      .end(body);
  });
}
