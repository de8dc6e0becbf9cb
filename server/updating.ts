/**
 * What the port answers while a start brings an older database up to date. SQLite works on the main thread then, for
 * seconds where there are many rows, so another thread answers.
 */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { Worker } from "node:worker_threads";
import type { MigrationProgress } from "db/run-migrations";
import { refusalPage, refusalPolicy } from "./middleware/refusal-page";

const sentence = "Portico is being updated and will be back in a minute. Nothing is lost.";

/** In seconds. */
const retryAfter = 10;

const headers = { "Retry-After": String(retryAfter), "Cache-Control": "no-store", Connection: "close" };
const answers = {
  page: {
    headers: { ...headers, "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": refusalPolicy },
    body: refusalPage(503, sentence, "We will be back soon"),
  },
  json: {
    headers: { ...headers, "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify({ message: sentence, status: "updating" }),
  },
};

/** Answers every request with 503 and when to try again: browsers with a page, `/api` and `/health` with JSON. */
export const answerUpdating: RequestListener = (request, response) => {
  const { headers, body } = request.headers.accept?.includes("text/html") ? answers.page : answers.json;
  response.writeHead(503, headers).end(body);
};

/** The same in the thread: a text, since a build makes one file of the server. */
const code = `
const { createServer } = require("node:http");
const { parentPort, workerData: { answers, port, host } } = require("node:worker_threads");
const server = createServer((request, response) => {
  const { headers, body } = (request.headers.accept || "").includes("text/html") ? answers.page : answers.json;
  response.writeHead(503, headers).end(body);
});
server.on("error", () => parentPort.close());
server.listen(port, host, () => parentPort.postMessage("listening"));`;

/**
 * Answers at the port from another thread until the function that it returns is called. Where the port is taken nobody
 * is answered: the start says so later.
 */
export async function answerWhileUpdating(at: { port: number; host: string }): Promise<() => Promise<void>> {
  const thread = new Worker(code, { eval: true, workerData: { answers, ...at } });
  await Promise.race([once(thread, "message"), once(thread, "exit")]);
  return async () => void (await thread.terminate());
}

/** A server without a port for `answerUpdating`, to which connections are handed. */
export const updatingServer = () => createServer(answerUpdating);

/** Between two lines, in milliseconds. */
const pause = 2_000;

/** Prints how far an update has come, at its beginning and end and every two seconds between. */
export function printProgress(print: (line: string) => void) {
  const begun = Date.now();
  let printed = 0;
  return ({ done, total }: MigrationProgress) => {
    const now = Date.now();
    const isOver = done === total;
    if (!isOver && now - printed < pause) return;
    printed = now;
    print(
      isOver
        ? `Updated the database in ${((now - begun) / 1_000).toFixed(1)} s.`
        : `Updating the database: step ${done + 1} of ${total} …`,
    );
  };
}
