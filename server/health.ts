import { statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { RequestHandler } from "express";
import { config } from "config";
import { db, isChanging, write } from "db";
import { facts } from "db/schema";

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
}

/** Answers 200 or 503 with `Health` as JSON. Made after the database was prepared: it remembers which file that was. */
export function health(): RequestHandler {
  const opened = fileIdentity();
  const canWrite = looks();
  let latest: { at: number; health: Promise<Health> } | undefined;

  return (_req, res, next) => {
    const now = Date.now();
    if (!latest || now - latest.at > freshFor) latest = { at: now, health: examine(opened, canWrite) };
    latest.health
      .then((found) => res.status(found.status === "ok" ? 200 : 503).set("Cache-Control", "no-store").json(found))
      .catch(next);
  };
}

async function examine(opened: string, canWrite: () => Promise<boolean>): Promise<Health> {
  const replaced = fileIdentity() !== opened;
  const writable = !replaced && (await canWrite());
  const last = replaced ? null : await lastBackup();
  const problem = replaced
    ? "The database file was replaced or removed while the server was running, so changes would be lost. Restart the server."
    : !writable && "The database cannot be written. Look at the disk's space, at the file's rights, and whether another program holds the file.";
  return {
    status: problem ? "failing" : "ok",
    ...(problem && { problem }),
    version: config.version,
    database: { writable, replaced },
    backup: { last, olderThanADay: !last || Date.now() - Date.parse(last) > day },
  };
}

/** A file that was deleted or replaced still takes our writes, and they vanish: its name then stands for another inode, or none. */
function fileIdentity(): string {
  const file = statSync(config.databaseFile, { throwIfNoEntry: false, bigint: true });
  return file ? `${file.dev}:${file.ino}` : "none";
}

/** Who asks waits no longer than this for a look to come to its end, in milliseconds. */
const patience = 25;

/** Answers whether the file takes a change: by a look that writes to it, one at a time. What is asked before that has ended is answered by the one before. */
function looks(): () => Promise<boolean> {
  let latest = true;
  let looking: Promise<boolean> | undefined;
  const look = async () => {
    latest = await writeMark();
    looking = undefined;
    return latest;
  };
  // a look that waits behind a change of this process says no ill of the file: it is being written
  const unfinished = async () => (await pause(patience, undefined, { ref: false }), isChanging() || latest);
  return () => Promise.race([(looking ??= look()), unfinished()]);
}

async function writeMark(): Promise<boolean> {
  const value = new Date().toISOString();
  try {
    await write(async (tx) => {
      await tx.insert(facts).values({ name: "lastHealthCheckAt", value }).onConflictDoUpdate({ target: facts.name, set: { value } });
    });
    return true;
  } catch {
    return false;
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
