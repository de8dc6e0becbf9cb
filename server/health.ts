import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { RequestHandler } from "express";
import { config } from "config";
import { db, heldByOthers, isChanging, isSameFile, write } from "db";
import { isBusy } from "db/connection";
import { remembered } from "db/same-file";
import { facts } from "db/schema";
import { currentDiskSpace, diskWarning } from "~/core/files/disk.server";
import { countUnsent } from "~/core/mail/mail.server";
import { lastMaintenance } from "~/maintenance/last-run.server";
import { replica } from "./replica/age";

const second = 1_000;
const day = 86_400_000;

/** Minimum time between two checks, in milliseconds, because the endpoint is public. */
const freshFor = second;

/** State of this process; `problem` explains a failure in a sentence. */
interface Health {
  status: "ok" | "failing";
  problem?: string;
  version: string;
  database: { writable: boolean; replaced: boolean };
  backup: { last: string | null; olderThanADay: boolean };
  replica: ReturnType<typeof replica>;
  /** Free space on the database's disk; `problem` is the warning while it is low but not full. */
  disk: { freeBytes: number | null; low: boolean; problem?: string };
  /** Number of failed mails that will be retried, and of those given up in the last thirty days; null if unknown. */
  mail: { retrying: number; givenUp: number } | null;
  /** When scheduled jobs last ran (ISO 8601), and which failed; null if unknown. */
  maintenance: { last: string | null; failed: string[] } | null;
}

/**
 * Responds 200 or 503 with `Health` as JSON. Create it after the database was prepared, because it remembers which
 * file that was.
 */
export function health(): RequestHandler {
  const isAsPrepared = remembered(config.databaseFile);
  const look = writeProbe();
  let latest: { at: number; health: Promise<Health> } | undefined;

  return (_req, res, next) => {
    const now = Date.now();
    if (!latest || now - latest.at > freshFor)
      latest = { at: now, health: examine(isAsPrepared() && isSameFile(), look) };
    latest.health
      .then((found) =>
        res
          .status(found.status === "ok" ? 200 : 503)
          .set("Cache-Control", "no-store")
          .json(found),
      )
      .catch(next);
  };
}

async function examine(isSame: boolean, look: () => Promise<Unwritable | undefined>): Promise<Health> {
  const unwritable = isSame ? await look() : "replaced";
  const last = isSame ? await lastBackup() : null;
  const problem = diskWarning();
  return {
    status: unwritable ? "failing" : "ok",
    ...(unwritable && { problem: problems[unwritable] }),
    version: config.version,
    database: { writable: !unwritable, replaced: !isSame },
    backup: { last, olderThanADay: !last || Date.now() - Date.parse(last) > day },
    replica: replica(),
    disk: { freeBytes: currentDiskSpace().freeBytes ?? null, low: problem !== undefined, ...(problem && { problem }) },
    mail: isSame ? await countUnsent().catch(() => null) : null,
    maintenance: isSame ? await lastMaintenance().catch(() => null) : null,
  };
}

const problems = {
  replaced:
    "The database file or its log was replaced or removed while the server was running, so changes would be lost. Restart the server.",
  held: "Another program holds the database, so it cannot be written. Stop that program.",
  other: "The database cannot be written. Look at the disk's space, and at the file's rights.",
};
type Unwritable = keyof typeof problems;

/** Maximum time a request waits for a running check, in milliseconds. */
const timeoutMs = 25;
/**
 * How long another process may hold the lock before the database counts as held, in milliseconds. Backups and small
 * changes are done by then.
 */
const longHeld = 2 * second;

/**
 * Returns a function that tests whether the database can be written and resolves with the reason if not. One test
 * runs at a time; while it is unfinished, the previous result is returned.
 */
function writeProbe(): () => Promise<Unwritable | undefined> {
  let latest: Unwritable | undefined;
  let looking: Promise<Unwritable | undefined> | undefined;
  const look = async () => {
    latest = await writeMark();
    looking = undefined;
    return latest;
  };
  const unfinished = async () => {
    await pause(timeoutMs, undefined, { ref: false });
    while (looking && heldByOthers() > 0) {
      if (heldByOthers() > longHeld) return "held";
      await pause(100, undefined, { ref: false });
    }
    // A probe that waits for this process's own write proves that the file is being written.
    return isChanging() ? undefined : latest;
  };
  return () => Promise.race([(looking ??= look()), unfinished()]);
}

/** Writes the current time to the database; returns the reason if that fails. */
export async function writeMark(): Promise<Unwritable | undefined> {
  const value = new Date().toISOString();
  try {
    await write(async (tx) => {
      await tx
        .insert(facts)
        .values({ name: "lastHealthCheckAt", value })
        .onConflictDoUpdate({ target: facts.name, set: { value } });
    });
    return undefined;
  } catch (error) {
    return isBusy(error) ? "held" : "other";
  }
}

async function lastBackup(): Promise<string | null> {
  try {
    const [row] = await db.select().from(facts).where(eq(facts.name, "lastBackupAt"));
    return row?.value ?? null;
  } catch {
    return null;
  }
}
