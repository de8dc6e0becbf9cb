import { copyFileSync, existsSync, renameSync, rmSync } from "node:fs";
import { setImmediate as turn, setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { config } from "config";
import { cast, testDatabase } from "~/testing/database";
import {
  afterCommit,
  closeDatabase,
  db,
  lendQueueSlot,
  heldByOthers,
  isSameFile,
  WriteTimeout,
  otherProcesses,
  withWriteTimeout,
  write,
  type Transaction,
} from ".";
import { type Connection, DatabaseError, fileError, FileReplaced, openReader, openWriter } from "./connection";
import { foldVersion } from "./fold";
import { checkDatabase, migrateDatabase } from "./migrate";
import { facts, users } from "./schema";

testDatabase();

const names = async () => (await db.select({ name: users.name }).from(users)).map((user) => user.name);
const rename = (tx: Transaction, name: string) => tx.update(users).set({ name }).where(eq(users.id, cast.ada.id));

describe("the read-only connection", () => {
  it("refuses every change of the database", async () => {
    await names();
    const anyDb = db as unknown as Transaction;
    expect(() => rename(anyDb, "Escaped").run()).toThrow(/readonly/);
    expect(() => anyDb.run(sql`delete from users`)).toThrow();
    expect(await names()).toContain("Ada Active");
  });

  it("never sees a change that is not committed, and sees it immediately afterwards", async () => {
    await write(async (tx) => {
      await rename(tx, "Half Done");
      expect(await names()).not.toContain("Half Done");
    });
    expect(await names()).toContain("Half Done");
  });
});

describe("write", () => {
  it("rolls everything back when the change throws", async () => {
    const failing = write(async (tx) => {
      await rename(tx, "Not Kept");
      throw new Error("stop");
    });
    await expect(failing).rejects.toThrow("stop");
    expect(await names()).not.toContain("Not Kept");
  });

  it("runs changes one after another, each based on the previous one", async () => {
    await write(async (tx) => void (await tx.insert(facts).values({ name: "count", value: "0" })));
    const addOne = () =>
      write(async (tx) => {
        const [row] = await tx.select().from(facts).where(eq(facts.name, "count"));
        await turn(); // no other change may run during an await
        await tx
          .update(facts)
          .set({ value: String(Number(row?.value) + 1) })
          .where(eq(facts.name, "count"));
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    expect((await db.select().from(facts).where(eq(facts.name, "count")))[0]?.value).toBe("20");
  });

  it("passes a transaction that cannot be used afterwards", async () => {
    let kept: Transaction | undefined;
    await write(async (tx) => void (kept = tx));
    expect(() => kept?.select()).toThrow(/revoked/);
  });

  it("refuses a query that was built inside and run outside", async () => {
    const leaked = await write(async (tx) => ({ query: rename(tx, "Leaked") }));
    expect(() => leaked.query.run()).toThrow(/readonly/);
    expect(await names()).not.toContain("Leaked");
  });

  it("refuses to be called inside itself, instead of waiting forever", async () => {
    await expect(write(() => write(async () => undefined))).rejects.toThrow(/inside write/);
  });

  it("continues after a change that failed", async () => {
    await write(() => Promise.reject(new Error("first"))).catch(() => undefined);
    await write(async (tx) => void (await rename(tx, "Second")));
    expect(await names()).toContain("Second");
  });

  it("finishes before the database closes", async () => {
    let begin!: () => void;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const last = write(async (tx) => {
      begin();
      for (let turns = 0; turns < 5; turns++) await turn();
      await rename(tx, "Just In Time");
    });
    await begun;
    await Promise.all([closeDatabase(), last]);
    expect(await names()).toContain("Just In Time");
  });

  it("waits for another process that holds the database for a moment", async () => {
    const other = openWriter(config.databaseFile);
    other.exec("BEGIN IMMEDIATE");
    const waiting = write(async (tx) => void (await rename(tx, "Patient")));
    setTimeout(() => other.exec("COMMIT"), 400);
    await waiting;
    other.close();
    expect(await names()).toContain("Patient");
  });
});

describe("an error inside a change", () => {
  it("is a database error only if the driver says so", async () => {
    const failing = (code: string) =>
      write(() => Promise.reject(Object.assign(new Error("refused by the post office"), { code })));
    await expect(failing("EACCES")).rejects.toThrow("refused by the post office");
    await expect(failing("SQLITE_FULL")).rejects.toThrow(DatabaseError);
  });

  it("has a message if another process holds the database, and the next change succeeds", async () => {
    const other = openWriter(config.databaseFile);
    other.exec("BEGIN IMMEDIATE");
    await expect(write((tx) => rename(tx, "Too Late"))).rejects.toThrow("held by another program");
    expect(heldByOthers()).toBeGreaterThan(0);
    other.exec("ROLLBACK");
    other.close();
    await write((tx) => rename(tx, "In Time"));
    expect(await names()).toContain("In Time");
    expect(heldByOthers()).toBe(0);
  });
});

describe("while another process holds the database", () => {
  const patience = 1_000;
  let other: Connection;
  beforeEach(() => {
    otherProcesses.patience = patience;
    other = openWriter(config.databaseFile);
  });
  afterEach(() => {
    otherProcesses.patience = 4_500;
    other.close();
  });

  it("changes time out in their order, and waiting behind others does not shorten their time", async () => {
    other.exec("BEGIN IMMEDIATE");
    const said: string[] = [];
    const changes = ["first", "second", "third", "fourth"].map((name) =>
      write((tx) => rename(tx, name)).catch(() => said.push(name)),
    );
    await Promise.race([Promise.all(changes), pause(2.5 * patience).then(() => said.push("the time of two"))]);
    expect(said).toEqual(["first", "second", "third", "fourth"]);
    other.exec("ROLLBACK");
    await Promise.all(changes);
    expect(await names()).not.toContain("first");
  });

  it("a change that waited behind a long change of this process still has its full time", async () => {
    const long = lendQueueSlot(async (begun) => {
      begun();
      await pause(1.5 * patience);
      other.exec("BEGIN IMMEDIATE");
      setTimeout(() => other.exec("COMMIT"), 200);
    });
    await write((tx) => rename(tx, "Behind"));
    await long;
    expect(await names()).toContain("Behind");
  });

  it("no change lets SQLite wait, which would block the whole server", async () => {
    expect(await write(async (tx) => tx.get(sql`pragma busy_timeout`))).toEqual({ timeout: 0 });
  });
});

describe("a database that is removed or replaced while it is open", () => {
  const said = "removed or replaced while the server was running";

  it.each([
    ["removed", () => rmSync(config.databaseFile)],
    [
      "replaced",
      () => (
        copyFileSync(config.databaseFile, `${config.databaseFile}.copy`),
        renameSync(`${config.databaseFile}.copy`, config.databaseFile)
      ),
    ],
    ["without its log", () => rmSync(`${config.databaseFile}-wal`)],
  ])("accepts no more changes once it is %s", async (_, damage) => {
    await write((tx) => rename(tx, "Acknowledged"));
    damage();
    await expect(write((tx) => rename(tx, "Vanished"))).rejects.toThrow(said);
    await expect(write((tx) => rename(tx, "Vanished"))).rejects.toBeInstanceOf(FileReplaced);
    expect(isSameFile()).toBe(false);
  });

  it("is noticed by the next change, and before the first one", async () => {
    await expect(
      write((tx) => rename(tx, "Vanished").then(() => rmSync(`${config.databaseFile}-wal`))),
    ).rejects.toThrow(said);
    await closeDatabase();
    expect(await names()).not.toContain("Vanished");
    rmSync(config.databaseFile);
    await expect(write((tx) => rename(tx, "Vanished"))).rejects.toThrow(said);
    expect(existsSync(config.databaseFile)).toBe(false);
  });

  it("keeps committed changes that were only in the log", async () => {
    await write((tx) => rename(tx, "Acknowledged"));
    rmSync(`${config.databaseFile}-wal`);
    await expect(write((tx) => rename(tx, "Refused"))).rejects.toThrow(said);
    copyFileSync(config.databaseFile, `${config.databaseFile}.after-a-kill`);
    const after = new Database(`${config.databaseFile}.after-a-kill`);
    expect(after.prepare("select name from users where id = ?").pluck().get(cast.ada.id)).toBe("Acknowledged");
    after.close();
  });
});

describe("the connections", () => {
  it("commit to the disk, enforce foreign keys and do not block the process", () => {
    const writer = openWriter(config.databaseFile);
    const pragma = (name: string) => writer.pragma(name, { simple: true });
    expect(pragma("journal_mode")).toBe("wal");
    expect(pragma("synchronous")).toBe(2); // FULL
    expect(pragma("foreign_keys")).toBe(1);
    expect(pragma("cache_size")).toBe(-4000); // leaves little for the commit of a large change to write
    expect(pragma("busy_timeout")).toBeLessThanOrEqual(250);
    writer.close();
    const reader = openReader(config.databaseFile);
    expect(reader.readonly).toBe(true);
    reader.close();
  });
});

describe("indexes of folded text", () => {
  const rows = (connection: Connection) =>
    (connection.pragma("integrity_check") as { integrity_check: string }[]).map((row) => row.integrity_check);

  /** Inserts a row indexed by another version of `fold`, restarts, and returns whether the indexes are correct. */
  async function startedWith(fact: string, email: string) {
    await closeDatabase();
    const older = new Database(config.databaseFile);
    for (const name of ["folded", "natural_key"]) older.function(name, { deterministic: true }, (text) => text);
    older.prepare("insert into users (name, email, role, status) values ('ÁDA', ?, '', 'Active')").run(email);
    older.prepare("update facts set value = ? where name = 'unicode'").run(fact);
    older.close();
    const writer = openWriter(config.databaseFile);
    expect(rows(writer).join()).toContain("missing from index users_by_name");
    migrateDatabase(config.databaseFile);
    writer.close(); // its connection still knows the old search index
    const fresh = openWriter(config.databaseFile);
    const found = fresh
      .prepare("select count(*) from user_search where user_search match ?")
      .pluck()
      .get(`"ada ${email}"`);
    const isRight = rows(fresh).join() === "ok" && found === 1;
    expect(fresh.prepare("select value from facts where name = 'unicode'").pluck().get()).toBe(
      `${process.versions.unicode} ${foldVersion}`,
    );
    fresh.close();
    return isRight;
  }

  it("are rebuilt if another Node version knew other letters, or text was folded differently", async () => {
    const { unicode } = process.versions;
    expect(await startedWith(`${unicode} ${foldVersion}`, "as-now@example.com")).toBe(false);
    expect(await startedWith(unicode ?? "", "unsaid@example.com")).toBe(foldVersion !== 1); // a file from before the version was stored
    expect(await startedWith("1.0", "older@example.com")).toBe(true);
    expect(await startedWith(`1.0 ${foldVersion}`, "node@example.com")).toBe(true);
    expect(await startedWith(`${unicode} ${foldVersion + 1}`, "fold@example.com")).toBe(true);
  });
});

describe("a database that cannot be used", () => {
  it("is reported with a message if it is not a database", async () => {
    const { writeFileSync } = await import("node:fs");
    const file = `${config.dataDir}/broken.db`;
    writeFileSync(file, "This is a letter to my grandmother, not a database. ".repeat(50));
    expect(() => migrateDatabase(file)).toThrow(DatabaseError);
    expect(() => migrateDatabase(file)).toThrow(/damaged or not a database\. Restore a backup/);
    expect(() => openReader(file)).toThrow(DatabaseError);
  });

  it.each([
    ["SQLITE_FULL", "disk is full"],
    ["ENOSPC", "disk is full"],
    ["SQLITE_CANTOPEN", "cannot be opened for writing"],
    ["EACCES", "cannot be opened for writing"],
    ["SQLITE_BUSY", "held by another program"],
    ["SQLITE_CORRUPT", "damaged"],
  ])("is reported with a message for %s; other errors have none", (code, words) => {
    expect(fileError("portico.db", { code })?.message).toContain(words);
    expect([fileError("portico.db", new Error("x")), fileError("portico.db", null)]).toEqual([undefined, undefined]);
  });

  it("is reported with a message if rows refer to missing rows", async () => {
    await closeDatabase();
    const writer = openWriter(config.databaseFile);
    writer.pragma("foreign_keys = OFF");
    writer.exec("insert into sessions (token_hash, user_id, device, address) values ('x', 999, '', '')");
    writer.close();
    expect(() => migrateDatabase(config.databaseFile)).toThrow(/refer to missing rows/);
  });

  it("is reported with a message if a newer Portico created it", async () => {
    await closeDatabase();
    const writer = openWriter(config.databaseFile);
    writer.exec("insert into __drizzle_migrations (hash, created_at) values ('from the future', 9999999999999)");
    expect(() => checkDatabase(writer, config.databaseFile)).toThrow(/newer Portico\. Update the code/);
    writer.close();
  });

  it("is found to be damaged by a full check", async () => {
    const { readFileSync, writeFileSync } = await import("node:fs");
    await closeDatabase();
    const writer = openWriter(config.databaseFile);
    writer.pragma("wal_checkpoint(TRUNCATE)");
    writer.close();
    const file = `${config.dataDir}/torn.db`;
    const bytes = readFileSync(config.databaseFile);
    bytes.fill(0x55, 8192, bytes.length); // keeps the first pages, so that it can still be opened
    writeFileSync(file, bytes);
    expect(() => migrateDatabase(file)).toThrow(/damaged/);
  });
});

describe("afterCommit", () => {
  it("runs callbacks in order once the change is committed, when others can write again", async () => {
    const done: string[] = [];
    const again: Promise<unknown>[] = [];
    await write(async (tx) => {
      afterCommit(() => {
        done.push("first");
        again.push(write((later) => rename(later, "Changed Again")));
      });
      afterCommit(() => done.push("second"));
      await rename(tx, "Changed");
      expect(done).toEqual([]);
    });
    expect(done).toEqual(["first", "second"]);
    expect(await names()).toContain("Changed");
    await Promise.all(again);
    expect(await names()).toContain("Changed Again");
  });

  it("runs nothing if the change is rolled back, and does not affect other changes", async () => {
    const done: string[] = [];
    const failing = write(async () => {
      afterCommit(() => done.push("failed"));
      throw new Error("stop");
    });
    const kept = write(async () => afterCommit(() => done.push("kept")));
    await expect(failing).rejects.toThrow("stop");
    await kept;
    expect(done).toEqual(["kept"]);
  });

  it("can be used only inside a change", () => {
    expect(() => afterCommit(() => undefined)).toThrow(/outside write/);
  });
});

describe("a change that waits for its turn", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  /** Starts a write that lasts until `end` is called. */
  function long() {
    let end = () => undefined as void;
    const waits = new Promise<void>((resolve) => (end = resolve));
    return { made: write(() => waits), end };
  }

  it("is refused after its timeout, and then never made, while others keep waiting", async () => {
    const { made, end } = long();
    const impatient = withWriteTimeout(10, () => write((tx) => rename(tx, "Impatient").then(() => undefined)));
    const patient = write(
      async (tx) => (await tx.select({ name: users.name }).from(users).where(eq(users.id, cast.ada.id)))[0]?.name,
    );
    vi.advanceTimersByTime(10);
    await expect(impatient).rejects.toBeInstanceOf(WriteTimeout);
    end();
    await made;
    expect(await patient).toBe(cast.ada.name);
    expect(await names()).not.toContain("Impatient");
  });

  it("is completed once it has begun, however long it takes", async () => {
    const { made, end } = long();
    const slow = () =>
      withWriteTimeout(10, () =>
        write(async (tx) => {
          vi.advanceTimersByTime(30);
          await turn();
          await rename(tx, "Slow");
        }),
      );
    const behind = slow();
    vi.advanceTimersByTime(10);
    await expect(behind).rejects.toBeInstanceOf(WriteTimeout); // the change never began
    end();
    await made;
    await slow();
    expect(await names()).toContain("Slow");
  });

  it("does not shorten the timeout of the work that follows from it", async () => {
    let followed: Promise<void> | undefined;
    let other: ReturnType<typeof long> | undefined;
    await withWriteTimeout(10, () =>
      write(async () =>
        afterCommit(() => {
          other = long();
          followed = write((tx) => rename(tx, "Followed").then(() => undefined));
        }),
      ),
    );
    vi.advanceTimersByTime(30);
    other?.end();
    await followed;
    expect(await names()).toContain("Followed");
  });
});
