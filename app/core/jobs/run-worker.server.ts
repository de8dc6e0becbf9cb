/** The worker thread's side of long runs, see `worker.server.ts`. */
import { setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { closeDatabase, setQueueOwner } from "db";
import { onBehalfOf } from "~/core/resource/admission-check.server";
import { withMailNote } from "~/core/http/respond.server";
import { log } from "~/core/process/log.server";
import { sendToMainThreadBy } from "~/core/threads/main-thread.server";
import { mailSettled } from "~/core/mail/mail.server";
import { RuleViolation } from "~/core/resource/act.server";
import type { Progress } from "./jobs.server";
import { requestStop } from "./stop.server";
import { type WorkerTask, type FromThread, type ToThread, taskNamed } from "./worker.server";

const postToMainThread = (message: FromThread) => parentPort?.postMessage(message);

/**
 * Runs tasks of the main thread until it is told to close. The whole program must be loaded, as tasks are found by
 * name.
 */
export function runWorker() {
  giveWay();
  process.on("unhandledRejection", (error) => log.error({ err: error }, "a promise failed that nobody waited for"));
  sendToMainThreadBy((act, args) => postToMainThread({ act, args }));

  let take: () => void = () => undefined;
  setQueueOwner(async () => {
    const given = new Promise<void>((resolve) => (take = resolve));
    postToMainThread("turn?");
    await given;
    return { begun: () => postToMainThread("turn begun"), over: () => postToMainThread("turn over") };
  });

  parentPort?.on("message", (message: ToThread) => {
    if (message === "turn") take();
    else if (message === "end runs") requestStop();
    else if (message === "close") void close();
    else void runTask(message);
  });
}

/**
 * Lowers the thread's priority below that of page requests. Linux only: elsewhere it would apply to the whole process.
 */
function giveWay() {
  if (process.platform !== "linux") return;
  try {
    setPriority(5);
  } catch (error) {
    log.warn({ err: error }, "the thread of long runs could not be given a lower priority");
  }
}

async function runTask({ id, name, args, person }: WorkerTask) {
  try {
    const work = taskNamed(name);
    if (!work) throw new Error(`There is no work named ${name}.`);
    const progress: Progress = (done, total) => postToMainThread({ id, done, total });
    postToMainThread({ id, end: await onBehalfOf(person, async () => withMailNote(await work(args, progress))) });
  } catch (error) {
    if (error instanceof RuleViolation) return postToMainThread({ id, refused: error.errors });
    log.error({ err: error, work: name }, "work in the thread of long runs failed"); // logged here, because the error's code is lost in the message
    postToMainThread({ id, failed: String(error) });
  }
}

async function close() {
  await mailSettled();
  await closeDatabase();
  process.exit(); // ends this thread only
}
