/** Undo of acts on very many records. */
import { asc, eq, inArray } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, otherProcesses, write } from "db";
import { openWriter } from "db/connection";
import { journal, notifications, users } from "db/schema";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import { stopJobs, jobOf, jobsEnded, startJob } from "~/core/jobs/jobs.server";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { get, post, run, signedIn, toast } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { loader as activity } from "~/features/records/activity";
import { hrefOfAct } from "~/core/audit/act-notifications.server";
import type { Entry } from "~/core/audit/entries.server";
import { undoChange } from "./undo.server";
import { undoAct } from "./undo-job.server";
import { action as undo } from "~/features/records/undo";

testDatabase();

const { ada, ben, dan } = cast;
const usual = { ...bulkLimits };
const ids = Array.from({ length: 35 }, (_, number) => 100 + number);
let act = "";

beforeEach(async () => {
  Object.assign(bulkLimits, { maxRowsAtOnce: 20, rowsPerTransaction: 10 });
  await write(
    async (tx) =>
      void (await tx
        .insert(users)
        .values(ids.map((id) => ({ ...dan, id, name: `Many ${id}`, email: `many${id}@example.com` })))),
  );
  const banned = await userResource.setStatus(ada, ids, "Banned");
  act = (banned.ok && banned.batch) || "";
});

afterEach(async () => {
  Object.assign(bulkLimits, usual);
  await jobsEnded();
});

const send = async (fields: Record<string, string>) =>
  run(undo, await signedIn(post("/undo", { back: "/users?status=Banned", ...fields }), ada));
const banned = async () =>
  (await db.select().from(users).where(inArray(users.id, ids))).filter(({ status }) => status === "Banned").length;

