/** What of a database file Portico made itself: a file that comes from elsewhere may hold more. */
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Connection, openWriter } from "./connection";

interface SchemaObject {
  type: "table" | "view" | "trigger";
  name: string;
  sql: string;
  /** A table's columns with their types. */
  columns: string;
}

/** The tables of SQLite itself, of drizzle and of Litestream, which no migration makes. */
const unversioned = [
  "sqlite_sequence",
  "sqlite_stat1",
  "sqlite_stat4",
  "__drizzle_migrations",
  "_litestream_seq",
  "_litestream_lock",
];

/**
 * The tables, views and triggers of a database that no migration up to `version` (milliseconds, as drizzle counts them)
 * makes, such as "trigger audit". A table of ours with other columns, and a view or trigger of ours that says something
 * else, is among them.
 */
export function unknownObjects(connection: Connection, version: number, migrationsFolder: string): string[] {
  const known = new Set(objectsMadeBy(version, migrationsFolder).map(keyOf));
  return objectsOf(connection)
    .filter((object) => !known.has(keyOf(object)))
    .map(({ type, name }) => `${type} ${name}`);
}

function objectsMadeBy(version: number, migrationsFolder: string): SchemaObject[] {
  const model = openWriter(":memory:");
  try {
    model.pragma("foreign_keys = OFF");
    const migrations = readMigrationFiles({ migrationsFolder }).filter(({ folderMillis }) => folderMillis <= version);
    for (const statement of migrations.flatMap(({ sql }) => sql)) model.exec(statement);
    return objectsOf(model);
  } finally {
    model.close();
  }
}

const objectsOf = (connection: Connection) =>
  (
    connection
      .prepare(
        `select type, name, sql, case type when 'table' then
          (select group_concat(name || ' ' || lower(type), ', ' order by name) from pragma_table_xinfo(sqlite_master.name))
        end as columns from sqlite_master where type in ('table', 'view', 'trigger')`,
      )
      .all() as SchemaObject[]
  ).filter(({ type, name }) => type !== "table" || !unversioned.includes(name));

/** Tables by their columns: SQLite rewrites the text that it keeps of them as columns are added. */
const keyOf = ({ type, name, sql, columns }: SchemaObject) =>
  type === "table" ? `table ${name} (${columns})` : `${type} ${name} ${sql.replace(/\s+/g, " ")}`;
