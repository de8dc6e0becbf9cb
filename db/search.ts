/** The index of all that is searched (migration 0011): which kinds of record it has, and how it is made anew. */
import type { Connection } from "./connection";

/** The kinds that can be searched, each with the name by which the database calls its index (`order_search`) and its texts (`order_texts`). */
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

/** Fills the index of each kind from its table, in place of what it holds: where its triggers were not there, or letters are folded otherwise now. */
export function fillSearch(connection: Connection) {
  for (const name of indexes) {
    connection.exec(`INSERT INTO ${name}_search(${name}_search) VALUES ('delete-all')`);
    connection.exec(`INSERT INTO ${name}_search(rowid, text) SELECT number, text FROM ${name}_texts`);
  }
}