/** Undoes an act and waits for the end of the job. */
async function undone(batch: string, more: Record<string, string> = {}) {
  const { location } = await send({ batch, ...more });
  expect(location).toMatch(/^\/jobs\//);
  await jobsEnded();
  return jobOf(ada.id, location?.replace("/jobs/", "") ?? "")?.end;
}

describe("the undo of a very large act", () => {
  it("runs in batches as one act, which can be undone in the same way", async () => {
    const end = await undone(act);
    expect(end).toMatchObject({ text: "Undone: 35 changes", to: "/users?status=Banned" });
    expect(await banned()).toBe(0);
    const own = await db.select().from(journal).where(eq(journal.undoes, act));
    expect([own.length, new Set(own.map(({ batch }) => batch))]).toEqual([35, new Set([end?.undo])]);
    expect(await undone(end?.undo ?? "")).toMatchObject({ text: "Undone: 35 changes" });
    expect(await banned()).toBe(35);
  });

  it("skips and counts records that were changed since", async () => {
    await userResource.setStatus(ben, [100, 134], "Pending");
    expect(await undone(act)).toMatchObject({
      text: "Undone: 33 changes. 2 were passed over, because something else was changed there since.",
    });
    expect((await userResource.unrestricted.get(134))?.status).toBe("Pending");
  });

  it("is not done twice, and continues where it stopped", async () => {
    await write(
      async (tx) =>
        void tx.run(
          "create trigger stops before update on users when new.id = 110 begin select raise(abort, 'stop'); end",
        ),
    );
    expect(await undone(act)).toMatchObject({ tone: "error", text: expect.stringContaining("Undone: 20 changes") });
    await write(async (tx) => void tx.run("drop trigger stops"));
    expect(await undone(act)).toMatchObject({ text: "Undone: 15 changes" });
    expect(await undone(act)).toMatchObject({ tone: "error", text: "This was undone already." });
    expect(await banned()).toBe(0);
  });

  it("reports whether another process or a full disk blocks it", async () => {
    const other = openWriter(config.databaseFile);
    const patience = { ...otherProcesses };
    Object.assign(otherProcesses, { patience: 0 });
    other.exec("begin immediate");
    const { trouble, mayPass } = await undoAct(ada, { batch: act, undo: "undo" }, () => undefined);
    other.close();
    Object.assign(otherProcesses, patience);
    expect([trouble, mayPass]).toEqual([
      "Another program holds the database, so not all was undone. Try again in a moment.",
      true,
    ]);
    await fillDisk();
    expect((await undoAct(ada, { batch: act, undo: "undo" }, () => undefined)).trouble).toMatch(
      /^The server's disk is full, so not all was undone\./,
    );
  });

  it("reports success even if its notifications could not be withdrawn", async () => {
    await write(
      async (tx) =>
        void (await tx
          .insert(notifications)
          .values({ userId: ben.id, fromName: ada.name, text: "banned many", href: hrefOfAct(act) })),
    );
    await write(
      async (tx) =>
        void tx.run("create trigger stays before delete on notifications begin select raise(abort, 'stays'); end"),
    );
    expect(await undone(act)).toMatchObject({ text: "Undone: 35 changes", to: "/users?status=Banned" });
    expect(await banned()).toBe(0);
  });

  it("stops between two batches when the server stops, and continues from there", async () => {
    const { location } = await send({ batch: act });
    expect((await send({ batch: act })).location).toBe(location);
    await stopJobs();
    expect(jobOf(ada.id, location?.replace("/jobs/", "") ?? "")?.end).toMatchObject({
      tone: "error",
      text: expect.stringContaining("The server was stopped in the middle."),
    });
    await undone(act);
    expect(await banned()).toBe(0);
  });

  it("lets others make changes between two batches", async () => {
    await send({ batch: act });
    const left = await userResource.change(ben, ben.id, { country: "Chile" }).then(banned);
    await jobsEnded();
    expect(left).toBeGreaterThan(0);
    expect(await banned()).toBe(0);
  });

  it("is refused while the act to be undone is still running, whoever asks", async () => {
    let finish: () => void = () => undefined;
    startJob(
      ben,
      { title: "Banning", back: "/users", total: 35, batch: act },
      () => new Promise((resolve) => (finish = () => resolve({ text: "", to: "/users" }))),
    );
    const [first] = await db.select().from(journal).where(eq(journal.batch, act));
    const each: Record<string, string>[] = [{}, { entry: String(first?.id) }];
    for (const more of each) expect(toast(await send({ batch: act, ...more }))).toContain("This is still being done.");
    finish();
    await jobsEnded();
    await undone(act);
    expect(await banned()).toBe(0);
  });

  it("can be done for a single record, at once", async () => {
    const [first] = await db.select().from(journal).where(eq(journal.batch, act)).orderBy(asc(journal.id));
    expect(toast(await send({ batch: act, entry: String(first?.id) }))).toContain("Undone: change of Many 100");
    expect(await banned()).toBe(34);
  });
});

describe("the activity page", () => {
  const shown = async (search: string) =>
    (
      await run<{ entries: Entry[]; view: { total: number }; left: number }>(
        activity,
        await signedIn(get(`/activity?${search}`), ada),
      )
    ).data;

  it("links from one of many changes to all changes of the same act, and to no others", async () => {
    await userResource.setStatus(ben, [dan.id], "Pending");
    const [latest, other] = (await shown("")).entries;
    expect([latest?.act, other?.act]).toEqual([undefined, `/activity?change=${act}`]);
    const { entries, view } = await shown(`change=${act}`);
    expect([view.total, new Set(entries.map(({ batch }) => batch))]).toEqual([35, new Set([act])]);
    expect((await shown("change=nonsense")).view.total).toBe(0);
  });

  it("offers to undo all of an act while some of it is in effect, however often it was undone and redone", async () => {
    const left = async () => (await shown(`change=${act}`)).left;
    expect(await left()).toBe(35);
    const [first] = await db.select().from(journal).where(eq(journal.batch, act)).orderBy(asc(journal.id));
    await undoChange(ada, act, first?.id);
    expect(await left()).toBe(34);
    const rest = await undoChange(ada, act);
    expect(await left()).toBe(0);
    await undoChange(ada, (rest.ok && rest.batch) || "");
    expect(await left()).toBe(34);
  });

  it("offers no such undo for a single change that is undone or cannot be undone", async () => {
    const saved = await userResource.change(ada, dan.id, { name: "Dan Renamed" });
    const change = (saved.ok && saved.batch) || "";
    expect((await shown(`change=${change}`)).left).toBe(1);
    await userResource.change(ben, dan.id, { name: "Dan Again" });
    expect((await shown(`change=${change}`)).left).toBe(0);
  });
});
