import { max } from "drizzle-orm";
import { db, type Transaction } from "db";
import { journal } from "db/schema";

/**
 * Returns the id of the newest journal entry; read it before the rows, so that later changes to them have greater ids.
 */
export async function lastEntry(from: Pick<Transaction, "select"> = db): Promise<number> {
  const [found] = await from.select({ last: max(journal.id) }).from(journal);
  return found?.last ?? 0;
}
