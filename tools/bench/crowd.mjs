// Creates load on a running app from a thread, which `bench-crowd.mjs` starts to measure how long others wait.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";
import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";

/** @typedef {{ url: string, act: keyof typeof acts, cookies: string[] }} Crowd */

const { url, act, cookies } = /** @type {Crowd} */ (workerData);
const agent = new Agent({ maxSockets: Infinity });

/** Load patterns: each starts all its requests at once and ends when all have a response. */
const acts = {
  rest: () => pause(3_000),
  logins: () =>
    runConcurrently(240, (number) => ask({ path: "/login", address: addressOf(number), form: wrongLogin(number) })),
  searches: () => runConcurrently(60, (number) => ask({ path: `/search?q=${misspelt(number)}`, cookie: cookies[0] })),
  pictures: async () => {
    const form = await pictureForm();
    await runConcurrently(60, () => ask({ path: "/products/create", cookie: cookies[0], form }));
  },
  downloads: () =>
    runConcurrently(40, (number) =>
      ask({ path: `/orders.csv?n=${number}`, cookie: cookies[number % cookies.length], bytesPerSecond: 200_000 }),
    ),
  streams: () =>
    runConcurrently(500, (number) =>
      ask({ path: "/live", cookie: cookies[number % cookies.length], stopAfterMs: 8_000 }),
    ),
};

const statuses = /** @type {Record<string, number>} */ ({});
await acts[act]();
parentPort?.postMessage(statuses);

/** @param {number} count @param {(number: number) => Promise<unknown>} one */
function runConcurrently(count, one) {
  return Promise.all(Array.from({ length: count }, (_, number) => one(number)));
}

/** Returns a loopback address, since a sample rejects all others. @param {number} number */
function addressOf(number) {
  return `127.${1 + (number % 250)}.${1 + Math.floor(number / 250)}.9`;
}

/** @param {number} number */
function wrongLogin(number) {
  const fields = new URLSearchParams({ email: `stranger${number}@example.com`, password: `wrong-${number}-wrong` });
  return { type: "application/x-www-form-urlencoded", body: Buffer.from(fields.toString()) };
}

/** Returns a query of ten misspelled words. @param {number} number */
function misspelt(number) {
  const words = ["delivary", "invioce", "pasword", "acount", "adress", "recieve", "shiping", "payement", "notificaton"];
  return encodeURIComponent([...words, `ordr${number}`].join(" "));
}

/** Returns the form of a product without a name and with a picture of 6,300 × 6,300 pixels. */
async function pictureForm() {
  const noise = { type: "gaussian", mean: 128, sigma: 40 };
  const create = { width: 6_300, height: 6_300, channels: 3, background: "#888" };
  const picture = await sharp({ create: { ...create, noise } })
    .jpeg({ quality: 40 })
    .toBuffer();
  const form = new FormData();
  form.set("pictures", new File([picture], "large.jpg", { type: "image/jpeg" }));
  const sent = new Response(form);
  return { type: sent.headers.get("content-type") ?? "", body: Buffer.from(await sent.arrayBuffer()) };
}

/**
 * Sends a request and counts the status. Reads slowly with `bytesPerSecond`, disconnects after `stopAfterMs`.
 * @param {{ path: string, cookie?: string, address?: string, form?: { type: string, body: Buffer }, bytesPerSecond?: number, stopAfterMs?: number }} asked
 */
function ask({ path, cookie, address, form, bytesPerSecond, stopAfterMs }) {
  return new Promise((resolve) => {
    const headers = {
      ...(cookie && { cookie }),
      ...(address && { "x-forwarded-for": address }),
      ...(form && { "content-type": form.type, "content-length": form.body.length }),
      ...(path === "/live" && { accept: "text/event-stream" }),
    };
    /** @param {number | string} status */
    const count = (status) => void (statuses[status] = (statuses[status] ?? 0) + 1);
    const sent = request(url + path, { method: form ? "POST" : "GET", headers, agent: form ? agent : false });
    sent.on("error", (error) => (count(error.message), resolve(undefined))).end(form?.body);
    sent.on("response", (answer) => {
      count(answer.statusCode ?? 0);
      answer.on("close", resolve).on("error", resolve);
      if (stopAfterMs) setTimeout(() => sent.destroy(), stopAfterMs);
      if (!bytesPerSecond) return answer.resume();
      answer.on("data", (piece) => {
        answer.pause();
        setTimeout(() => answer.resume(), (piece.length / bytesPerSecond) * 1000);
      });
    });
  });
}
