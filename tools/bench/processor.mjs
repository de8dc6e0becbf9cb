// Measures processor time and SQL statements per response of one process with 20,000 orders. A fixed piece of work is
// measured in the same rounds: on another machine, or while others use this one, compare with that.
import { fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { startApp } from "../../scripts/app.mjs";
import { fail } from "../../scripts/messages.mjs";
import { copyOfSample } from "./sample.mjs";
import { median } from "./traffic.mjs";

/** Number of orders in the database; there are a twentieth as many users. */
export const orders = 20_000;

/** Measured paths, with the maximum of SQL statements. */
const paths = [
  { path: "/users", maxStatements: 12 },
  { path: "/orders", maxStatements: 14 },
  { path: "/sales" },
  { path: "/api/users" },
];
const rounds = 8;
const responsesPerRound = 25;
/** Responses before measuring, after which most functions are compiled. */
const warmUp = 150;

/** @typedef {{ url: string, pid: number, output: () => string }} App */

/**
 * Returns a row per path, and one for the fixed work: milliseconds of processor time per response, that in units of the
 * fixed work, and SQL statements.
 * @param {(app: App) => Promise<string>} signIn returns a cookie
 * @returns {Promise<(string | number)[][]>}
 */
export async function measureProcessor(signIn) {
  const counter = fileURLToPath(new URL("count-statements.mjs", import.meta.url));
  const env = { WORKERS: "1", NODE_OPTIONS: `--import=${counter}` };
  const app = await startApp({ dataDir: copyOfSample(orders), env });
  const reference = fork(fileURLToPath(new URL("reference.mjs", import.meta.url)));
  try {
    const cookie = await signIn(app);
    const statements = [];
    for (const { path } of paths) {
      await load(app, path, cookie, warmUp);
      statements.push(await statementsOf(app, path, cookie));
    }
    /** @type {number[]} */
    const fixed = [];
    /** @type {number[][]} */
    const spent = paths.map(() => []);
    for (let round = 0; round < rounds; round++) {
      fixed.push(await workOnce(reference));
      for (const [at, { path }] of paths.entries()) {
        const before = processorMs(app);
        await load(app, path, cookie, responsesPerRound);
        spent[at]?.push((processorMs(app) - before) / responsesPerRound);
      }
    }
    const unit = median(fixed);
    return [
      ["the fixed work", unit.toFixed(2), "1.00", ""],
      ...paths.map(({ path, maxStatements }, at) => {
        const ms = median(spent[at] ?? []);
        return [
          path,
          ms.toFixed(2),
          (ms / unit).toFixed(2),
          `${statements[at]}${maxStatements ? ` (≤ ${maxStatements})` : ""}`,
        ];
      }),
    ];
  } finally {
    reference.kill();
    await app.remove();
  }
}

/** Returns the processor time of the process since its start, in milliseconds, or NaN. @param {App} app */
function processorMs({ pid }) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return NaN; // the system does not report it
  }
}

/** Does the fixed work and returns its processor time, in milliseconds. @param {import("node:child_process").ChildProcess} reference */
async function workOnce(reference) {
  reference.send("work");
  const [ms] = await once(reference, "message");
  return Number(ms);
}

/** Returns the SQL statements of a response: the fewest of some, since others run in the background. @param {App} app @param {string} path @param {string} cookie */
async function statementsOf(app, path, cookie) {
  const counts = [];
  for (let time = 0; time < 5; time++) {
    const before = await countStatements(app);
    await load(app, path, cookie, 1);
    counts.push((await countStatements(app)) - before);
  }
  return Math.min(...counts);
}

/** Returns how many statements the app has run since its start. @param {App} app */
async function countStatements(app) {
  const { length } = app.output();
  process.kill(app.pid, "SIGUSR2");
  for (let tries = 0; tries < 200; tries++) {
    const [, count] = /statements: (\d+)/.exec(app.output().slice(length)) ?? [];
    if (count) return Number(count);
    await pause(10);
  }
  return fail("The app did not say how many statements it has run.");
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Requests a path over four connections. @param {App} app @param {string} path @param {string} cookie @param {number} count */
async function load(app, path, cookie, count) {
  let left = count;
  const requestOthers = async () => {
    while (left-- > 0) await requestOnce(app.url + path, cookie);
  };
  await Promise.all([requestOthers(), requestOthers(), requestOthers(), requestOthers()]);
}

/** @param {string} url @param {string} cookie @returns {Promise<void>} */
function requestOnce(url, cookie) {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { cookie } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url} was answered with ${response.statusCode}.`));
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end();
  });
}
