// Measures requests per second, with one process and with one per core, and compares them with a baseline.
import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import autocannon from "autocannon";
import { startApp } from "../../scripts/app.mjs";
import { areas } from "../../scripts/areas.mjs";
import { fail } from "../../scripts/messages.mjs";
import { memory } from "./traffic.mjs";

/** Duration of each measurement, in seconds, after a warm-up of one. */
export const seconds = 3;

/** Measured paths, with the minimum responses per second on all cores. */
const rates = [
  ...areas.flatMap(({ name }) => [
    { path: `/${name}`, expected: 350 },
    { path: `/api/${name}`, expected: 1500 },
  ]),
  { path: "/sales", expected: 250 },
  { path: "/health", expected: 0 },
  { path: "/login", expected: 0, visitor: true },
];

/**
 * Returns a row per path: responses per second and the 99th percentile in milliseconds, for one process and for all;
 * then the peak memory of the one process.
 * @param {(app: { url: string }) => Promise<string>} signIn returns a cookie
 * @returns {Promise<(string | number)[][]>}
 */
export async function measureRates(signIn) {
  const [one, all] = [await measureApp("1", signIn), await measureApp("auto", signIn)];
  const rows = rates.map(({ path, expected }, at) => [
    path,
    ...(one.results[at] ?? []),
    ...(all.results[at] ?? []),
    expected ? `≥ ${expected}` : "",
  ]);
  return [...(await floors()), ...rows, ["peak memory, MB", one.peak, "", "", "", "≤ 200"]];
}

/** @param {string} workers @param {(app: { url: string }) => Promise<string>} signIn */
async function measureApp(workers, signIn) {
  const app = await startApp({ env: { WORKERS: workers } });
  try {
    const cookie = await signIn(app);
    const results = [];
    for (const { path, visitor } of rates) results.push(await measure(app.url + path, visitor ? {} : { cookie }));
    return { results, peak: memory(app, "VmHWM") };
  } finally {
    await app.remove();
  }
}

async function floors() {
  const program = fork(fileURLToPath(new URL("floor.mjs", import.meta.url)));
  try {
    const [{ port }] = await once(program, "message");
    const rows = [];
    for (const kind of ["json", "html"])
      rows.push([`20 rows as ${kind}, alone`, ...(await measure(`http://127.0.0.1:${port}/${kind}`, {})), "", "", ""]);
    return rows;
  } finally {
    program.kill();
  }
}

/** @param {string} url @param {Record<string, string>} headers */
async function measure(url, headers) {
  const options = { url, connections: 20, headers };
  await autocannon({ ...options, duration: 1 });
  const { requests, latency, non2xx } = await autocannon({ ...options, duration: seconds });
  if (non2xx) fail(`${url} was answered ${non2xx} times with something else than success.`);
  return [Math.round(requests.average), latency.p99];
}
