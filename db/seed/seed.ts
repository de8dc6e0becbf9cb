/** Replaces the database with a fresh sample. */
import { chmodSync, existsSync } from "node:fs";
import { config } from "../../config";
import { closeDatabase } from "..";
import { DatabaseError, openReader } from "../connection";
import { migrateDatabase } from "../migrate";
import { isEmpty, isSample, seedSamples } from "../samples";
import { demo, demoPeople } from "../samples/users";
import { checkSpace } from "../space";

/**
 * Replaces the database and returns messages about it. Real data is replaced only with `erase`. Throws
 * `DatabaseError`.
 */
export async function reseed({ erase }: { erase: boolean }): Promise<string[]> {
  const file = config.databaseFile;
  checkSpace(file);
  try {
    const wasEmpty = await mayBeReplaced(erase);
    const said = wasEmpty ? [] : [`Copied the database to ${await copy(file)}`];
    await seedSamples({ instead: true });
    return [...said, `Seeded ${file} with a fresh sample.`, ...demoSentences()];
  } finally {
    await closeDatabase();
  }
}

/**
 * Migrates the database and returns whether it is empty. Throws `DatabaseError` if it contains real data, unless
 * `erase` is set.
 */
export async function mayBeReplaced(erase: boolean): Promise<boolean> {
  const file = config.databaseFile;
  const existed = existsSync(file);
  migrateDatabase(file);
  if (!existed || (await isEmpty())) return true;
  if (!erase && !(await isSample())) {
    throw new DatabaseError(
      `${file} holds data that is not a sample, so nothing was changed. To replace all of it, run: npm run db:seed -- --erase`,
    );
  }
  return false;
}

/** Returns a line for each demo account. */
export const demoSentences = () =>
  config.firebase
    ? []
    : demoPeople.map(({ title, email }) => `Demo account (${title.toLowerCase()}): ${email} / ${demo.password}`);

/** Writes a consistent copy beside the file, even while a server uses it. */
async function copy(file: string): Promise<string> {
  const name = `${file}.before-seed-${new Date().toISOString().replace(/[:.]/g, "-")}`;
  const connection = openReader(file);
  try {
    await connection.backup(name);
    chmodSync(name, 0o600);
    return name;
  } finally {
    connection.close();
  }
}
