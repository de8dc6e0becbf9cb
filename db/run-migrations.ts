/** Finds and runs the migrations that a database file still needs. */
import { readMigrationFiles } from "drizzle-orm/migrator";
import type { Connection } from "./connection";

/** Progress of an update, in statements; one may take seconds if there are many rows. */
export interface MigrationProgress {
  done: number;
  total: number;
}

/** Returns the timestamp of the newest migration in a file, as Drizzle stores it, in milliseconds; 0 for a new file. */
export function newestMigration(connection: Connection): number {
  const has = connection.prepare("select 1 from sqlite_master where name = '__drizzle_migrations'").get();
  if (!has) return 0;
  const newest = connection.prepare("select max(created_at) from __drizzle_migrations").pluck().get();
  return Number(newest ?? 0);
}

/**
 * Runs all pending migrations in one transaction. It does the same as Drizzle's `migrate`, which cannot report
 * progress.
 */
export function runMigrations(
  connection: Connection,
  migrationsFolder: string,
  onProgress?: (progress: MigrationProgress) => void,
) {
  const pending = readMigrationFiles({ migrationsFolder }).filter(
    ({ folderMillis }) => folderMillis > newestMigration(connection),
  );
  if (pending.length === 0) return;
  const total = pending.reduce((steps, { sql }) => steps + sql.length, 0);
  connection.transaction(() => {
    connection.exec(
      "CREATE TABLE IF NOT EXISTS __drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at numeric)",
    );
    let done = 0;
    for (const { sql, hash, folderMillis } of pending) {
      for (const statement of sql) {
        onProgress?.({ done, total });
        connection.exec(statement);
        done++;
      }
      connection.prepare("insert into __drizzle_migrations (hash, created_at) values (?, ?)").run(hash, folderMillis);
    }
  })();
  onProgress?.({ done: total, total });
}
