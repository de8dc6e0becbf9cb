import { and, ne, or, type SQL } from "drizzle-orm";
import { journal } from "db/schema";
import { kinds } from "~/kinds.server";

/**
 * The entries that somebody may see, as a condition. Whatever reads the journal for people reads it by this: what a kind of record
 * keeps from them is not there for them, neither to be read nor to be taken back.
 */
export function entriesFor(personId: number): SQL | undefined {
  return and(...kinds().flatMap(({ entity, shownTo }) => (shownTo ? or(ne(journal.entity, entity), shownTo(personId)) : [])));
}
