/**
 * Puts a large sample in place of what is in the database, while no server runs: for seeing how Portico does where
 * there is much.
 */
import { chmodSync, statSync } from "node:fs";
import { config } from "../config";
import { closeDatabase } from ".";
import { type Connection, DatabaseError, explained, openReader, openWriter, queries } from "./connection";
import { migrateDatabase } from "./migrate";
import { addSamples, demoPassword, isEmpty } from "./samples";
import { addMany, type Many, type Progress } from "./samples/many";
import { demoSentences, mayBeReplaced } from "./seed";
import { checkSpace } from "./space";
import { assertUnused, remove, swap } from "./swap";

/** What an order takes on the disk with all that belongs to it and its indexes, in bytes, with some room. */
const eachOrder = 4_000;

const then = "seed";

/**
 * What the seed did, in sentences. The set is made in a file of its own, which takes the database's place when it is
 * whole: whatever happens before, the database is as it was; and what was in it is kept beside it. Throws
 * `DatabaseError`, also when a server is running.
 */
export async function reseedMany({
  erase,
  orders,
  progress,
}: {
  erase: boolean;
  orders: number;
  progress: Progress;
}): Promise<string[]> {
  const file = config.databaseFile;
  const filling = `${file}.filling`;
  const begun = Date.now();
  checkSpace(file, orders * eachOrder);
  try {
    const wasEmpty = await mayBeReplaced(erase);
    await closeDatabase();
    assertUnused(file, then);
    const added = await fill(filling, orders, progress);
    const kept = swap(filling, file, then);
    const isMissed = kept && !(wasEmpty && (await isStillEmpty(kept)));
    if (kept && !isMissed) remove(kept);
    return [
      ...(isMissed ? [`The database that was there is kept as ${kept}.`] : []),
      `Seeded ${file} with the sample and ${text(added)}.`,
      spent(file, begun),
      ...demoSentences(),
    ];
  } finally {
    await closeDatabase();
    remove(filling);
  }
}

/** While the set was made somebody may have used the database. What cannot be read is not taken for empty. */
async function isStillEmpty(kept: string): Promise<boolean> {
  let connection: Connection | undefined;
  try {
    connection = openReader(kept);
    return await isEmpty(queries(connection));
  } catch {
    return false;
  } finally {
    connection?.close();
  }
}

/** Nothing in this file is worth saving until it is whole: the system may write it when it likes. */
async function fill(file: string, orders: number, progress: Progress): Promise<Many> {
  remove(file);
  migrateDatabase(file);
  const connection = openWriter(file);
  try {
    connection.pragma("journal_mode = OFF");
    connection.pragma("synchronous = OFF");
    connection.pragma("cache_size = -300000"); // in kilobytes: indexes are sorted in as much
    connection.pragma("secure_delete = OFF");
    connection.pragma("threads = 2"); // they sort for an index, beside this one
    const now = new Date();
    await addSample(connection, now);
    const added = explained(file, () => addMany(connection, orders, { now, timeZone: config.timeZone }, progress));
    if ((connection.pragma("foreign_key_check") as unknown[]).length > 0)
      throw new DatabaseError("The large set has rows that point nowhere.");
    connection.pragma("journal_mode = DELETE"); // one file, nothing beside it
    return added;
  } finally {
    connection.close();
    chmodSync(file, 0o600);
  }
}

async function addSample(connection: Connection, now: Date) {
  const passwordHash = await demoPassword();
  connection.exec("BEGIN");
  await addSamples(queries(connection), passwordHash, now);
  connection.exec("COMMIT");
}

const text = (added: Many) =>
  Object.entries(added)
    .map(([name, rows]) => `${Number(rows).toLocaleString("en-US")} ${name}`)
    .join(", ");

function spent(file: string, begun: number): string {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000).toLocaleString("en-US")} MB`;
  return `It took ${((Date.now() - begun) / 1000).toFixed(1)} seconds and at most ${megabytes(process.resourceUsage().maxRSS * 1024)} of memory; the file has ${megabytes(statSync(file).size)}.`;
}
