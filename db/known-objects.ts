/** An object in a database file's schema. A file from elsewhere may contain objects that Portico did not create. */
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Connection, openWriter } from "./connection";

interface SchemaObject {
  type: "table" | "view" | "trigger";
  name: string;
  sql: string;
  /** A table's columns with their types, sorted by name. */
  columns: string;
}

/** Tables of SQLite, Drizzle and Litestream, which no migration creates. */
const unversioned = [
  "sqlite_sequence",
  "sqlite_stat1",
  "sqlite_stat4",
  "__drizzle_migrations",
  "_litestream_seq",
  "_litestream_lock",
];

/**
 * Lists the tables, views and triggers that no migration up to `version` (a Drizzle timestamp, in milliseconds)
 * creates, such as "trigger audit". Tables with different columns and views or triggers with a different definition
 * are included.
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

/** Identifies tables by their columns, because SQLite rewrites their stored SQL when columns are added. */
const keyOf = ({ type, name, sql, columns }: SchemaObject) =>
  type === "table" ? `table ${name} (${columns})` : `${type} ${name} ${sql.replace(/\s+/g, " ")}`;
