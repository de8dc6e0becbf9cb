import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { db, write } from "db";
import { accounts, attempts, files, formKeys, jobs, journal, mailLinks, notifications, sessions, users } from "db/schema";
import { updateUser } from "~/users/users.server";
import { cast, testDatabase } from "~/testing/database";
import { signedIn } from "~/testing/requests";
import { runMaintenance } from "./maintenance.server";

testDatabase();
const now = new Date(); // the database has its own clock, which no test can turn
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now }));
afterEach(() => void vi.useRealTimers());

const daysAgo = (count: number) => new Date(now.getTime() - count * 86_400_000);
const ids = async () => (await db.select({ id: users.id }).from(users)).map(({ id }) => id);

describe("maintenance", () => {
  it("says a line for each piece, and keeps them", async () => {
    const lines = await runMaintenance();
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line).toMatch(/^Deleted 0 .+\.$/);
    expect(await db.select().from(jobs)).toMatchObject([{ holder: null, lastRunAt: now, lastResult: lines.join("\n") }]);
  });

  it("deletes people for good after thirty days in the trash, with their account, and keeps what the journal says", async () => {
    await write(async (tx) => {
      await tx.insert(journal).values({ batch: "b", byName: "Ada", entity: "users", recordId: "7", label: "Tess Trashed", action: "deleted" });
      await tx.update(users).set({ deletedAt: daysAgo(29) }).where(eq(users.id, cast.tess.id));
    });
    await runMaintenance();
    expect(await ids()).toContain(cast.tess.id);

    vi.setSystemTime(daysAgo(-2));
    expect(await runMaintenance()).toContain("Deleted 1 person who was in the trash for 30 days.");
    expect(await ids()).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await db.select().from(accounts).where(eq(accounts.uid, cast.tess.uid ?? ""))).toEqual([]);
    expect(await db.select().from(journal)).toHaveLength(1);
  });

  it("clears away what is over, and nothing else", async () => {
    await signedIn("/", cast.ada);
    await signedIn("/", cast.ben);
    await write(async (tx) => {
      await tx.update(sessions).set({ lastSeenAt: daysAgo(31) }).where(eq(sessions.userId, cast.ada.id));
      for (const [name, then] of [["old", daysAgo(8)], ["new", daysAgo(6)]] as const) {
        await tx.insert(formKeys).values({ key: name, entity: "users", recordId: "1", createdAt: then });
      }
      for (const [name, then] of [["old", daysAgo(0)], ["new", daysAgo(-1)]] as const) {
        await tx.insert(mailLinks).values({ codeHash: name, uid: "u", purpose: "reset", email: "a@example.com", expiresAt: then });
        await tx.insert(attempts).values({ key: name, count: 1, windowEndsAt: then });
      }
    });
    await runMaintenance();
    expect(await db.select({ userId: sessions.userId }).from(sessions)).toEqual([{ userId: cast.ben.id }]);
    expect(await db.select({ key: formKeys.key }).from(formKeys)).toEqual([{ key: "new" }]);
    expect(await db.select({ key: mailLinks.codeHash }).from(mailLinks)).toEqual([{ key: "new" }]);
    expect(await db.select({ key: attempts.key }).from(attempts)).toEqual([{ key: "new" }]);
  });

  it("deletes files that no record shows and no undo could bring back", async () => {
    const id = (letter: string) => letter.repeat(64);
    const file = (letter: string, createdAt = daysAgo(2)) => ({ id: id(letter), type: "image/webp", bytes: Buffer.from(letter), createdAt });
    await write(async (tx) => void (await tx.insert(files).values([file("a"), file("b"), file("c"), file("d", daysAgo(0.5))])));
    await updateUser(cast.ada, cast.ben.id, { image: `/files/${id("a")}` });
    await updateUser(cast.ada, cast.ben.id, { image: `/files/${id("b")}` });
    const kept = async () => (await db.select({ id: files.id }).from(files)).map((row) => row.id.charAt(0)).sort();

    await runMaintenance();
    expect(await kept()).toEqual(["a", "b", "d"]);
    vi.setSystemTime(daysAgo(-31));
    await runMaintenance();
    expect(await kept()).toEqual(["b"]);
  });

  it("is done by one instance at a time, and a dead one's place becomes free", async () => {
    const both = await Promise.all([runMaintenance(), runMaintenance()]);
    expect(both.map((lines) => lines.length).sort()).toEqual([1, 6]);
    await write(async (tx) => void (await tx.update(jobs).set({ holder: "dead", heldUntil: new Date(now.getTime() + 60_000) })));
    expect(await runMaintenance()).toHaveLength(1);
    vi.setSystemTime(now.getTime() + 60_001);
    expect(await runMaintenance()).toHaveLength(6);
  });

  it("takes a person's notifications along", async () => {
    await write(async (tx) => {
      await tx.insert(notifications).values({ userId: cast.tess.id, fromName: "Ada", text: "Hello", href: "/" });
      await tx.update(users).set({ deletedAt: daysAgo(40) }).where(eq(users.id, cast.tess.id));
    });
    await runMaintenance();
    expect(await db.select().from(notifications)).toEqual([]);
  });
});
