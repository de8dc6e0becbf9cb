// Concurrent reads, changes and logins during a benchmark of a large operation on
// a running app.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fail, printLine } from "../../scripts/messages.mjs";

/**
 * @typedef {{ url: string, pid: number, output: () => string, stop: (signal: NodeJS.Signals) => unknown, remove: () =>
 * Promise<void> }} App
 */
/** @typedef {{ status: number, location: string, text: string }} Answer */

/** Maximum waiting time of a read, in milliseconds. */
const maxMilliseconds = 100;

/** Interval between reads, in milliseconds; they start whether or not the previous one has a response. */
const readEvery = 50;
const reads = ["/users", "/orders", "/health"];

/**
 * Runs the steps on an app, with a rest before them and an undo of the last change after them. Prints how long other
 * requests waited during each, and returns whether no read waited too long. Removes the app and its data at the end.
 * @param {App} app
 * @param {(app: App) => Promise<string>} signIn
 * @param {[what: string, act: (ask: Ask) => Promise<unknown>][]} steps
 */
export async function measured(app, signIn, steps) {
  try {
    const ask = askAs(app, await signIn(app));
    const others = () => [
      reading(ask),
      repeating((turn) => change(ask, turn)),
      repeating(async () => void (await signIn(app))),
    ];
    await warm(ask);
    const before = memory(app, "VmRSS");
    /** @type {string[]} */
    const slow = [];
    slow.push(...(await watched(ask, "at rest", others, () => pause(5_000))));
    for (const [what, act] of steps) slow.push(...(await watched(ask, what, others, () => act(ask))));
    slow.push(...(await watched(ask, "undo", others, async () => await undone(ask, await latestChange(ask)))));
    printLine(`Memory of the process that was started: ${before} MB before, ${memory(app, "VmHWM")} MB at most.`);
    if (app.output()) printLine(`The app said:\n${app.output()}`);
    return noneWaited(slow);
  } finally {
    await app.remove();
  }
}

/** Warms up each process, whose first responses include compilation. @param {Ask} ask */
async function warm(ask) {
  for (const path of [...reads, ...reads]) await Promise.all(Array.from({ length: 16 }, () => ask("GET", path)));
  printLine(
    `Milliseconds of reads (${reads.join(", ")}, one each ${readEvery} ms) and of small changes and logins meanwhile.`,
  );
  line(
    "",
    "seconds",
    "of CPU",
    "reads",
    "read p99",
    "read max",
    "changes",
    "refused",
    "change max",
    "logins",
    "login max",
  );
}

/** @typedef {{ stop: () => Promise<{ took: number[], slow: string[], refused: number }> }} Other */

/**
 * Runs `act` during reads, changes and logins, prints how long these waited, and returns the reads that waited too
 * long.
 * @param {Ask} ask @param {string} what @param {() => Other[]} begin @param {() => Promise<unknown>} act
 */
async function watched(ask, what, begin, act) {
  const begun = { at: performance.now(), cpu: cpuOf(ask.app) };
  const others = begin();
  await act();
  const [seconds, cpu] = [(performance.now() - begun.at) / 1000, (cpuOf(ask.app) - begun.cpu).toFixed(1)];
  const [read, change, login] = await Promise.all(others.map((other) => other.stop()));
  if (!read || !change || !login) return [];
  line(
    what,
    seconds.toFixed(1),
    cpu,
    read.took.length,
    part(read.took, 0.99),
    part(read.took, 1),
    change.took.length,
    change.refused,
    part(change.took, 1),
    login.took.length,
    part(login.took, 1),
  );
  return read.slow.map((one) => `${what}: ${one}`);
}

/** @param {Ask} ask */
function reading(ask) {
  /** @type {number[]} */
  const took = [];
  /** @type {string[]} */
  const slow = [];
  /** @type {Set<Promise<void>>} */
  const open = new Set();
  const begun = performance.now();
  let turn = 0;
  const timer = setInterval(() => {
    const path = reads[turn++ % reads.length] ?? "";
    const at = performance.now();
    const one = ask("GET", path).then(({ status }) => {
      if (status !== 200) fail(`${path} was answered with ${status}.`);
      const wait = performance.now() - at;
      took.push(wait);
      if (wait > maxMilliseconds)
        slow.push(`${path} waited ${Math.round(wait)} ms, ${((at - begun) / 1000).toFixed(1)} s after the beginning`);
    });
    open.add(one);
    void one.finally(() => open.delete(one));
  }, readEvery);
  const stop = async () => (clearInterval(timer), await Promise.all(open), { took, slow, refused: 0 });
  return { stop };
}

/**
 * Repeats `act`, one second apart. Requests refused because they waited too long are included.
 * @param {(turn: number) => Promise<"refused" | void>} act
 * @returns {Other}
 */
