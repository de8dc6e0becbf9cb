/** The full-text search index (migration 0011): which kinds of record it covers, and how it is rebuilt. */
import type { Connection } from "./connection";

/** Searchable kinds, with the prefix of their database objects: index `order_search`, view `order_texts`. */
export const searchKinds = {
  users: "user",
  products: "product",
  orders: "order",
  invoices: "invoice",
  payments: "payment",
  creditNotes: "credit_note",
  invoiceDrafts: "invoice_draft",
  tickets: "ticket",
  faqs: "faq",
} as const;

/** Index names. Replies have one, too; matches in them are shown as their tickets. */
const indexes = [...Object.values(searchKinds), "reply"];

export type SearchKind = keyof typeof searchKinds;

/** How a table is indexed for search. */
export interface SearchedTable {
  table: string;
  /** The column used as the row id of the index. */
  number: string;
  /** SQL expressions of the searched texts, in order. */
  texts: string[];
  /** The mutable columns from which the texts are made. */
  columns: string[];
}

/**
 * Returns the SQL of the view and triggers that maintain a table's index, by name. Migrations create them;
 * `app/search-index.test.ts` checks that they match the lists.
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

/** Returns the migration statements that create or recreate these objects, and the index if it is new, and fill it. */
export function searchMigration(kind: SearchKind, searched: SearchedTable): string[] {
  const name = searchKinds[kind];
  const made = Object.entries(searchObjects(kind, searched));
  const drop = (object: string) => `DROP ${object.endsWith("_texts") ? "VIEW" : "TRIGGER"} IF EXISTS ${object}`;
  return [
    `CREATE VIRTUAL TABLE IF NOT EXISTS ${name}_search USING fts5(text, content='', columnsize=0, tokenize='trigram case_sensitive 1')`,
    `INSERT INTO ${name}_search(${name}_search, rank) VALUES ('secure-delete', 1)`,
    ...made.map(([object]) => drop(object)).reverse(),
    ...made.map(([, sql]) => sql),
    `INSERT INTO ${name}_search(${name}_search) VALUES ('delete-all')`,
    `INSERT INTO ${name}_search(rowid, text) SELECT number, text FROM ${name}_texts`,
  ];
}

/** Rebuilds every index from its table, for when its triggers were missing or `fold` has changed. */
export function fillSearch(connection: Connection) {
  for (const name of indexes) {
    connection.exec(`INSERT INTO ${name}_search(${name}_search) VALUES ('delete-all')`);
    connection.exec(`INSERT INTO ${name}_search(rowid, text) SELECT number, text FROM ${name}_texts`);
  }
}
