/** What is in the database of the server that the matrix asks, seen past the server. */
import { createHash } from "node:crypto";
import type { Database } from "better-sqlite3";
import { demo } from "../../support";
import { demoPeople } from "../../../db/samples/users";

type Row = Record<string, unknown>;
/** Each table's rows, as text. */
export type Contents = Map<string, string[]>;

const read = new WeakMap<Database, { state: string; contents: Contents }>();

/**
 * All rows of all tables: no request that is refused may write anything, not even that it was made. They are read anew
 * only when a connection, ours or another, has written since.
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

/** Rows that are gone, and rows that have come. */
export function changes(before: Contents, after: Contents): string[] {
  return [...after].flatMap(([table, rows]) => {
    const [old, now] = [new Set(before.get(table)), new Set(rows)];
    const gone = [...old].filter((row) => !now.has(row)).map((row) => `${table} lost ${row}`);
    return [...gone, ...rows.filter((row) => !old.has(row)).map((row) => `${table} got ${row}`)];
  });
}

/**
 * Finds the names and addresses of people. The addresses of the sample's accounts are no secret, nor is the name of the
 * demo account's: the login page of a sample says them.
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

/** Where nothing is, for routes that take what no other has. */
export const nowhere = "nowhere";

/** Parameters that are no record's id. */
const parameters: Record<string, string> = {
  file: "lucide.json",
  what: "people",
  tint: "1",
  initials: "AA.svg",
  "*": nowhere,
};

/**
 * Puts something that exists in place of a path's parameters: in `/orders/:id` an order's id, if there is a table of
 * them that have one.
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
