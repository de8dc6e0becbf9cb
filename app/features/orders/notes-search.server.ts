/** Finds orders by the notes in their journal entries. */
import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { journal } from "db/schema";
import { holdsAll } from "~/core/list/matching.server";

/** Notes are in no index of words, so only so many are looked through, the newest. */
const maxNotes = 5_000;

const whereNote = and(eq(journal.entity, "orders"), isNotNull(journal.note));
const firstOfNewest = sql`coalesce((select ${journal.id} from ${journal} where ${whereNote} order by ${journal.id} desc limit 1 offset ${maxNotes - 1}), 0)`;

/** Returns a query of the numbers of the orders on which one note has all these words. */
export const ordersNoted = (words: string[]): SQL =>
  sql`select cast(${journal.recordId} as integer) as number from ${journal} where ${and(whereNote, sql`${journal.id} >= ${firstOfNewest}`, holdsAll([journal.note], words))}`;
