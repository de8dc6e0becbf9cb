import { describe, expect, it } from "vitest";
import { Refusal } from "~/records/act.server";
import { cast, testDatabase } from "~/testing/database";
import { get, run as load, signedIn, toast } from "~/testing/requests";
import { loader } from "./run";
import { type RunEnd, runOf, runsEnded, runsNow, startRun } from "./runs.server";

testDatabase();
const { ada, ben } = cast;

/** A run that ends when it is told to. */
function started(total = 10, holds = false) {
  let end: (end: RunEnd) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  let say: (done: number) => void = () => undefined;
  const run = startRun(ada, { title: "Importing users.csv", back: "/users", total, holds }, (progress) => {
    say = progress;
    return new Promise((resolve, reject) => ([end, fail] = [resolve, reject]));
  });
  return { run, end: (text: string) => end({ text, to: "/users?sort=name" }), fail: (error: unknown) => fail(error), say: (done: number) => say(done) };
}

const page = async (id: string, person = ada) => load(loader, await signedIn(get(`/runs/${id}`), person), { id });

describe("a run", () => {
  it("says how far it is, and is over when it has ended", async () => {
    const { run, end, say } = started();
    say(4);
    expect((await page(run.id)).data).toMatchObject({ done: 4, total: 10, title: "Importing users.csv" });
    expect(runsNow().map(({ id }) => id)).toContain(run.id);
    end("10 users imported");
    await runsEnded();
    expect(runsNow()).toEqual([]);
    const { status, location } = await page(run.id);
    expect({ status, location }).toEqual({ status: 303, location: "/users?sort=name" });
  });

  it("is its person's own", async () => {
    const { run, end } = started();
    expect(runOf(ben.id, run.id)).toBeUndefined();
    expect(runOf(ada.id, run.id)).toBe(run);
    end("");
    await runsEnded();
  });

  it("is the only one of its person's under its key, until it ends", async () => {
    let finish: () => void = () => undefined;
    const start = (person: typeof ada, key?: string) => startRun(person, { key, title: "Importing", back: "/users", total: 1 }, () => new Promise((resolve) => (finish = () => resolve({ text: "", to: "/users" }))));
    const first = start(ada, "one");
    expect(start(ada, "one")).toBe(first);
    finish();
    await runsEnded();
    const next = start(ada, "one");
    expect(next).not.toBe(first);
    finish();
    for (const other of [() => start(ben, "one"), () => start(ada, "other"), () => start(ada), () => start(ada)]) {
      expect(other()).not.toBe(next);
      finish();
    }
    await runsEnded();
  });

  it("that nobody knows any more may have stopped with the server, and that is said", async () => {
    const answer = await page("none");
    expect(answer.location).toBe("/activity");
    expect(toast(answer)).toContain("it stopped when the server was started anew");
  });

  it("says a refusal as it is, and a fault in a sentence", async () => {
    const refused = started();
    refused.fail(new Refusal({ "": "Row 3 has no name." }));
    const broken = started();
    broken.fail(new Error("no such table: secret"));
    await runsEnded();
    expect(refused.run.end).toEqual({ text: "Row 3 has no name.", tone: "error", to: "/users" });
    expect(broken.run.end).toEqual({ text: "Importing users.csv failed, and nothing was changed. Try again.", tone: "error", to: "/users" });
  });
});
