import { statSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { eq } from "drizzle-orm";
import type { RequestHandler } from "express";
import { config } from "config";
import { db, write } from "db";
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
  let latest: { at: number; health: Promise<Health> } | undefined;

  return (_req, res, next) => {
    const now = Date.now();
    if (!latest || now - latest.at > freshFor) latest = { at: now, health: examine(opened) };
    latest.health
      .then((found) => res.status(found.status === "ok" ? 200 : 503).set("Cache-Control", "no-store").json(found))
      .catch(next);
  };
}

async function examine(opened: string): Promise<Health> {
  const replaced = fileIdentity() !== opened;
  const writable = !replaced && (await canWrite());
  const last = replaced ? null : await lastBackup();
  const problem = replaced
    ? "The database file was replaced or removed while the server was running, so changes would be lost. Restart the server."
    : !writable && "The database cannot be written. Look at the disk's space and the file's rights.";
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

/** A change that goes on for longer than this holds the file, in milliseconds: who asks does not wait for its end. */
const patience = 25;

/** The look that waits behind a long change, so that those who ask meanwhile add none. */
let looking: Promise<boolean> | undefined;

/** While a long change is being written, that is the answer. */
function canWrite(): Promise<boolean> {
  looking ??= writeMark().finally(() => (looking = undefined));
  return Promise.race([looking, pause(patience, true, { ref: false })]);
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
