/** Answers requests during a migration at start. SQLite blocks the main thread then, so another thread responds. */
import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { Worker } from "node:worker_threads";
import type { MigrationProgress } from "db/run-migrations";
import { refusalPage, refusalPolicy } from "./middleware/refusal-page";

const sentence = "Portico is being updated and will be back in a minute. Nothing is lost.";

/** Value of `Retry-After`, in seconds. */
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

/** Responds to every request with 503 and `Retry-After`: a page for browsers, otherwise JSON. */
export const answerUpdating: RequestListener = (request, response) => {
  const { headers, body } = request.headers.accept?.includes("text/html") ? answers.page : answers.json;
  response.writeHead(503, headers).end(body);
};

/** Source of the thread that does the same, as a string because the build bundles the server into one file. */
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
 * Answers on the port from another thread until the returned function is called. If the port is taken, it does
 * nothing: the start reports that later.
 */
export async function answerWhileUpdating(at: { port: number; host: string }): Promise<() => Promise<void>> {
  const thread = new Worker(code, { eval: true, workerData: { answers, ...at } });
  await Promise.race([once(thread, "message"), once(thread, "exit")]);
  return async () => void (await thread.terminate());
}

/** Creates a server for `answerUpdating` that receives its connections from another process. */
export const updatingServer = () => createServer(answerUpdating);

/** Time between two lines of progress, in milliseconds. */
const pause = 2_000;

/** Returns a progress callback that prints at the beginning, every two seconds, and at the end. */
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
