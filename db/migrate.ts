/** Prepares and migrates the database file before it is used. */
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { config } from "../config";
import { type Connection, DatabaseError, explained, fileError, learnFrom, openReader, openWriter } from "./connection";
import { leaveToLitestream } from "./checkpoint";
import { foldVersion } from "./fold";
import { isEmpty, isSample, seedSamples } from "./samples";
import { unknownObjects } from "./known-objects";
import { findDemoLogins } from "./samples/demo-accounts";
import { addFirstCompany } from "./first-company";
import { fillSearch } from "./search";
import { checkSpace } from "./space";
import { type MigrationProgress, newestMigration, runMigrations } from "./run-migrations";
import { assertNotSetAside } from "./replace-file";
import { repairTotals, recomputeOnZoneChange } from "./totals";

type OnProgress = (progress: MigrationProgress) => void;

const migrations = () => join(config.root, "db/migrations");

/**
 * Prepares the database for a server start: creates and migrates the file, and adds the samples if it is an empty
 * sample. Throws `DatabaseError`, also if real data would be opened as a sample, or if real data contains demo
 * accounts.
 */
export async function prepareDatabase(
  onProgress?: OnProgress,
): Promise<{ created: boolean; seeded: boolean; mended: string[] }> {
  const created = !existsSync(config.databaseFile);
  checkSpace(config.databaseFile);
  const { mended } = migrateDatabase(config.databaseFile, { onProgress });
  const empty = await isEmpty();
  if (config.sampleData && !empty && !(await isSample())) {
    const file = config.databaseFile;
    throw new DatabaseError(
      `${file} holds data that is not a sample, and a sample lets anybody in. Set SAMPLE_DATA=false, or DATA_DIR to another folder.`,
    );
  }
  if (!config.sampleData) await refuseDemoLogins();
  const seeded = config.sampleData && empty;
  if (seeded) await seedSamples();
  return { created, seeded, mended };
}

async function refuseDemoLogins() {
  const logins = await findDemoLogins();
  if (logins.length === 0) return;
  throw new DatabaseError(
    `${config.databaseFile} has the demo accounts ${logins.map(({ email }) => email).join(", ")}, and everybody knows their password. Remove them with "npm run access -- --remove-demo", or set DATA_DIR to an empty folder.`,
  );
}

/**
 * Creates the file if needed, migrates it and recomputes wrong totals, for each of which `mended` has a sentence.
 * With `besideServer` every total is checked, since no start waits for it. Throws `DatabaseError`, also for a file
 * from a newer Portico, or if a database was set aside.
 */
export function migrateDatabase(
  file: string,
  { besideServer = false, onProgress }: { besideServer?: boolean; onProgress?: OnProgress } = {},
): { mended: string[] } {
  assertNotSetAside(file);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  } catch (error) {
    throw fileError(file, error) ?? error;
  }
  const connection = openWriter(file, { patience: 5_000 }); // blocking is fine: this process serves no requests meanwhile
  leaveToLitestream(connection);
  try {
    return explained(file, () => {
      chmodSync(file, 0o600); // other accounts on this machine may not read it
      checkDatabase(connection, file);
      connection.pragma("foreign_keys = OFF"); // SQLite rebuilds a table to change it; the rows stay consistent
      runMigrations(connection, migrations(), onProgress);
      renewIndexes(connection);
      addFirstCompany(connection);
      learnFrom(connection);
      recomputeOnZoneChange(connection);
      if (!isConsistent(connection))
        throw new DatabaseError(
          `${file} has rows that refer to missing rows. Restore a backup with "npm run restore -- FILE".`,
        );
      const wrong = repairTotals(connection, { whole: besideServer });
      return {
        mended: wrong.map((table) => `The sums in ${table} were not what the rows add up to. They were counted anew.`),
      };
    });
  } finally {
    connection.close();
  }
}

/** Whether all foreign keys are valid. */
export const isConsistent = (connection: Connection) =>
  (connection.pragma("foreign_key_check") as unknown[]).length === 0;

/** Lists the tables, views and triggers of an open file that no migration of its version creates. */
export const foreignObjects = (connection: Connection) =>
  unknownObjects(connection, newestMigration(connection), migrations());

/**
 * Rebuilds indexes of folded text if `fold`, `naturalKey` or Node's Unicode version have changed since, because rows
 * would be missing from results.
 */
function renewIndexes(connection: Connection) {
  if (reindexFolded(connection)) connection.transaction(fillSearch)(connection);
  connection
    .prepare(
      "insert into facts (name, value) values ('unicode', ?) on conflict do update set value = excluded.value where value <> excluded.value",
    )
    .run(lettersKnown());
}

const lettersKnown = () => `${process.versions.unicode ?? ""} ${foldVersion}`;

/**
 * Rebuilds the indexes of folded text if they were made with another Unicode version or `foldVersion`, and returns
 * whether it did.
 */
export function reindexFolded(connection: Connection): boolean {
  const hasFacts = connection.prepare("select 1 from sqlite_master where type = 'table' and name = 'facts'").get();
  if (!hasFacts) return false; // a file from before these indexes
  const made = connection.prepare<[], string>("select value from facts where name = 'unicode'").pluck().get();
  const isOld = made !== undefined && (made.includes(" ") ? made : `${made} 1`) !== lettersKnown(); // the first version was not stored
  const folded = connection
    .prepare<[], string>(
      "select name from sqlite_master where type = 'index' and (sql like '%folded(%' or sql like '%natural_key(%')",
    )
    .pluck()
    .all();
  if (isOld) for (const name of folded) connection.exec(`REINDEX ${name}`);
  return isOld;
}

/** Maximum file size checked at start, in bytes: checking a large file takes seconds. */
const checkedAtStart = 64_000_000;

/**
 * Throws `DatabaseError` if the open file is damaged or was written by a newer Portico. `whole` also compares each
 * index with its table, which finds a changed letter in an indexed text.
 */
export function checkDatabase(connection: Connection, file: string, whole = false) {
  if (whole || statSync(connection.name).size < checkedAtStart) {
    const verdict: unknown = connection.pragma(`${whole ? "integrity" : "quick"}_check(1)`, { simple: true });
    if (verdict !== "ok") throw fileError(file, { code: "SQLITE_CORRUPT" });
  }
  if (newestMigration(connection) > newestKnownMigration()) {
    throw new DatabaseError(`${file} was made by a newer Portico. Update the code, or set DATA_DIR to another folder.`);
  }
}

/** Whether the file exists and was written by an older Portico, so that a start migrates it. */
export function needsMigration(file: string): boolean {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0) return false;
  let connection: Connection | undefined;
  try {
    connection = openReader(file);
    return newestMigration(connection) < newestKnownMigration();
  } catch {
    return false; // the start itself reports the problem
  } finally {
    connection?.close();
  }
}

function newestKnownMigration(): number {
  const { entries } = JSON.parse(readFileSync(join(migrations(), "meta/_journal.json"), "utf8")) as {
    entries: { when: number }[];
  };
  return Math.max(...entries.map((entry) => entry.when));
}
