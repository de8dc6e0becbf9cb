import { max } from "drizzle-orm";
import { prepared } from "db";
import { journal } from "db/schema";

/**
 * Returns the id of the newest journal entry; read it before the rows, so that later changes to them have greater ids.
 */
export async function lastEntry(): Promise<number> {
  const [found] = await newest({});
  return found?.last ?? 0;
}

const newest = prepared((db) =>
  db
    .select({ last: max(journal.id) })
    .from(journal)
    .prepare(),
);
