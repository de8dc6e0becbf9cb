/** Work that tests have a thread do. */
import { isMainThread } from "node:worker_threads";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { afterCommit, db, type Transaction, write } from "db";
import { facts } from "db/schema";
import { Refusal } from "~/records/act.server";
import { whyToEnd } from "~/runs/runs.server";
import { inThread } from "~/runs/thread.server";

/** What `factsOfTests` finds again. */
export const note = (tx: Transaction, name: string) => tx.insert(facts).values({ name, value: "a test" });

export const factsOfTests = async (from: Pick<Transaction, "select"> = db) => (await from.select().from(facts).where(eq(facts.value, "a test"))).map(({ name }) => name);

/** Says where it is done. */
export const where = inThread("where", async (to: string) => ({ text: isMainThread ? "the main thread" : "another thread", to }));

/** One change of two facts, a while apart: it says that it is at it, and goes on when the time is over. */
export const twoFacts = inThread("two facts", async (milliseconds: number, progress) => {
  let text = "was not committed";
  await write(async (tx) => {
    await note(tx, "first");
    afterCommit(() => (text = "was committed"));
    progress(1);
    await pause(milliseconds);
    await note(tx, "second");
  });
  return { text, to: "/" };
});

/** Fails in the midst of a change: by a refusal, by a fault, or with all of its thread. */
export const failing = inThread("failing", (how: "refusal" | "fault" | "exit") =>
  write(async (tx) => {
    await note(tx, "in vain");
    if (how === "refusal") throw new Refusal({ name: "Taken." });
    if (how === "exit") setTimeout(() => process.exit(1));
    if (how === "exit") await pause(60_000);
    throw new TypeError("Out of order");
  }),
);

/** Goes on until it is told to end. */
export const endless = inThread("endless", async (to: string, progress) => {
  for (let parts = 1; !whyToEnd(); parts++) {
    progress(parts);
    await pause(10);
  }
  return { text: whyToEnd() ?? "", to };
});
