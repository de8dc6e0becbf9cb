import { setImmediate as immediate } from "node:timers/promises";
import { eq, inArray, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import {
  accounts,
  apiTokens,
  attempts,
  files,
  formKeys,
  jobs,
  journal,
  mailLinks,
  notifications,
  sessions,
  users,
} from "db/schema";
import { undoChange } from "~/core/undo/undo.server";
import { recordSecurity } from "~/core/resource/act.server";
import { erasePerson } from "~/features/users/erase.server";
import { userResource } from "~/features/users/users.server";
import { preferencesOf } from "~/features/notifications/preferences";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { lastMaintenance } from "./last-run.server";
import { runMaintenance, startTimer } from "./maintenance.server";
import { emptyTrash } from "./trash.server";
import { deleteUnusedFiles } from "./unused-files.server";

testDatabase();
/** Number of maintenance tasks. */
const pieces = 29;
const now = new Date(); // the database has its own clock, which tests cannot set
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

const daysAgo = (count: number) => new Date(now.getTime() - count * 86_400_000);
const ids = async () => (await db.select({ id: users.id }).from(users).orderBy(users.id)).map(({ id }) => id);

describe("maintenance", () => {
  it("prints and stores a line for each task", async () => {
    await write(async (tx) => void (await tx.update(users).set({ notices: { ...preferencesOf(null), digest: null } }))); // digests are due on some days
    const lines = await runMaintenance();
    expect(lines).toHaveLength(pieces);
    for (const line of lines)
      expect(line).toMatch(/^(Deleted|Verified|Reset|Stored|Told of|Told the identity provider of|Sent|Began) 0 .+\.$/);
    expect(await db.select().from(jobs)).toMatchObject([
      { holder: null, lastRunAt: now, lastResult: lines.join("\n") },
    ]);
  });

  it("erases people after thirty days in the trash, with their account, and keeps only journal entries without names", async () => {
    const { tess, ada } = cast;
    await write(async (tx) => {
      await tx.update(users).set({ deletedAt: null }).where(eq(users.id, tess.id));
      await recordSecurity(tx, tess, tess, "registered");
      for (const uid of ["uid-1", "uid-7"])
        await tx
          .insert(mailLinks)
          .values({ codeHash: uid, uid, purpose: "reset", email: "a@example.com", expiresAt: daysAgo(-99) });
      await tx.insert(journal).values({
        batch: "b",
        byName: "Portico",
        entity: "orders",
        recordId: String(tess.id),
        label: "Order 7",
        action: "created",
      });
    });
    await userResource.change(ada, tess.id, { name: "Tessa Newname", phone: "+47 999" });
    await userResource.change(tess, ada.id, { country: "Malta" });
    await userResource.setStatus(ada, [tess.id], "Pending", { note: "Tess is away" });
    await userResource.trash(ada, [tess.id]);
    vi.setSystemTime(daysAgo(-29));
    await runMaintenance();
    expect(await ids()).toContain(tess.id);

    vi.setSystemTime(daysAgo(-31));
    expect(await runMaintenance()).toContain("Deleted 1 record that was in the trash for 30 days.");
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 6]);
    expect((await db.select().from(accounts)).map(({ uid }) => uid)).toEqual([
      "uid-1",
      "uid-2",
      "uid-3",
      "uid-4",
      "uid-5",
    ]);
    expect((await db.select().from(mailLinks)).map(({ uid }) => uid)).toEqual(["uid-1"]);
    const entries = await db.select().from(journal);
    expect(JSON.stringify(entries)).not.toMatch(/Tess|\+47/);
    expect(entries.map(({ byName, label, action, note, after }) => [byName, label, action, note ?? after])).toEqual([
      ["(erased)", "(erased)", "security", "registered"],
      ["Portico", "Order 7", "created", null],
      [ada.name, "(erased)", "changed", null],
      ["(erased)", ada.name, "changed", { country: "Malta" }],
      [ada.name, "(erased)", "changed", null],
      [ada.name, "(erased)", "deleted", null],
    ]);
    expect(await undoChange(ada, entries[5]?.batch ?? "")).toMatchObject({
      ok: false,
      message: expect.stringContaining("gone for good"),
    });
  });

  it("keeps people and accounts that were restored meanwhile, or put in the trash again", async () => {
    await userResource.restore(cast.ada, [cast.tess.id]);
    const erase = () => write((tx) => erasePerson(tx, userResource, cast.tess.id, daysAgo(1)));
    expect(await erase()).toBe(false);
    await userResource.trash(cast.ada, [cast.tess.id]);
    expect(await erase()).toBe(false);
    expect(await ids()).toContain(cast.tess.id);
    expect(
      await db
        .select()
        .from(accounts)
        .where(eq(accounts.uid, cast.tess.uid ?? "")),
    ).toHaveLength(1);
    expect(JSON.stringify(await db.select().from(journal))).toContain("Tess Trashed");
  });

  it("erases the others if one record cannot be erased, and reports the failure until it succeeds", async () => {
    const { tess, dan } = cast;
    await write(async (tx) => {
      await tx
        .update(users)
        .set({ deletedAt: daysAgo(40) })
        .where(inArray(users.id, [tess.id, dan.id]));
      tx.run(sql`create trigger odd before delete on users when old.id = ${sql.raw(String(dan.id))}
        begin select raise(abort, 'odd'); end`);
    });
    const lines = await runMaintenance();
    expect(lines).toContain("The trash: this failed, and will be tried again. The log says why.");
    expect(await ids()).toEqual([1, 2, 3, 4, 5, dan.id]);
    expect(await lastMaintenance()).toEqual({ last: now.toISOString(), failed: ["The trash"] });
    await write(async (tx) => void tx.run(sql`drop trigger odd`));
    await runMaintenance();
    expect(await ids()).not.toContain(dan.id);
    expect(await lastMaintenance()).toMatchObject({ failed: [] });
  });

  it("lets other writes run while it empties the trash", async () => {
    const trashed = Array.from({ length: 200 }, (_, number) => ({
      ...cast.tess,
      id: 100 + number,
      uid: null,
      email: `${number}@example.com`,
      deletedAt: daysAgo(40),
    }));
    await write(async (tx) => void (await tx.insert(users).values(trashed)));
    let turns = 0;
    const clock = setInterval(() => turns++, 0);
    await emptyTrash(daysAgo(30));
    clearInterval(clock);
    expect(turns).toBeGreaterThan(5);
    expect(await db.$count(users)).toBeLessThan(10);
  });

  it("deletes what has expired, and nothing else", async () => {
    await signedIn("/", cast.ada);
    await signedIn("/", cast.ben);
    await write(async (tx) => {
      await tx
        .update(sessions)
        .set({ lastSeenAt: daysAgo(31) })
        .where(eq(sessions.userId, cast.ada.id));
      for (const [name, then] of [
        ["old", daysAgo(8)],
        ["new", daysAgo(6)],
      ] as const) {
        await tx.insert(formKeys).values({ key: name, entity: "users", recordId: "1", createdAt: then });
      }
      for (const [name, then] of [
        ["old", daysAgo(0)],
        ["new", daysAgo(-1)],
      ] as const) {
        await tx
          .insert(mailLinks)
          .values({ codeHash: name, uid: "u", purpose: "reset", email: "a@example.com", expiresAt: then });
        await tx.insert(attempts).values({ key: name, count: 1, windowEndsAt: then });
      }
      for (const [name, expiresAt] of [
        ["old", daysAgo(31)],
        ["new", daysAgo(29)],
      ] as const) {
        await tx.insert(apiTokens).values({
          name,
          tokenHash: name,
          userId: cast.ada.id,
          start: "portico_",
          areas: { sales: "view" },
          expiresAt,
        });
      }
    });
    await runMaintenance();
    expect(await db.select({ userId: sessions.userId }).from(sessions)).toEqual([{ userId: cast.ben.id }]);
    expect(await db.select({ key: formKeys.key }).from(formKeys)).toEqual([{ key: "new" }]);
    expect(await db.select({ key: mailLinks.codeHash }).from(mailLinks)).toEqual([{ key: "new" }]);
    expect(await db.select({ key: attempts.key }).from(attempts)).toEqual([{ key: "new" }]);
    expect(await db.select({ name: apiTokens.name }).from(apiTokens)).toEqual([{ name: "new" }]);
  });

  it("deletes files that no record shows and no undo could restore", async () => {
    const { ada, ben } = cast;
    const id = (letter: string) => letter.repeat(64);
    const file = (letter: string, createdAt = daysAgo(2)) => ({
      id: id(letter),
      type: "image/webp",
      bytes: Buffer.from(letter),
      createdAt,
    });
    await write(
      async (tx) => void (await tx.insert(files).values([file("a"), file("b"), file("c"), file("d", daysAgo(0.5))])),
    );
    await userResource.change(ada, ben.id, { image: `/files/${id("a")}` });
    const changed = await userResource.change(ada, ben.id, { image: `/files/${id("b")}` });
    const kept = async () => (await db.select({ id: files.id }).from(files)).map((row) => row.id.charAt(0)).sort();

    await runMaintenance();
    expect(await kept()).toEqual(["a", "b", "d"]);
    vi.setSystemTime(daysAgo(-400));
    await runMaintenance();
    expect(await kept()).toEqual(["a", "b"]);
    await undoChange(ada, (changed.ok && changed.batch) || "");
    expect((await userResource.unrestricted.find(ben.id))?.image).toBe(`/files/${id("a")}`);

    await userResource.trash(ada, [ben.id]);
    vi.setSystemTime(daysAgo(-500));
    await runMaintenance();
    expect(await kept()).toEqual([]);
  });

  it("keeps files that a record refers to, however it got them", async () => {
    const id = "f".repeat(64);
    await write(async (tx) => {
      await tx.insert(files).values({ id, type: "image/webp", bytes: Buffer.from("f"), createdAt: daysAgo(2) });
      await tx
        .update(users)
        .set({ image: `/files/${id}` })
        .where(eq(users.id, cast.ben.id));
    });
    await runMaintenance();
    expect(await db.$count(files)).toBe(1);
  });

  it("keeps files that a record starts to use while the task is running", async () => {
    const id = "f".repeat(64);
    await write(
      async (tx) =>
        void (await tx
          .insert(files)
          .values({ id, type: "image/webp", bytes: Buffer.from("f"), createdAt: daysAgo(2) })),
    );
    let go = () => {};
    void write(() => new Promise<void>((resolve) => (go = resolve)));
    const taking = userResource.change(cast.ada, cast.ben.id, { image: `/files/${id}` });
    const deleting = deleteUnusedFiles(now);
    for (let turn = 0; turn < 20; turn++) await immediate(); // everything has been read, and the change is still waiting
    go();
    await taking;
    expect(await deleting).toBe(0);
    expect(await db.$count(files)).toBe(1);
  });

  it("finds files that are named far back in a long journal", async () => {
    const [early, late] = ["e".repeat(64), "f".repeat(64)];
    const entry = (number: number) => ({
      id: number,
      batch: "b",
      byName: "Ada",
      entity: "users",
      recordId: "1",
      label: "Ada",
      action: "changed" as const,
    });
    await write(async (tx) => {
      for (const id of [early, late])
        await tx.insert(files).values({ id, type: "image/webp", bytes: Buffer.from(id), createdAt: daysAgo(2) });
      await tx
        .insert(journal)
        .values([
          { ...entry(1_999), before: { image: `/files/${early}` } },
          { ...entry(2_000), before: { image: `/files/${late}` } },
          entry(9_000),
        ]);
    });
    await runMaintenance();
    expect(await db.$count(files)).toBe(2);
  });

  it("continues with the other tasks when one fails", async () => {
    await write(async (tx) => {
      await tx.insert(formKeys).values({ key: "old", entity: "users", recordId: "1", createdAt: daysAgo(8) });
      tx.run(sql`create trigger stuck before delete on form_keys begin select raise(abort, 'stuck'); end`);
      await tx
        .update(users)
        .set({ deletedAt: daysAgo(40) })
        .where(eq(users.id, cast.tess.id));
    });
    const lines = await runMaintenance();
    expect(lines.filter((line) => line.includes("this failed"))).toEqual([
      "Form keys: this failed, and will be tried again. The log says why.",
    ]);
    expect(await ids()).not.toContain(cast.tess.id);
  });

  it("keeps people who are still referred to, and erases the others", async () => {
    await write(async (tx) => {
      tx.run(sql`create table ties (user_id integer references users(id))`);
      tx.run(sql`insert into ties values (${cast.tess.id})`);
      await tx
        .update(users)
        .set({ deletedAt: daysAgo(40) })
        .where(inArray(users.id, [cast.tess.id, cast.dan.id, cast.rex.id]));
    });
    expect(await emptyTrash(daysAgo(30))).toBe(2);
    expect(await ids()).toEqual([1, 2, 3, 4, 7]);
  });

  it("runs by itself, an hour after the last run", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "setInterval", "clearTimeout", "clearInterval"], now });
    const lastRun = async () => (await db.select().from(jobs))[0]?.lastRunAt?.getTime() ?? 0;
    const ranAfter = (minutes: number) =>
      vi.waitFor(async () => expect(await lastRun()).toBeGreaterThanOrEqual(now.getTime() + minutes * 60_000));
    startTimer();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(await lastRun()).toBe(0);
    await vi.advanceTimersByTimeAsync(1_000);
    await ranAfter(0.5);
    const first = await lastRun();
    await vi.advanceTimersByTimeAsync(50 * 60_000);
    expect(await lastRun()).toBe(first);
    await vi.advanceTimersByTimeAsync(20 * 60_000);
    await ranAfter(60);
  });

  it("runs although a wrong clock stored a last run or a lease in the future", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setTimeout", "setInterval", "clearTimeout", "clearInterval"], now });
    await write(
      async (tx) =>
        void (await tx
          .insert(jobs)
          .values({ name: "maintenance", lastRunAt: daysAgo(-400), holder: "dead", heldUntil: daysAgo(-400) })),
    );
    startTimer();
    await vi.advanceTimersByTimeAsync(30_000);
    await vi.waitFor(async () =>
      expect((await db.select().from(jobs))[0]?.lastRunAt?.getTime()).toBeLessThanOrEqual(Date.now()),
    );
  });

  it("keeps its lease while it runs, and stops if another instance has it", async () => {
    vi.useFakeTimers({ toFake: ["Date", "setInterval", "clearInterval"], now });
    const job = async () => (await db.select().from(jobs))[0];
    let end = () => undefined as void;
    const slow = runMaintenance({
      Slow: () => new Promise<string>((resolve) => (end = () => resolve("Done."))),
      Next: async () => "Done too.",
    });
    for (let minutes = 9; minutes < 60; minutes += 9) {
      await vi.advanceTimersByTimeAsync(9 * 60_000);
      await vi.waitFor(async () => expect((await job())?.heldUntil?.getTime()).toBeGreaterThan(Date.now()));
      expect(await runMaintenance()).toEqual(["Another instance is at it, so nothing was done here."]);
    }
    await write(async (tx) => void (await tx.update(jobs).set({ holder: "another" })));
    await vi.advanceTimersByTimeAsync(9 * 60_000);
    await write(async () => undefined); // waits for the renewals
    end();
    expect(await slow).toEqual(["Done.", "Next: Another instance is at it, so nothing was done here."]);
    expect((await job())?.holder).toBe("another");
  });

  it("is done by one instance at a time, and takes over the lease of a dead one", async () => {
    const both = await Promise.all([runMaintenance(), runMaintenance()]);
    expect(both.map((lines) => lines.length).sort()).toEqual([1, pieces]);
    await write(
      async (tx) => void (await tx.update(jobs).set({ holder: "dead", heldUntil: new Date(now.getTime() + 60_000) })),
    );
    expect(await runMaintenance()).toHaveLength(1);
    vi.setSystemTime(now.getTime() + 60_001);
    expect(await runMaintenance()).toHaveLength(pieces);
  });

  it("deletes the notifications of an erased person", async () => {
    await write(async (tx) => {
      await tx.insert(notifications).values({ userId: cast.tess.id, fromName: "Ada", text: "Hello", href: "/" });
      await tx
        .update(users)
        .set({ deletedAt: daysAgo(40) })
        .where(eq(users.id, cast.tess.id));
    });
    await runMaintenance();
    expect(await db.select().from(notifications)).toEqual([]);
  });
});
