/**
 * Makes a large set in a file of its own, which takes the database's place when it is whole: whatever happens before,
 * the database is as it was; and what was in it is kept beside it.
 */
import { chmodSync, existsSync, statSync } from "node:fs";
import { config } from "../../config";
import { closeDatabase } from "..";
import { type Connection, DatabaseError, openReader, openWriter, queries } from "../connection";
import { migrateDatabase } from "../migrate";
import { isEmpty } from "../samples";
import { demoSentences } from "./seed";
import { checkSpace } from "../space";
import { assertUnused, remove, swap } from "../replace-file";

const command = "seed";

interface NewFile {
  /** How much room the file needs. */
  bytes: number;
  /** Answers whether nothing is in the database; throws `DatabaseError` where it may not be replaced. */
  checkEmpty: () => Promise<boolean>;
  /** Answers what is in the set, such as "the sample and 300 orders". */
  fill: (connection: Connection) => Promise<string>;
}

/** What the seed did, in sentences. Throws `DatabaseError`, also when a server is running. */
export async function seedFile({ bytes, checkEmpty, fill }: NewFile): Promise<string[]> {
  const file = config.databaseFile;
  const filling = `${file}.filling`;
  const begun = Date.now();
  checkSpace(file, bytes);
  try {
    const wasEmpty = await checkEmpty();
    await closeDatabase();
    if (existsSync(file)) assertUnused(file, command); // which would make one
    const added = await filled(filling, fill);
    const kept = swap(filling, file, command);
    const isMissed = kept && !(wasEmpty && (await isFileEmpty(kept)));
    if (kept && !isMissed) remove(kept);
    return [
      ...(isMissed ? [`The database that was there is kept as ${kept}.`] : []),
      `Seeded ${file} with ${added}.`,
      spent(file, begun),
      ...demoSentences(),
    ];
  } finally {
    await closeDatabase();
    remove(filling);
  }
}

/** Whether nobody has put anything into a database. What cannot be read is not taken for empty. */
export async function isFileEmpty(file: string): Promise<boolean> {
  let connection: Connection | undefined;
  try {
    connection = openReader(file);
    return await isEmpty(queries(connection));
  } catch {
    return false;
  } finally {
    connection?.close();
  }
}

/** Nothing in this file is worth saving until it is whole: the system may write it when it likes. */
async function filled(file: string, fill: NewFile["fill"]): Promise<string> {
  remove(file);
  migrateDatabase(file);
  const connection = openWriter(file);
  try {
    connection.pragma("journal_mode = OFF");
    connection.pragma("synchronous = OFF");
    connection.pragma("cache_size = -300000"); // in kilobytes: indexes are sorted in as much
    connection.pragma("secure_delete = OFF");
    connection.pragma("threads = 2"); // they sort for an index, beside this one
    const added = await fill(connection);
    if ((connection.pragma("foreign_key_check") as unknown[]).length > 0)
      throw new DatabaseError("The large set has rows that point nowhere.");
    connection.pragma("journal_mode = DELETE"); // one file, nothing beside it
    return added;
  } finally {
    connection.close();
    chmodSync(file, 0o600);
  }
}

function spent(file: string, begun: number): string {
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000).toLocaleString("en-US")} MB`;
  return `It took ${((Date.now() - begun) / 1000).toFixed(1)} seconds and at most ${megabytes(process.resourceUsage().maxRSS * 1024)} of memory; the file has ${megabytes(statSync(file).size)}.`;
}
