/** Puts a fresh sample in place of what is in the database. */
import { chmodSync, existsSync } from "node:fs";
import { config } from "../../config";
import { closeDatabase } from "..";
import { DatabaseError, openReader } from "../connection";
import { migrateDatabase } from "../migrate";
import { isEmpty, isSample, seedSamples } from "../samples";
import { demo, demoPeople } from "../samples/users";
import { checkSpace } from "../space";

/** What the seed did, in sentences. Real data is replaced only with `erase`. Throws `DatabaseError`. */
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
 * Brings the database up to date, and answers whether nothing is in it. Throws `DatabaseError` where it holds what
 * somebody may miss, and nobody said to erase it.
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

/** How to come in. */
export const demoSentences = () =>
  config.firebase
    ? []
    : demoPeople.map(({ title, email }) => `Demo account (${title.toLowerCase()}): ${email} / ${demo.password}`);

/** A consistent copy beside the file, even while a server is running on it. */
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
