/** Long work in a thread of its own. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { db, isChanging, NotItsTurn, withPatience, write } from "db";
import { journal, users } from "db/schema";
import { Refusal } from "~/records/act.server";
import { cast, testDatabase } from "~/testing/database";
import { importIt, tryFile } from "~/testing/imports";
import { endless, factsOfTests, failing, note, twoFacts, where } from "~/testing/thread-work";
import { endRuns, runsEnded, startRun } from "./runs.server";
import { threadEnded, useThread } from "./thread.server";

testDatabase();

beforeAll(() => useThread(new URL("../testing/thread.mjs", import.meta.url)));
afterEach(threadEnded);
afterAll(() => useThread(undefined));

const many = 5000;

/** Resolves when work has said that it is at it. */
function begun<Args>(work: (args: Args, rows: number, progress: () => void) => Promise<unknown>, args: Args) {
  let ended: Promise<unknown> = Promise.resolve();
  const isAtIt = new Promise<void>((resolve) => void (ended = work(args, many, resolve)));
  return { isAtIt, ended: ended as Promise<{ text: string }> };
}

describe("long work", () => {
  it("is done by another thread where it is about many rows, and here where it is about few", async () => {
    expect(await where("/users", many, () => undefined)).toEqual({ text: "another thread", to: "/users" });
    expect(await where("/users", 10, () => undefined)).toEqual({ text: "the main thread", to: "/users" });
    await threadEnded();
    expect((await where("/users", many, () => undefined)).text, "by a new one").toBe("another thread");
  });

  it("changes in its turn: what is changed here waits, and sees all of it", async () => {
    const { isAtIt, ended } = begun(twoFacts, 300);
    await isAtIt;
    expect(isChanging()).toBe(true);
    expect(await factsOfTests(), "nobody reads half of a change").toEqual([]);
    expect(await write((tx) => factsOfTests(tx))).toEqual(["first", "second"]);
    expect(await ended).toMatchObject({ text: "was committed" });
    expect(isChanging()).toBe(false);
  });

  it("waits for its turn behind what is changed here", async () => {
    let go: () => void = () => undefined;
    const here = write(async (tx) => {
      await new Promise<void>((resolve) => (go = resolve));
      await note(tx, "here");
    });
    const { isAtIt, ended } = begun(twoFacts, 1);
    await where("/", many, () => undefined); // the thread is there, and has asked for its turn
    expect(await Promise.race([isAtIt.then(() => "at it"), new Promise((resolve) => setTimeout(() => resolve("waiting"), 100))])).toBe("waiting");
    go();
    await here;
    await ended;
    expect(await factsOfTests()).toEqual(["here", "first", "second"]);
  });

  it("lets nobody wait longer than they would", async () => {
    const { isAtIt, ended } = begun(twoFacts, 300);
    await isAtIt;
    await expect(withPatience(20, () => write((tx) => note(tx, "impatient")))).rejects.toThrow(NotItsTurn);
    await ended;
    expect(await factsOfTests()).toEqual(["first", "second"]);
  });

  it("fails here as it does there", async () => {
    const refused = await failing("refusal", many, () => undefined).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).errors).toEqual({ name: "Taken." });
    await expect(failing("fault", many, () => undefined)).rejects.toThrow("Out of order");
    expect(await factsOfTests()).toEqual([]);
  });

  it("leaves nothing where its thread ends in the midst of a change, and the next change gets its turn", async () => {
    await expect(failing("exit", many, () => undefined)).rejects.toThrow("has ended");
    await write((tx) => note(tx, "afterwards"));
    expect(await factsOfTests()).toEqual(["afterwards"]);
    expect((await where("/", many, () => undefined)).text).toBe("another thread");
  });

  it("ends between two changes when the server stops", async () => {
    const run = startRun(cast.ada, { title: "Endless", back: "/", total: 10 }, (progress) => endless("/", many, progress));
    await expect.poll(() => run.done, { timeout: 30_000 }).toBeGreaterThan(0);
    await endRuns();
    expect(run.end?.text).toContain("stopped in the middle");
  });
});

describe("a large file", () => {
  it("is tried and brought in by another thread, to the same end", async () => {
    const lines = Array.from({ length: 1100 }, (_, number) => `Many ${number},many${number}@example.com,Data Scientist,Active`);
    const before = await db.$count(users);
    const { file } = await tryFile("users", ["name,email,role,status", ...lines].join("\n"));
    expect(file).toMatchObject({ state: "tried", creates: 1100, refused: 0 });
    const end = await importIt(file.id);
    await runsEnded();
    expect(end).toMatchObject({ text: "users.csv: 1,100 users created", to: "/users" });
    expect(await db.$count(users)).toBe(before + 1100);
    expect(await db.$count(journal)).toBe(1100);
  });
});
