import { statSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { config } from "config";
import { cast, fillDisk, testDatabase } from "~/testing/database";
import { closeDatabase, db, write } from ".";
import { DatabaseError, fileError, isDiskFull } from "./connection";
import { users } from "./schema";
import { checkSpace } from "./space";

testDatabase();

const coded = (code: string) => Object.assign(new Error("x"), { code });

describe("a full disk", () => {
  it.each(["SQLITE_FULL", "ENOSPC"])("is reported with the same message for %s", (code) => {
    const error = fileError("/data/portico.db", coded(code));
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error?.message).toBe("The disk is full, so /data/portico.db cannot grow. Free some space and try again.");
    expect([isDiskFull(coded(code)), isDiskFull(error)]).toEqual([true, true]);
  });

  it.each([coded("SQLITE_BUSY"), fileError("f", coded("SQLITE_CORRUPT")), new Error("FULL"), null, undefined])(
    "is not reported for %s",
    (error) => {
      expect(isDiskFull(error)).toBe(false);
    },
  );

  it("is noticed before anything is written, even if the folder does not exist yet", () => {
    expect(() => checkSpace(config.databaseFile)).not.toThrow();
    for (const file of [config.databaseFile, `${dirname(config.databaseFile)}/not/yet/portico.db`]) {
      expect(() => checkSpace(file, Infinity)).toThrow(
        new DatabaseError(
          `The disk that holds ${file} is full. Free some space and start again, or set DATA_DIR to another disk.`,
        ),
      );
    }
  });

  it("during a change rolls all of it back, and the next one succeeds once there is space", async () => {
    await fillDisk();
    const change = () =>
      write(async (tx) => {
        await tx.update(users).set({ name: "Half Done" });
        await tx.update(users).set({ country: "x".repeat(100_000) });
      });
    await expect(change()).rejects.toThrow(/^The disk is full/);
    expect((await db.select().from(users))[0]).toMatchObject({ name: cast.ada.name, country: cast.ada.country });
    await closeDatabase(); // the size limit ends with its connection
    await change();
    expect((await db.select().from(users))[0]).toMatchObject({ name: "Half Done" });
    expect(statSync(config.databaseFile).size).toBeGreaterThan(100_000);
  });
});
