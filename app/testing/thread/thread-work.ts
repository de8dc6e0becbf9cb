/** Worker tasks for tests. */
import { setTimeout as pause } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import { eq } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { facts } from "db/schema";
import { inMainThread } from "~/core/threads/main-thread.server";
import { RuleViolation } from "~/core/resource/act.server";
import { stopReason } from "~/core/jobs/stop.server";
import { inWorker } from "~/core/jobs/worker.server";

/** Writes a fact that `factsOfTests` returns, in the order of writing. */
export const note = async (tx: Transaction, name: string) =>
  void (await tx.insert(facts).values({ name, value: "a test" }));
export const factsOfTests = async (from: Pick<Transaction, "select"> = db) =>
  (await from.select().from(facts).where(eq(facts.value, "a test"))).map(({ name }) => name);

/** Returns the id of the thread that ran it. */
export const where = inWorker("where", async (to: string) => ({ text: String(threadId), to }));

/** Returns shared memory that holds a task in another thread until `open` is called. */
export const newGate = () => new Int32Array(new SharedArrayBuffer(4));
export const open = (gate: Int32Array) => Atomics.store(gate, 0, 1);

/** Writes two facts in one transaction: reports progress after the first, and waits for the gate before the second. */
export const twoFacts = inWorker("two facts", async (gate: Int32Array, progress) => {
  let text = "was not committed";
  await write(async (tx) => {
    await note(tx, "first");
    afterCommit(() => (text = "was committed"));
    progress(1);
    while (Atomics.load(gate, 0) === 0) await pause(5);
    await note(tx, "second");
  });
  return { text, to: "/" };
});

/** Writes one fact. */
export const oneFact = inWorker("one fact", async (name: string) => {
  await write((tx) => note(tx, name));
  return { text: "", to: "/" };
});

/** Fails within a transaction: by a refusal, by an error, or by exiting the thread. */
export const failing = inWorker("failing", (how: "refusal" | "fault" | "exit") =>
  write(async (tx) => {
    await note(tx, "in vain");
    if (how === "refusal") throw new RuleViolation({ name: "Taken." });
    if (how === "exit") setTimeout(() => process.exit(1));
    if (how === "exit") await pause(60_000);
    throw new TypeError("Out of order", { cause: () => "what cannot be sent" });
  }),
);

/** Leaves a rejected promise unhandled. */
export const careless = inWorker("careless", async (to: string) => {
  void Promise.reject(new Error("Nobody waits for this"));
  await pause(1);
  return { text: "done", to };
});

/** Runs until it is told to stop. */
export const endless = inWorker("endless", async (to: string, progress) => {
  for (let parts = 1; !stopReason(); parts++) {
    progress(parts);
    await pause(10);
  }
  return { text: stopReason() ?? "", to };
});

/** Messages to the main thread, with the id of the thread that received them. */
export const receivedWords: { word: string; by: number }[] = [];
const sendWord = inMainThread("tell tests", (word: string) => void receivedWords.push({ word, by: threadId }));

/** Calls a function in the main thread after a commit. */
export const telling = inWorker("telling", async (word: string) => {
  await write(async (tx) => (await note(tx, word), afterCommit(() => sendWord(word))));
  return { text: "", to: "/" };
});
