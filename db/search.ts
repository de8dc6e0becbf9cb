/** The index of all that is searched (migration 0011): which kinds of record it has, and how it is made anew. */
import type { Connection } from "./connection";

/**
 * The kinds that can be searched, each with the name by which the database calls its index (`order_search`) and its
 * texts (`order_texts`).
 */
export const searchKinds = {
  users: "user",
  products: "product",
  orders: "order",
  invoices: "invoice",
  tickets: "ticket",
  faqs: "faq",
} as const;

/** Messages have an index as well; what is found by it are their tickets. */
const indexes = [...Object.values(searchKinds), "reply"];

export type SearchKind = keyof typeof searchKinds;

/** What of a table is searched. */
export interface SearchedTable {
  table: string;
  /** The column of a row's number in the index. */
  number: string;
  /** As SQL, in their order. */
  texts: string[];
  /** The columns that these are made of, as far as they ever change. */
  columns: string[];
}

/**
 * The view of a table's texts and the triggers that keep its index, by name. Migrations make them;
 * `app/search-index.test.ts` holds them to what the lists say.
 */
export function searchObjects(
  kind: SearchKind,
  { table, number, texts, columns }: SearchedTable,
): Record<string, string> {
  const name = searchKinds[kind];
  const isOther = columns.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ");
  const changes = `UPDATE OF ${columns.join(", ")} ON ${table} WHEN ${isOther}`;
  const trigger = (suffix: string, when: string, what: string) => [
    `${table}_${suffix}`,
    `CREATE TRIGGER ${table}_${suffix} ${when} BEGIN\n\t${what};\nEND`,
  ];
  const put = `INSERT INTO ${name}_search(rowid, text) SELECT number, text FROM ${name}_texts WHERE number = NEW.${number}`;
  const take = `INSERT INTO ${name}_search(${name}_search, rowid, text) SELECT 'delete', number, text FROM ${name}_texts WHERE number = OLD.${number}`;
  return Object.fromEntries([
    [
      `${name}_texts`,
      `CREATE VIEW ${name}_texts AS SELECT ${number} AS number, folded(${texts.join(" || ' ' || ")}) AS text FROM ${table}`,
    ],
    trigger("found", `AFTER INSERT ON ${table}`, put),
    trigger("unfound", `BEFORE DELETE ON ${table}`, take),
    trigger("refound_before", `BEFORE ${changes}`, take),
    trigger("refound", `AFTER ${changes}`, put),
  ]);
}

/** The statements of a migration that makes these anew, and the index with them. */
export function searchMigration(kind: SearchKind, searched: SearchedTable): string[] {
  const name = searchKinds[kind];
  const made = Object.entries(searchObjects(kind, searched));
  const drop = (object: string) => `DROP ${object.endsWith("_texts") ? "VIEW" : "TRIGGER"} ${object}`;
  return [
    ...made.map(([object]) => drop(object)).reverse(),
    ...made.map(([, sql]) => sql),
    `INSERT INTO ${name}_search(${name}_search) VALUES ('delete-all')`,
    `INSERT INTO ${name}_search(rowid, text) SELECT number, text FROM ${name}_texts`,
  ];
}

/**
 * Fills the index of each kind from its table, in place of what it holds: where its triggers were not there, or letters
 * are folded otherwise now.
 */
export function fillSearch(connection: Connection) {
  for (const name of indexes) {
    connection.exec(`INSERT INTO ${name}_search(${name}_search) VALUES ('delete-all')`);
    connection.exec(`INSERT INTO ${name}_search(rowid, text) SELECT number, text FROM ${name}_texts`);
  }
}
