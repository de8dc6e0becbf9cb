/** Imports run in short transactions that form one act, which is either complete or undone. */
import { setImmediate as immediate, setTimeout as pause } from "node:timers/promises";
import { eq, like, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { config } from "config";
import { db, isChanging, otherProcesses, write } from "db";
import { openWriter } from "db/connection";
import { backgroundJobs, imports, journal, notifications, products, users } from "db/schema";
import { action as undo } from "~/features/records/undo";
import { takeUpInterrupted } from "~/maintenance/interrupted.server";
import { runIfDue, runMaintenance } from "~/maintenance/maintenance.server";
import { stopJobs, jobOf, jobsEnded, runningJobs } from "~/core/jobs/jobs.server";
import { loader as jobPage } from "~/features/records/job";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { readImport, importIt, send, tryFile } from "~/testing/imports";
import { addProducts } from "~/testing/products";
import { get, post, run, signedIn, toast } from "~/testing/requests";
import { userResource } from "~/features/users/users.server";
import { importTurn } from "./apply.server";
import { fileAtRest, startImport } from "./import-jobs.server";
import { deleteImport } from "./imports.server";
import { maxOfOne } from "./file/limits";
import { ownImports } from "./imports-of-person.server";
import { action as confirm, loader as rowsPage } from "~/features/import/rows";
import { retryPolicy } from "./retries.server";

testDatabase();
const { ada, ben, dan, pia } = cast;
const usual = { ...retryPolicy };
const usualOthers = { ...otherProcesses };
const usualTurn = { ...importTurn };
beforeEach(() => {
  Object.assign(retryPolicy, { pauseMs: 0 });
  importTurn.maxMs = Infinity; // the number of undone changes must not depend on the machine's speed
});
afterEach(async () => {
  Object.assign(retryPolicy, usual);
  Object.assign(importTurn, usualTurn);
  Object.assign(otherProcesses, usualOthers);
  await jobsEnded();
});

const people = (rows: number) =>
  `name,email,role,status\n${Array.from({ length: rows }, (_, row) => `Many ${row},many${row}@example.com,Data Scientist,Active\n`).join("")}`;
const living = async () =>
  (await db.select({ deletedAt: users.deletedAt }).from(users).where(like(users.email, "many%"))).filter(
    ({ deletedAt }) => !deletedAt,
  ).length;
const jobs = () => db.select().from(backgroundJobs);

/** Starts the import of 400 users, and returns once some of them exist. */
async function halfImported() {
  const { file } = await tryFile("users", people(400));
  const job = startImport(ada, file);
  while ((await living()) < 150) await immediate();
  return { file, job };
}

describe("an import of many rows", () => {
  it("yields the database after each record if a record takes as long as a turn may", async () => {
    importTurn.maxMs = 0;
    const { file } = await tryFile("users", people(30));
    const seen = new Set<number>();
    const job = startImport(ada, file);
    let over = false;
    const ended = jobsEnded().then(() => (over = true));
    while (!over) {
      // each of these runs between two changes of the import
      await userResource.change(ben, dan.id, { country: seen.size % 2 ? "Chile" : "Peru" });
      seen.add(await living());
      await immediate();
    }
    await ended;
    expect(job.end).toMatchObject({ text: "users.csv: 30 users created" });
    expect([...seen].some((count) => count % 20 !== 0 && count !== 30)).toBe(true);
  });

  it("lets saves and logins of others run between its changes, and is one act", async () => {
    const { job } = await halfImported();
    const atTheirTurns: number[] = [];
    await userResource.change(ben, dan.id, { country: "Chile" });
    atTheirTurns.push(await living());
    await signedIn("/", ben);
    atTheirTurns.push(await living());
    await jobsEnded();
    expect(Math.max(...atTheirTurns)).toBeLessThan(400);
    expect(await living()).toBe(400);
    expect(job.end).toMatchObject({ text: "users.csv: 400 users created", undo: job.batch });
    const own = await db.select({ batch: journal.batch }).from(journal).where(eq(journal.entity, "users"));
    expect(own.filter(({ batch }) => batch === job.batch)).toHaveLength(400);
  });

  it("says on its page that part of it is visible, and cannot be undone before it has ended", async () => {
    const { job } = await halfImported();
    expect((await run(jobPage, await signedIn(get("/x"), ada), { id: job.id })).data).toMatchObject({
      title: "Importing users.csv",
      changes: true,
    });
    expect(toast(await run(undo, await signedIn(post("/undo", { batch: job.batch ?? "" }), ada)))).toContain(
      "This is still being done.",
    );
    await jobsEnded();
    expect(await living()).toBe(400);
  });

  it("is undone as a whole if a row fails, says so, and can be imported once the cause is gone", async () => {
    const { file } = await tryFile("users", people(200));
    await userResource.create(ben, { ...dan, id: undefined, uid: null, name: "Quicker", email: "many170@example.com" });
    const end = await importIt(file.id);
    expect(end).toMatchObject({ tone: "error", to: `/import/${file.id}/rows` });
    expect(end?.text).toBe(
      "Line 172: Quicker already has this e-mail address. Use another one. What had been imported by then was undone: 160 changes, and the file was tried again: look at it once more.",
    );
    expect(await living()).toBe(1);
    const kept = await readImport(file.id);
    expect(kept.file).toMatchObject({ state: "tried", batch: null, creates: 199, changes: 1 });
    expect(await jobs()).toContainEqual(
      expect.objectContaining({
        title: "Undoing the import of users.csv",
        state: "failed",
        end: expect.objectContaining({ text: end?.text }),
      }),
    );
    expect((await importIt(file.id))?.text).toBe("users.csv: 199 users created, 1 user changed");
    expect(await living()).toBe(200);
  });

  it("keeps what somebody changed meanwhile, and says so", async () => {
    const { file } = await tryFile("users", people(400));
    await userResource.create(ben, { ...dan, id: undefined, uid: null, name: "Quicker", email: "many390@example.com" });
    const job = startImport(ada, file);
    while ((await living()) < 2) await immediate();
    const [first] = await db.select().from(users).where(eq(users.email, "many0@example.com"));
    await userResource.trash(ben, [first?.id ?? 0]);
    await jobsEnded();
    expect(job.end?.text).toMatch(
      /was undone: 379 changes, and the file was tried again: look at it once more\. 1 record was left as it is, because somebody changed it meanwhile\.$/,
    );
    expect(job.end?.links).toEqual([{ href: `/activity?change=${job.batch}`, title: "See which" }]);
  });

  it("notifies nobody if it is undone, and everybody once it is done", async () => {
    const rows = Array.from({ length: 120 }, (_, row) => ({ code: `P-${row}`, title: `Product ${row}`, stock: 18 }));
    const added = await addProducts(...rows);
    const csv = `code,stock\n${rows.map(({ code }, row) => `${code},${row === 3 ? 2 : 17}\n`).join("")}`;
    const { file } = await tryFile("products", csv);
    await write(
      async (tx) =>
        void (await tx
          .update(products)
          .set({ revision: 9 })
          .where(eq(products.id, added[110]?.id ?? 0))),
    );
    expect((await importIt(file.id))?.text).toMatch(
      /was changed since.* What had been imported by then was undone: 100 changes/,
    );
    expect(await db.$count(notifications)).toBe(0);
    expect(await db.$count(products, eq(products.stock, 18))).toBe(120);
    expect((await importIt(file.id))?.text).toBe("products.csv: 120 products changed");
    expect(
      await db.select({ href: notifications.href }).from(notifications).where(eq(notifications.userId, ben.id)),
    ).toEqual([{ href: `/products/${added[3]?.id}/overview` }]);
  });

  it("sends no mail to a user who gets access before it is done", async () => {
    const { file } = await tryFile(
      "users",
      `${people(100)}${pia.name},${pia.email},${pia.role},Active\n`.replace(/^(.*\n)([^]*\n)(.*\n)$/, "$1$3$2"),
    );
    await userResource.create(ben, { ...dan, id: undefined, uid: null, name: "Quicker", email: "many90@example.com" });
    await write(async (tx) => {
      tx.run("create table queued (recipient text)"); // sent mails are deleted from the outbox
      tx.run("create trigger noted after insert on mails begin insert into queued values (new.recipient); end");
    });
    const queued = () => db.all(sql`select recipient from queued`);
    expect((await importIt(file.id))?.text).toMatch(/What had been imported by then was undone: \d+ changes/);
    expect(queued()).toEqual([]);
    expect((await importIt(file.id))?.text).toBe("users.csv: 99 users created, 2 users changed");
    expect(queued()).toEqual([pia, ada, ben].map(({ email }) => ({ recipient: email })));
  });

  it("continues when another process has released the database", async () => {
    const { file } = await tryFile("users", people(400));
    const other = openWriter(config.databaseFile);
    Object.assign(otherProcesses, { patience: 0 });
    Object.assign(retryPolicy, { pauseMs: 50 });
    const job = startImport(ada, file);
    while ((await living()) === 0 || isChanging()) await immediate();
    other.exec("begin immediate");
    expect(await living()).toBeLessThan(400);
    const letGo = pause(300).then(() => other.exec("commit"));
    await Promise.all([letGo, jobsEnded()]);
    other.close();
    expect(job.end?.text).toBe("users.csv: 400 users created");
    expect(await living()).toBe(400);
  });

  it("an import of many rows on a full disk is undone once there is space, or says that it could not be", async () => {
    const { job, file } = await halfImported();
    Object.assign(retryPolicy, { maxAttempts: 2 });
    await fillDisk();
    await jobsEnded();
    expect(job.end).toMatchObject({
      tone: "error",
      text: expect.stringMatching(/^The server's disk is full.*Not all that had been imported by then could be undone/),
    });
    await expect(fileAtRest(ada, file.id)).rejects.toMatchObject({
      data: { message: expect.stringContaining("stopped in the middle") },
    });
    expect((await ownImports(ada)).map(({ standing }) => standing)).toEqual(["stopped"]);
    await write(async (tx) => void tx.get(sql`pragma max_page_count = 1000000`));
    await runIfDue();
    await jobsEnded();
    expect(await living()).toBe(0);
    expect((await readImport(file.id)).file).toMatchObject({ state: "tried", batch: null });
    expect((await jobs()).filter(({ id }) => id === job.id)).toMatchObject([
      {
        state: "failed",
        end: {
          text: expect.stringMatching(
            /^The import could not be carried out whole. What had been imported by then was undone: \d+ changes/,
          ),
        },
      },
    ]);
  });

  it("is undone even if its file is deleted meanwhile, and says so", async () => {
    const { job, file } = await halfImported();
    await deleteImport(file.id);
    await jobsEnded();
    expect(await living()).toBe(0);
    expect(job.end).toMatchObject({
      tone: "error",
      text: expect.stringMatching(
        /What had been imported by then was undone: \d+ changes\. The file could not be tried again: users.csv was imported already, or is not there any more\.$/,
      ),
    });
  });

  it("is not taken for an interrupted one while it is running", async () => {
    const { job } = await halfImported();
    await runIfDue();
    await jobsEnded();
    expect(job.end?.text).toBe("users.csv: 400 users created");
    expect(await living()).toBe(400);
  });
});

describe("an import interrupted by a stop of the server", () => {
  /** Leaves an import as a server does that stopped between two transactions. */
  async function stopped() {
    const { file, job } = await halfImported();
    await stopJobs();
    const left = await living();
    expect(left).toBeGreaterThan(0);
    expect(left).toBeLessThan(400);
    return { file, job, left };
  }

  it("is undone at the next start, as the same job, and its user is told", async () => {
    const { file, job, left } = await stopped();
    expect((await readImport(file.id)).file).toMatchObject({ state: "importing", batch: job.batch });
    expect(await jobs()).toMatchObject([{ state: "done" }, { id: job.id, state: "running" }]);
    await runMaintenance();
    expect((await run(confirm, await signedIn(post("/x"), ada), { id: file.id })).status).toBe(422);

    await takeUpInterrupted();
    expect(runningJobs().map(({ id, title }) => [id, title])).toEqual([[job.id, "Undoing the import of users.csv"]]);
    await jobsEnded();
    expect(await living()).toBe(0);
    const text = `The server was restarted in the middle of the import. What had been imported by then was undone: ${left} changes`;
    expect(jobOf(ada.id, job.id)?.end?.text).toBe(`${text}, and the file was tried again: look at it once more.`);
    expect(await jobs()).toContainEqual(
      expect.objectContaining({
        id: job.id,
        state: "failed",
        end: expect.objectContaining({ text: expect.stringContaining(text) }),
      }),
    );
    expect(
      await db
        .select({ userId: notifications.userId, text: notifications.text, href: notifications.href })
        .from(notifications),
    ).toEqual([{ userId: ada.id, text: `stopped the import of users.csv. ${text}.`, href: `/jobs/${job.id}` }]);
    const failure = async () =>
      (await run<{ failure?: string }>(rowsPage, await signedIn(get(`/import/${file.id}/rows`), ada), { id: file.id }))
        .data.failure;
    expect(await failure(), "on its page").toBe(`${text}, and the file was tried again: look at it once more.`);
    expect((await importIt(file.id))?.text).toBe("users.csv: 400 users created");
    expect(await failure()).toBeUndefined();
    expect(await living()).toBe(400);
  });

  it("is remembered until it is undone, however old it is and whatever else is imported", async () => {
    const { file } = await stopped();
    await write(
      async (tx) =>
        void (await tx
          .update(imports)
          .set({ createdAt: new Date(Date.now() - 3 * 86_400_000) })
          .where(eq(imports.id, file.id))),
    );
    await runMaintenance();
    for (let sent = 0; sent < maxOfOne + 1; sent++) await send("users", "name\nOne\n");
    expect((await readImport(file.id)).file.state).toBe("importing");
    await takeUpInterrupted();
    await jobsEnded();
    expect(await living()).toBe(0);
  });

  it("is undone once, even if the undo is interrupted", async () => {
    const { file, left } = await stopped();
    await takeUpInterrupted();
    while ((await living()) === left) await immediate();
    await stopJobs();
    expect(await living()).toBeGreaterThan(0);
    expect(await living()).toBeLessThan(left);
    await takeUpInterrupted();
    await jobsEnded();
    expect(await living()).toBe(0);
    expect((await readImport(file.id)).file).toMatchObject({ state: "tried", batch: null });
    await takeUpInterrupted();
    expect(runningJobs()).toEqual([]);
  });
});
