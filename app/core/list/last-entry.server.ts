import { max } from "drizzle-orm";
import { db, type Transaction } from "db";
import { journal } from "db/schema";

/** Returns the journal's newest entry: what is read after it was changed by no later one. */
export async function lastEntry(from: Pick<Transaction, "select"> = db): Promise<number> {
  const [found] = await from.select({ last: max(journal.id) }).from(journal);
  return found?.last ?? 0;
}
