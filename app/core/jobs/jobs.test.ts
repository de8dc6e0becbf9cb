import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { withWriteTimeout, write } from "db";
import { backgroundJobs, type JobEnd, journal } from "db/schema";
import { takeUpInterrupted } from "~/maintenance/interrupted.server";
import { runMaintenance } from "~/maintenance/maintenance.server";
import { log } from "~/core/process/log.server";
import { RuleViolation } from "~/core/resource/act.server";
import { cast, testDatabase } from "~/testing/database";
import { get, run as load, signedIn, toastOf } from "~/testing/requests";
import { jobRecordOf } from "./job-records.server";
import { loader } from "~/features/records/job";
import { type JobResult, jobOf, jobsEnded, runningJobs, startJob } from "./jobs.server";

testDatabase();
const { ada, ben } = cast;

/** Starts a job that ends on demand. */
function started(total = 10) {
  let end: (end: JobResult) => void = () => undefined;
  let fail: (error: unknown) => void = () => undefined;
  let say: (done: number) => void = () => undefined;
  const run = startJob(ada, { title: "Importing users.csv", back: "/users", total }, (progress) => {
    say = progress;
    return new Promise((resolve, reject) => ([end, fail] = [resolve, reject]));
  });
  return {
    run,
    end: (text: string) => end({ text, to: "/users?sort=name" }),
    fail: (error: unknown) => fail(error),
    say: (done: number) => say(done),
  };
}

const page = async (id: string, person = ada) =>
  load<{ ended?: object }>(loader, await signedIn(get(`/jobs/${id}`), person), { id });

describe("a running job", () => {
  it("shows its progress, and redirects to its result when it has ended", async () => {
    const { run, end, say } = started();
    say(4);
    expect((await page(run.id)).data).toMatchObject({ done: 4, total: 10, title: "Importing users.csv" });
    expect(runningJobs().map(({ id }) => id)).toContain(run.id);
    end("10 users imported");
    await jobsEnded();
    expect(runningJobs()).toEqual([]);
    const { status, location } = await page(run.id);
    expect({ status, location }).toEqual({ status: 303, location: "/users?sort=name" });
  });

  it("logs the status and text of a thrown value that is not an error", async () => {
    const logged = vi.spyOn(log, "error");
    try {
      for (const thrown of [Response.json({ message: "Invalid request" }, { status: 400 }), { odd: 7 }]) {
        const { fail } = started();
        fail(thrown);
        await jobsEnded();
      }
      expect(logged.mock.calls.map(([line]) => line)).toMatchObject([
        { err: { message: expect.stringMatching(/400 .*Invalid request/) as string } },
        { err: { message: expect.stringContaining("odd: 7") as string } },
      ]);
    } finally {
      logged.mockRestore();
    }
  });

  it("is visible only to the user who started it", async () => {
    const { run, end } = started();
    expect(jobOf(ben.id, run.id)).toBeUndefined();
    expect(jobOf(ada.id, run.id)).toBe(run);
    end("");
    await jobsEnded();
  });

  it("is the only one of its user with its key until it ends", async () => {
    let finish: () => void = () => undefined;
    const start = (person: typeof ada, key?: string) =>
      startJob(
        person,
        { key, title: "Importing", back: "/users", total: 1 },
        () => new Promise((resolve) => (finish = () => resolve({ text: "", to: "/users" }))),
      );
    const first = start(ada, "one");
    expect(start(ada, "one")).toBe(first);
    finish();
    await jobsEnded();
    const next = start(ada, "one");
    expect(next).not.toBe(first);
    finish();
    for (const other of [() => start(ben, "one"), () => start(ada, "other"), () => start(ada), () => start(ada)]) {
      expect(other()).not.toBe(next);
      finish();
    }
    await jobsEnded();
  });

  it("reports a refusal as it is, and an error in a general sentence", async () => {
    const refused = started();
    refused.fail(new RuleViolation({ "": "Row 3 has no name." }));
    const broken = started();
    broken.fail(new Error("no such table: secret"));
    await jobsEnded();
    expect(refused.run.end).toEqual({ text: "Row 3 has no name.", tone: "error", to: "/users" });
    expect(broken.run.end).toEqual({
      text: "Importing users.csv failed, and nothing was changed. Try again.",
      tone: "error",
      to: "/users",
    });
  });
});

