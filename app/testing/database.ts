/** A real database for tests, with a fixed set of users. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { hash } from "@node-rs/argon2";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Config, config } from "config";
import { closeDatabase, write } from "db";
import { timeZone as currentTimeZone } from "db/company-settings";
import { migrateDatabase } from "db/migrate";
import { seedSamples } from "db/samples";
import { accounts, companies, type User, users } from "db/schema";
import { moveTotals } from "db/totals";
import { visitsWritten } from "~/features/analytics/recorder.server";
import { inContext } from "~/core/http/request-context.server";
import { mailSettled } from "~/core/mail/mail.server";
import { forgetWords } from "~/features/support/faqs/suggest.server";
import { providerSettled } from "~/auth/identity/provider-work.server";
import { forgetCounts } from "~/features/views/counts.server";
import { refusalsWritten } from "~/auth/sessions/sign-ins.server";
import "~/resources.server";
import { sampleUser } from "./sample-user";

/** The users in the database at the start of each test. All with a `uid` have a verified account with `password`. */
export const cast = {
  /** An owner. */
  ada: sampleUser(1, "Ada Active", { access: "owner" }),
  /** A second owner, so that Ada is not the last. */
  ben: sampleUser(2, "Ben Active", { access: "owner" }),
  ban: sampleUser(3, "Ban Banned", { status: "Banned" }),
  pia: sampleUser(4, "Pia Pending", { status: "Pending" }),
  rex: sampleUser(5, "Rex Rejected", { status: "Rejected" }),
  /** Never signed in, and without access. */
  dan: sampleUser(6, "Dan Directory", { uid: null, access: "none" }),
  /** Trashed. */
  tess: sampleUser(7, "Tess Trashed", { deletedAt: new Date("2026-11-01T09:00:00Z") }),
} satisfies Record<string, User>;

/** The password of all these accounts. */
export const password = "correct horse battery";

/** Contents of new databases. Test files in the same process share them. */
const templates = new Map<string, Buffer>();

/**
 * Resets the database before every test: to the cast, to nothing with `empty`, or to the sample data. Call it once at
 * the top of a test file.
 */
export function testDatabase({ empty = false, samples = false } = {}) {
  let template: Buffer;

  beforeAll(async () => {
    await leave(); // clean up after the previous test file
    if (samples)
      template = await newDatabase(seedSamples); // its dates count back from now
    else {
      const content = empty ? "nothing" : "cast";
      template = templates.get(content) ?? (await newDatabase(empty ? undefined : addCast));
      templates.set(content, template);
    }
  });

  beforeEach(async () => {
    await leave();
    writeFileSync(config.databaseFile, template, { mode: 0o600 }); // as the migration leaves it
  });

  afterAll(leave);
}

/** Returns the content of a new database file after `fill`. */
async function newDatabase(fill?: () => Promise<unknown>): Promise<Buffer> {
  migrateDatabase(config.databaseFile);
  await fill?.();
  await closeDatabase();
  return readFileSync(config.databaseFile);
}

/** Waits for background work, so that nothing is written later, and deletes the database. */
async function leave() {
  await Promise.all([providerSettled(), refusalsWritten(), forgetCounts(), mailSettled(), visitsWritten()]);
  forgetWords();
  await closeDatabase();
  for (const file of ["", "-wal", "-shm"]) rmSync(config.databaseFile + file, { force: true });
}

async function addCast() {
  const passwordHash = await hash(password);
  const people = Object.values(cast);
  const tied = people.flatMap(({ uid, email, name, createdAt }) =>
    uid ? [{ uid, email, displayName: name, passwordHash, emailVerifiedAt: createdAt }] : [],
  );
  await write(async (tx) => {
    await tx.insert(users).values(people);
    await tx.insert(accounts).values(tied);
  });
}

/** Stops the database file from growing, as on a full disk, until it is closed. */
export const fillDisk = () => write(async (tx) => void tx.get(sql`pragma max_page_count = 1`));

/** Runs `act` with other settings, such as `{ registration: "closed" }`. */
export async function withConfig<Result>(settings: Partial<Config>, act: () => Promise<Result>): Promise<Result> {
  const before = Object.fromEntries(Object.keys(settings).map((name) => [name, config[name as keyof Config]]));
  Object.assign(config, settings);
  try {
    return await act();
  } finally {
    Object.assign(config, before);
  }
}

/** Runs `act` while the company is in another time zone. */
export async function inTimeZone<Result>(timeZone: string, act: () => Promise<Result>): Promise<Result> {
  const set = (zone: string) =>
    write(async (tx) => {
      await tx.update(companies).set({ timeZone: zone });
      moveTotals(tx, zone);
    });
  const before = currentTimeZone();
  await set(timeZone);
  try {
    return await act();
  } finally {
    await set(before);
  }
}

/** Runs `act` as for a local request to a sample. */
export const asLocalSample = <Result>(act: () => Promise<Result>, settings: Partial<Config> = {}): Promise<Result> =>
  withConfig({ sampleData: true, ...settings }, () => inContext({ searches: [], isFromThisMachine: true }, act));
