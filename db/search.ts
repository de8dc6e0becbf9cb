/** The index of all that is searched (migration 0011): which kinds of record it has, and how it is made anew. */
import type { Connection } from "./connection";

/** The kinds that the index holds, each with its number there. Their texts are said by views, such as `order_texts`. */
export const searchKinds = { users: 1, products: 2, orders: 3, invoices: 4, tickets: 5, faqs: 6 } as const;

export type SearchKind = keyof typeof searchKinds;

/** Where a kind's stretch of the index begins; a record's place is that and its number. */
export const placeOf = (kind: SearchKind) => searchKinds[kind] * 2 ** 40;

/** How many places each kind has. */
export const placesOfKind = 2 ** 40;

/** Fills the index from the tables, in place of what it holds: where its triggers were not there, or letters are folded otherwise now. */
export function fillSearch(connection: Connection) {
  connection.exec("INSERT INTO search(search) VALUES ('delete-all')");
  for (const kind of Object.keys(searchKinds)) connection.exec(`INSERT INTO search(rowid, text) SELECT place, text FROM ${kind.replace(/s$/, "")}_texts`);
}
