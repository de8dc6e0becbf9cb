/** Reads the database of the matrix's server directly. */
import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";
import { demo } from "../../support";
import { demoPeople } from "../../../db/samples/users";

type Row = Record<string, unknown>;
/** Each table's rows, as text. */
export type Contents = Map<string, string[]>;

const read = new WeakMap<Database, { state: string; contents: Contents }>();

/**
 * Returns all rows of all tables, because a refused request must not write anything. They are cached until any
 * connection writes.
 */
export function contents(database: Database): Contents {
  const state = `${database.pragma("data_version", { simple: true })} ${database.prepare("select total_changes()").pluck().get()}`;
  const last = read.get(database);
  if (last?.state === state) return last.contents;
  const rows = (table: string) => (database.prepare(`select * from "${table}"`).all() as Row[]).map(text);
  const contents = new Map(tables(database).map((table) => [table, rows(table)]));
  read.set(database, { state, contents });
  return contents;
}

/** Lists rows that were removed or added. */
export function changes(before: Contents, after: Contents): string[] {
  return [...after].flatMap(([table, rows]) => {
    const [old, now] = [new Set(before.get(table)), new Set(rows)];
    const gone = [...old].filter((row) => !now.has(row)).map((row) => `${table} lost ${row}`);
    return [...gone, ...rows.filter((row) => !old.has(row)).map((row) => `${table} got ${row}`)];
  });
}

/**
 * Matches names and addresses of people, except what the login page of a sample shows: the demo accounts' addresses
 * and the main demo user's name.
 */
export function peoplesData(database: Database): RegExp {
  const people = database.prepare("select name, email from users where email <> ?").all(demo.email) as {
    name: string;
    email: string;
  }[];
  const shown = new Set(demoPeople.map(({ email }) => email));
  const words = people.flatMap(({ name, email }) => (shown.has(email) ? [name] : [name, email]));
  return new RegExp(words.map((word) => word.replace(/[^\w\s]/g, "\\$&")).join("|"));
}

/** Path segment that matches nothing, for catch-all routes. */
export const nowhere = "nowhere";

/** Values of parameters that are not record ids. */
const parameters: Record<string, string> = {
  file: "lucide.json",
  what: "people",
  tint: "1",
  initials: "AA.svg",
  "*": nowhere,
};

/**
 * Returns a function that fills in a path's parameters with existing values: in `/orders/:id`, the id of an order if
 * there is such a table.
 */
export function exampleOf(database: Database) {
  const hasId = (name: string) =>
    database.prepare("select 1 from pragma_table_info(?) where name = 'id'").get(name) !== undefined;
  const known = new Set(tables(database).filter(hasId));
  return (path: string) =>
    path.replace(/(?<=(?:([\w-]+)\/)?([\w-]*)\/):(\w+)\??|\*/g, (all, area = "", kind = "", name = all) => {
      const table = [`${area}_${kind}`, kind].map((name) => name.replaceAll("-", "_")).find((name) => known.has(name));
      const id = name === "id" && table ? database.prepare(`select max(id) from "${table}"`).pluck().get() : undefined;
      return String(id ?? parameters[name] ?? 1);
    });
}

function tables(database: Database): string[] {
  return database
    .prepare("select name from sqlite_schema where type = 'table' and sql not like 'create virtual%' order by name")
    .pluck()
    .all() as string[];
}

const text = (row: Row) =>
  JSON.stringify(
    Object.entries(row).map(
      ([name, value]) =>
        `${name}=${Buffer.isBuffer(value) ? createHash("sha256").update(value).digest("hex") : String(value)}`,
    ),
  );
