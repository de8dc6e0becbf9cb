/** Work that tests have a thread do. */
import { setTimeout as pause } from "node:timers/promises";
import { threadId } from "node:worker_threads";
import { eq } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { facts } from "db/schema";
import { inMainThread } from "~/core/threads/main-thread.server";
import { RuleViolation } from "~/core/resource/act.server";
import { stopReason } from "~/core/jobs/stop.server";
import { inWorker } from "~/core/jobs/worker.server";

/** Writes what `factsOfTests` finds again, in the order in which it was written. */
export const note = async (tx: Transaction, name: string) =>
  void (await tx.insert(facts).values({ name, value: "a test" }));
export const factsOfTests = async (from: Pick<Transaction, "select"> = db) =>
  (await from.select().from(facts).where(eq(facts.value, "a test"))).map(({ name }) => name);

/** Says which thread does it. */
export const where = inWorker("where", async (to: string) => ({ text: String(threadId), to }));

/** What goes from thread to thread with work, and holds it until it is opened. */
export const newGate = () => new Int32Array(new SharedArrayBuffer(4));
export const open = (gate: Int32Array) => Atomics.store(gate, 0, 1);

/** One change of two facts: it says that it has written the first, and waits for the gate to be opened. */
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

/** One fact. */
export const oneFact = inWorker("one fact", async (name: string) => {
  await write((tx) => note(tx, name));
  return { text: "", to: "/" };
});

/** Fails in the midst of a change: by a refusal, by a fault, or with all of its thread. */
export const failing = inWorker("failing", (how: "refusal" | "fault" | "exit") =>
  write(async (tx) => {
    await note(tx, "in vain");
    if (how === "refusal") throw new RuleViolation({ name: "Taken." });
    if (how === "exit") setTimeout(() => process.exit(1));
    if (how === "exit") await pause(60_000);
    throw new TypeError("Out of order", { cause: () => "what cannot be sent" });
  }),
);

/** Leaves behind a promise that failed. */
export const careless = inWorker("careless", async (to: string) => {
  void Promise.reject(new Error("Nobody waits for this"));
  await pause(1);
  return { text: "done", to };
});

/** Goes on until it is told to end. */
export const endless = inWorker("endless", async (to: string, progress) => {
  for (let parts = 1; !stopReason(); parts++) {
    progress(parts);
    await pause(10);
  }
  return { text: stopReason() ?? "", to };
});

/** What the main thread was told, and by which thread it was done. */
export const receivedWords: { word: string; by: number }[] = [];
const sendWord = inMainThread("tell tests", (word: string) => void receivedWords.push({ word, by: threadId }));

/** Has the main thread do something after a change. */
export const telling = inWorker("telling", async (word: string) => {
  await write(async (tx) => (await note(tx, word), afterCommit(() => sendWord(word))));
  return { text: "", to: "/" };
});
