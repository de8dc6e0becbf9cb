/** Long runs in a worker thread. */
import { mkdirSync, renameSync, rmSync, utimesSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { threadId } from "node:worker_threads";
import { afterAll, afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { config } from "config";
import { closeDatabase, db, isChanging, WriteTimeout, withWriteTimeout, write } from "db";
import { journal, users } from "db/schema";
import { RuleViolation } from "~/core/resource/act.server";
import { cast, testDatabase } from "~/testing/database";
import { importIt, tryFile } from "~/testing/imports";
import { threadProgram } from "~/testing/thread/thread-program";
import {
  careless,
  endless,
  factsOfTests,
  failing,
  newGate,
  note,
  oneFact,
  open,
  telling,
  receivedWords,
  twoFacts,
  where,
} from "~/testing/thread/thread-work";
import { stopJobs, jobsEnded, startJob } from "./jobs.server";
import { workerEnded, useWorker } from "./worker.server";

testDatabase();

const program = await threadProgram();
beforeEach(() => useWorker(program));
afterEach(workerEnded);
afterAll(() => useWorker(undefined));

const many = 5000;
const nothing = () => undefined;
const threadOf = async (rows = many) => Number((await where("/", rows, nothing)).text);

/** Starts a transaction in another thread and pauses it after its first write. */
async function halfChanged() {
  const gate = newGate();
  let ended: Promise<unknown> = Promise.resolve();
  await new Promise<void>((resolve) => void (ended = twoFacts(gate, many, () => resolve())));
  return { finish: () => (open(gate), ended) };
}

describe("a long job", () => {
  it("runs in the worker thread if it has many rows, and in the main thread if it has few", async () => {
    const first = await threadOf();
    expect(first).not.toBe(threadId);
    expect(await threadOf()).toBe(first);
    expect(await threadOf(10)).toBe(threadId);
    await workerEnded();
    expect([first, threadId]).not.toContain(await threadOf());
  });

  it("runs in the main thread once the program file was replaced", async () => {
    const file = fileURLToPath(program);
    utimesSync(file, new Date(), new Date(Date.now() - 60_000));
    expect(await threadOf()).toBe(threadId);
  });

  it("blocks writes of the main thread during its transaction, and they see all of it", async () => {
    const { finish } = await halfChanged();
    expect(isChanging()).toBe(true);
    expect(await factsOfTests(), "nobody reads half of a change").toEqual([]);
    const here = write((tx) => factsOfTests(tx));
    expect(await finish()).toMatchObject({ text: "was committed" });
    expect(await here).toEqual(["first", "second"]);
    expect(isChanging()).toBe(false);
  });

  it("waits for a running write of the main thread", async () => {
    let go: () => void = nothing;
    const here = write(async (tx) => {
      await new Promise<void>((resolve) => (go = resolve));
      await note(tx, "here");
    });
    const there = oneFact("there", many, nothing);
    await threadOf(); // the worker's write is queued by now
    go();
    await Promise.all([here, there]);
    expect(await factsOfTests()).toEqual(["here", "there"]);
  });

  it("does not extend the timeout of other writes", async () => {
    const { finish } = await halfChanged();
    await expect(withWriteTimeout(20, () => write((tx) => note(tx, "impatient")))).rejects.toThrow(WriteTimeout);
    await finish();
    expect(await factsOfTests()).toEqual(["first", "second"]);
  });

  it("passes errors on to the main thread, and affects nothing else", async () => {
    const refused = await failing("refusal", many, nothing).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(RuleViolation);
    expect((refused as RuleViolation).errors).toEqual({ name: "Taken." });
    const first = await threadOf();
    await expect(failing("fault", many, nothing)).rejects.toThrow("Out of order");
    expect(await careless("/", many, nothing)).toMatchObject({ text: "done" });
    expect(await threadOf()).toBe(first);
    expect(await factsOfTests()).toEqual([]);
  });

  it("leaves nothing behind if its thread ends during a transaction, and the next write can run", async () => {
    await expect(failing("exit", many, nothing)).rejects.toThrow("has ended");
    await write((tx) => note(tx, "afterwards"));
    expect(await oneFact("and another", many, nothing)).toBeDefined();
    expect(await factsOfTests()).toEqual(["afterwards", "and another"]);
  });

  it("releases its turn if the database cannot be opened", async () => {
    await threadOf();
    await closeDatabase();
    const [file, away] = [config.databaseFile, `${config.databaseFile}.away`];
    renameSync(file, away);
    mkdirSync(file);
    await expect(oneFact("in vain", many, nothing)).rejects.toThrow("cannot be opened");
    rmSync(file, { recursive: true });
    renameSync(away, file);
    await write((tx) => note(tx, "here"));
    await oneFact("there", many, nothing);
    expect(await factsOfTests()).toEqual(["here", "there"]);
  });

  it("passes messages to the main thread once it has committed", async () => {
    onTestFinished(() => void receivedWords.splice(0));
    await telling("there", many, nothing);
    expect(receivedWords).toEqual([{ word: "there", by: threadId }]);
    expect(await factsOfTests()).toEqual(["there"]);
  });

  describe("while the server stops", () => {
    const start = (rows: number) =>
      startJob(cast.ada, { title: "Endless", back: "/", total: rows }, (progress) => endless("/", rows, progress));

    it.each([
      ["there", many],
      ["here", 10],
    ])("stops between two transactions %s, and so does a job that starts just then", async (_, rows) => {
      const run = start(rows);
      await expect.poll(() => run.done, { timeout: 30_000 }).toBeGreaterThan(0);
      const ending = stopJobs();
      const late = start(many);
      await ending;
      for (const { end } of [run, late]) expect(end?.text).toContain("stopped in the middle");
    });
  });
});

describe("a large file", () => {
  it("is tried and imported in a worker thread, with the same result", async () => {
    const workers: number[] = [];
    const heard = (worker: { threadId: number }) => void workers.push(worker.threadId);
    process.on("worker", heard);
    onTestFinished(() => void process.off("worker", heard));
    const lines = Array.from(
      { length: 1100 },
      (_, number) => `Many ${number},many${number}@example.com,Data Scientist,Active`,
    );
    const before = await db.$count(users);
    const { file } = await tryFile("users", ["name,email,role,status", ...lines].join("\n"));
    expect(file).toMatchObject({ state: "tried", creates: 1100, refused: 0 });
    const end = await importIt(file.id);
    await jobsEnded();
    expect(end).toMatchObject({ text: "users.csv: 1,100 users created", to: "/users" });
    expect(await db.$count(users)).toBe(before + 1100);
    expect(await db.$count(journal)).toBe(1100);
    expect(workers).toContain(await threadOf());
  });
});
