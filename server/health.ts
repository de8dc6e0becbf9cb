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

/** Anybody may ask, so the disk is asked at most this often, in milliseconds. */
const freshFor = second;

/** Whether this process can do its work. `problem` says in a sentence why not. */
interface Health {
  status: "ok" | "failing";
  problem?: string;
  version: string;
  database: { writable: boolean; replaced: boolean };
  backup: { last: string | null; olderThanADay: boolean };
  replica: ReturnType<typeof replica>;
  /** The room on the database's disk; `problem` warns of it while it is not full yet. */
  disk: { freeBytes: number | null; low: boolean; problem?: string };
  /**
   * Mails that failed so far and are tried again, and those that were given up in the last thirty days; nothing where
   * that cannot be read.
   */
  mail: { retrying: number; givenUp: number } | null;
  /** When what time brings was last done, as ISO 8601, and what of it failed; nothing where that cannot be read. */
  maintenance: { last: string | null; failed: string[] } | null;
}

/** Answers 200 or 503 with `Health` as JSON. Made after the database was prepared: it remembers which file that was. */
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

/** Who asks waits no longer than this for a look to come to its end, in milliseconds; */
const timeoutMs = 25;
/**
 * but where another process holds the file, until it has held it for so long. A backup and other small changes are over
 * by then.
 */
const longHeld = 2 * second;

/**
 * Answers why the file takes no change: by a look that writes to it, one at a time. What is asked before that has ended
 * is answered by the one before.
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
    return isChanging() ? undefined : latest; // a look that waits behind a change of this process says no ill of the file: it is being written
  };
  return () => Promise.race([(looking ??= look()), unfinished()]);
}

/** Writes when this was, and answers why it could not. */
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