describe("the stored record of a job", () => {
  /** Stores a job as a server leaves it that stopped while it was running. */
  async function left(batch?: string) {
    const id = randomUUID();
    await write(
      async (tx) =>
        void (await tx.insert(backgroundJobs).values({
          id,
          personId: ada.id,
          title: "Deleting 5 users",
          back: "/users",
          state: "running",
          done: 3,
          total: 5,
          batch,
        })),
    );
    return id;
  }
  const state = async (id: string) => (await jobRecordOf(ada.id, id))?.state;

  it("has its progress, and its state when it has ended", async () => {
    const { run, end, say } = started();
    say(4);
    await write(async () => undefined);
    expect(await jobRecordOf(ada.id, run.id)).toMatchObject({
      state: "running",
      title: "Importing users.csv",
      back: "/users",
      done: 4,
      total: 10,
      end: null,
    });
    end("10 users imported");
    await jobsEnded();
    expect(await jobRecordOf(ada.id, run.id)).toMatchObject({
      state: "done",
      end: { text: "10 users imported", to: "/users?sort=name" },
      endedAt: expect.any(Date),
    });
    const broken = started();
    broken.fail(new Error("no such table"));
    await jobsEnded();
    expect(await state(broken.run.id)).toBe("failed");
  });

  it("is written outside the transaction in which progress is reported, and without the timeout of the request", async () => {
    const { run, end, say } = withWriteTimeout(1, () => started());
    await write(async () => say(4));
    end("");
    await jobsEnded();
    expect(await jobRecordOf(ada.id, run.id)).toMatchObject({ state: "done", done: 4 });
  });

  it("tells its user after a restart how much was done, with an undo, or that nothing was changed", async () => {
    const trial = await left();
    const act = await left("act-1");
    const undone = await left("act-2");
    const entry = { byName: ada.name, entity: "users", label: "Dan", action: "changed" as const };
    await write(async (tx) => {
      for (const recordId of ["1", "2"]) await tx.insert(journal).values({ ...entry, recordId, batch: "act-1" });
      await tx.insert(journal).values([
        { ...entry, recordId: "1", batch: "act-2" },
        { ...entry, recordId: "1", batch: "undo-2", undoes: "act-2" },
      ]);
    });
    const { run, end } = started();
    expect((await page(act)).data).toMatchObject({ done: 3, total: 5, ended: undefined });

    await takeUpInterrupted();
    const said = async (id: string) => (await page(id)).data.ended;
    expect(await said(trial)).toMatchObject({
      text: "“Deleting 5 users” was interrupted by a restart of the server. Nothing was changed.",
      failed: true,
      to: "/users",
    });
    expect(await said(act)).toMatchObject({
      text: expect.stringMatching(/2 of 5 were done by then, and stay so unless you undo them\.$/),
      undo: "act-1",
    });
    expect(await said(undone)).toMatchObject({ text: expect.stringMatching(/What it had done by then was undone\.$/) });
    expect((await page(act, ben)).status).toBe(404);
    expect(await state(run.id)).toBe("running");
    end("");
    await jobsEnded();
  });

  it("offers no undo once it was undone, and no redo once it was redone, at the end and after a restart", async () => {
    const entry = { byName: ada.name, entity: "users", recordId: "1", label: "Dan", action: "changed" as const };
    const [act, undo] = [randomUUID(), randomUUID()];
    const add = (batch: string, undoes?: string) =>
      write(async (tx) => void (await tx.insert(journal).values({ ...entry, batch, undoes })));
    const run = startJob(ada, { title: "Deleting 5 users", back: "/users", total: 5 }, () =>
      Promise.resolve({ text: "1 user deleted", to: "/users", undo: act }),
    );
    const [did, undid] = [await left(), await left()];
    const ends = (id: string, end: JobEnd) =>
      write(
        async (tx) =>
          void (await tx
            .update(backgroundJobs)
            .set({ state: "done", end, endedAt: new Date() })
            .where(eq(backgroundJobs.id, id))),
      );
    await ends(did, { text: "1 user deleted", to: "/users", undo: act });
    await ends(undid, { text: "Undone: 1 change.", to: "/users", undo, redo: true });
    const said = async (id: string) => (await page(id)).data.ended;
    const toasted = async () => toastOf(await page(run.id));

    await add(act);
    await jobsEnded();
    expect(await said(did)).toMatchObject({ text: "1 user deleted", undo: act });
    expect(await toasted()).toMatchObject({ text: "1 user deleted", undo: act });
    await add(undo, act);
    const over = { text: "1 user deleted. It was undone since.", undo: undefined };
    expect(await said(did)).toMatchObject(over);
    expect(await toasted()).toEqual({ text: over.text });
    expect(await said(undid)).toMatchObject({ text: "Undone: 1 change.", undo, redo: true });
    await add(randomUUID(), undo);
    expect(await said(undid)).toMatchObject({
      text: "Undone: 1 change. It was done again since.",
      undo: undefined,
      redo: undefined,
    });
    expect(await said(did)).toMatchObject({ text: "1 user deleted", undo: act });
  });

  it("is deleted a month after the job has ended", async () => {
    const { run, end } = started();
    end("done");
    await jobsEnded();
    const other = await left();
    await write(
      async (tx) => void (await tx.update(backgroundJobs).set({ createdAt: new Date(Date.now() - 31 * 86_400_000) })),
    );
    expect(await runMaintenance()).toContain("Deleted 1 job that began a month ago.");
    expect([await state(run.id), await state(other)]).toEqual([undefined, "running"]);
  });
});
