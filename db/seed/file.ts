/**
 * Fills a new database file, which replaces the database once it is complete; until then the database is unchanged.
 * The old file is kept.
 */
import { chmodSync, existsSync, statSync } from "node:fs";
import { config } from "../../config";
import { closeDatabase } from "..";
import { type Connection, DatabaseError, openReader, openWriter, queries } from "../connection";
import { migrateDatabase } from "../migrate";
import { isEmpty } from "../samples";
import { demoSentences } from "./seed";
import { checkSpace } from "../space";
import { assertUnused, remove, replaceDatabase } from "../replace-file";

const command = "seed";

interface NewFile {
  /** Disk space needed for the file, in bytes. */
  bytes: number;
  /** Returns whether the database is empty; throws `DatabaseError` if it may not be replaced. */
  checkEmpty: () => Promise<boolean>;
  /** Fills the file and returns a description of its content, such as "the sample and 300 orders". */
  fill: (connection: Connection) => Promise<string>;
}

/** Fills and swaps in the file, and returns messages about it. Throws `DatabaseError`, also if a server is running. */
export async function seedFile({ bytes, checkEmpty, fill }: NewFile): Promise<string[]> {
  const file = config.databaseFile;
  const filling = `${file}.filling`;
  const begun = Date.now();
  checkSpace(file, bytes);
  try {
    const wasEmpty = await checkEmpty();
    await closeDatabase();
    if (existsSync(file)) assertUnused(file, command); // opening the file would create it
    const added = await filled(filling, fill);
    const kept = replaceDatabase(filling, file, command);
    const isMissed = kept && !(wasEmpty && (await isFileEmpty(kept)));
    if (kept && !isMissed) remove(kept);
    return [
      ...(isMissed ? [`The previous database was moved to ${kept}.`] : []),
      `Seeded ${file} with ${added}.`,
      spent(file, begun),
      ...demoSentences(),
    ];
  } finally {
    await closeDatabase();
    remove(filling);
  }
}

/** Whether a database has no data. An unreadable file does not count as empty. */
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

/** Fills the file without journaling and syncing, since an incomplete file is discarded anyway. */
async function filled(file: string, fill: NewFile["fill"]): Promise<string> {
  remove(file);
  migrateDatabase(file);
  const connection = openWriter(file);
  try {
    connection.pragma("journal_mode = OFF");
    connection.pragma("synchronous = OFF");
    connection.pragma("cache_size = -300000"); // in KiB, for sorting indexes
    connection.pragma("secure_delete = OFF");
    connection.pragma("threads = 2"); // helper threads for sorting indexes
    const added = await fill(connection);
    if ((connection.pragma("foreign_key_check") as unknown[]).length > 0)
      throw new DatabaseError("The large set has rows that refer to missing rows.");
    connection.pragma("journal_mode = DELETE"); // a single file without a log
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
