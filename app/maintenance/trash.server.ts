import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { lt } from "drizzle-orm";
import { isForeignKeyError } from "db/connection";
import { db, write } from "db";
import { resources } from "~/core/resource/registry.server";
import { erase } from "~/core/resource/erase.server";
import type { Id, Resource } from "~/core/resource/resource.server";

/**
 * Erases, one by one, what was put in the trash before that moment, and answers how many. What something else still
 * refers to stays.
 */
export async function emptyTrash(trashedBefore: Date): Promise<number> {
  let count = 0;
  for (const kind of resources()) {
    const over = await db.select({ id: kind.table.id }).from(kind.table).where(lt(kind.table.deletedAt, trashedBefore));
    for (const { id } of over) {
      if (await eraseOne(kind, id as Id, trashedBefore)) count++;
      await yieldToEventLoop(); // each is a change of its own, and others may have theirs in between
    }
  }
  return count;
}

async function eraseOne(kind: Resource, id: Id, trashedBefore: Date): Promise<boolean> {
  try {
    return await write((tx) => (kind.erase ?? erase)(tx, kind, id, trashedBefore));
  } catch (error) {
    if (isForeignKeyError(error)) return false;
    throw error;
  }
}
