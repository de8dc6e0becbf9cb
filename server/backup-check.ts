/** Checks whether a file can replace the database. */
import { statSync } from "node:fs";
import { getTableName } from "drizzle-orm";
import { type Connection, DatabaseError, fileError, isDamaged, openWriter } from "db/connection";
import { checkDatabase, foreignObjects, isConsistent, reindexFolded } from "db/migrate";
import { credentialTables } from "db/schema";
import { unsentMails } from "db/unsent-mails";

/** Throws `DatabaseError` if the path is a folder; `name` is the path shown in the message. */
export function assertNoFolder(file: string, name: string) {
  if (statSync(file).isDirectory())
    throw new DatabaseError(`${name} is a folder. Add the file name, such as ${name}/portico-2026-11-25.db.`);
}

/**
 * Removes all credentials and unsent mails from a copy and returns the time of its last change (ISO). Throws
 * `DatabaseError`, which calls the file `name`, unless it is an intact Portico database without foreign objects.
 */
export function checkBackup(file: string, name: string): string | undefined {
  let connection: Connection | undefined;
  try {
    connection = openWriter(file);
    assertOfPortico(connection, name);
    reindexFolded(connection); // indexes built by another Node version would count as damaged
    checkDatabase(connection, name, true);
    if (!isConsistent(connection))
      throw new DatabaseError(`${name} has rows that refer to missing rows, so no server would start with it.`);
    deleteCredentials(connection);
    connection.pragma("journal_mode = DELETE"); // a single file without a log
    const last = connection.prepare("select max(at) from journal").pluck().get();
    return typeof last === "number" ? new Date(last).toISOString() : undefined;
  } catch (error) {
    if (isDamaged(error)) throw new DatabaseError(`${name} is damaged or not a database.`, { cause: error });
    throw fileError(name, error) ?? error;
  } finally {
    connection?.close();
  }
}

/**
 * Throws `DatabaseError` unless this is a Portico database. Must run before any write, which would fire triggers that
 * Portico did not create.
 */
function assertOfPortico(connection: Connection, name: string) {
  const tables = connection
    .prepare("select count(*) from sqlite_master where name in ('users', 'sessions', '__drizzle_migrations')")
    .pluck()
    .get();
  if (tables !== 3) throw new DatabaseError(`${name} is a database, but not from Portico.`);
  checkDatabase(connection, name);
  const strange = foreignObjects(connection);
  if (strange.length > 0)
    throw new DatabaseError(
      `${name} contains objects that Portico did not create and that might change or reveal its data: ${strange.join(", ")}. If you know them, drop them there. Otherwise use another backup.`,
    );
}

function deleteCredentials(connection: Connection) {
  const exists = connection.prepare("select 1 from sqlite_master where name = ?"); // an older backup may lack some of them
  for (const table of [...credentialTables, ...unsentMails].map(getTableName))
    if (exists.get(table)) connection.exec(`delete from ${table}`);
}