function repeating(act) {
  let going = true;
  /** @type {number[]} */
  const took = [];
  let refused = 0;
  const done = (async () => {
    for (let turn = 0; going; turn++) {
      const at = performance.now();
      if ((await act(turn)) === "refused") refused++;
      took.push(performance.now() - at);
      for (let tenths = 0; tenths < 10 && going; tenths++) await pause(100);
    }
  })();
  return { stop: async () => ((going = false), await done, { took, slow: [], refused }) };
}

/** Makes a small change. @param {Ask} ask @param {number} turn @returns {Promise<"refused" | void>} */
async function change(ask, turn) {
  const { status } = await ask(
    "POST",
    "/api/users",
    undefined,
    JSON.stringify({ id: 5, address: turn % 2 ? "Peru" : "Chile" }),
    "PUT",
  );
  if (status !== 200 && status !== 503) fail(`A change was answered with ${status}.`);
  if (status === 503) return "refused";
}

/** Prints the slow reads and returns whether there are none. @param {string[]} slow */
function noneWaited(slow) {
  for (const one of slow.slice(0, 20)) printLine(`! ${one}`);
  printLine(
    slow.length === 0
      ? `No read waited over ${maxMilliseconds} ms.`
      : `${slow.length} reads waited over ${maxMilliseconds} ms.`,
  );
  return slow.length === 0;
}

/** Polls the page of a job until it redirects, and returns the target. @param {Ask} ask @param {string} href */
export async function finished(ask, href) {
  if (!href.startsWith("/jobs/")) fail(`That led to ${href || "nothing"}, and not to a run.`);
  for (;;) {
    const { status, location } = await ask("GET", href);
    if (status !== 200) return location;
    await pause(500);
  }
}

/** Undoes a change; a small one is undone at once, without a job. @param {Ask} ask @param {string} batch */
async function undone(ask, batch) {
  const { location } = await ask("POST", "/undo", { batch });
  if (location !== "/activity") await finished(ask, location);
}

/** Returns the id of the latest bulk change of orders. @param {Ask} ask */
async function latestChange(ask) {
  const { text } = await ask("GET", "/activity?entity=orders");
  return /activity\?change=([0-9a-f-]{36})/.exec(text)?.[1] ?? fail("It is not in the activity.");
}

/**
 * @typedef {((method: string, path: string, fields?: Record<string, string>, body?: FormData | string, as?: string) =>
 * Promise<Answer>) & { app: App }} Ask
 */

/**
 * Returns a function that sends requests as a signed-in user, without following redirects.
 * @param {App} app
 * @param {string} cookie
 * @returns {Ask}
 */
function askAs(app, cookie) {
  process.once("exit", () => void app.stop("SIGKILL")); // also where a measurement fails
  const agent = new Agent({ maxSockets: 50 });
  const ask = async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {Record<string, string> | undefined} */ fields,
    /** @type {FormData | string | undefined} */ body,
    as = method,
  ) => {
    const sent = method === "GET" ? undefined : new Response(body ?? new URLSearchParams(fields));
    const bytes = sent && Buffer.from(await sent.arrayBuffer());
    const type = typeof body === "string" ? "application/json" : (sent?.headers.get("content-type") ?? "");
    const headers = { cookie, ...(bytes && { "content-type": type, "content-length": bytes.length }) };
    return new Promise((resolve, reject) => {
      const asked = request(app.url + path, { method: as, headers, agent }, (answer) => {
        let text = "";
        answer.setEncoding("utf8").on("data", (piece) => (text += piece));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, location: answer.headers.location ?? "", text }),
        );
      });
      asked
        .on("error", (error) =>
          reject(new Error(`${method} ${path} got no answer: ${error.message}. The app said: ${app.output()}`)),
        )
        .end(bytes);
    });
  };
  return Object.assign(ask, { app });
}

/**
 * Returns the processor seconds that the app has used, or NaN if the system does not report them. They show whether the
 * app or something else on the machine kept reads waiting.
 * @param {App} app
 */
function cpuOf({ pid }) {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ")
      .slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return NaN;
  }
}

/** Returns the middle of some numbers. @param {number[]} numbers */
export const median = (numbers) => numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? NaN;

/** @param {number[]} took @param {number} which the fraction of values below the result */
export function part(took, which) {
  const sorted = took.toSorted((one, other) => one - other);
  return sorted.length === 0
    ? ""
    : Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * which))] ?? 0);
}

/** @param {string} first @param {(string | number)[]} rest */
export const line = (first, ...rest) =>
  printLine(first.padEnd(10) + rest.map((cell) => String(cell).padStart(11)).join(""));

/**
 * Returns the app's memory in MB, or "?" if the system does not report it: now, at most, or without pages of files,
 * which the system can take back.
 * @param {{ pid?: number }} app
 * @param {"VmRSS" | "VmHWM" | "RssAnon"} which
 */
export function memory({ pid }, which) {
  try {
    return Math.round(
      Number(new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024,
    );
  } catch {
    return "?";
  }
}
