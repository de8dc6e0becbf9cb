import { oneByOne } from "~/core/process/one-by-one.server";
import { lt } from "drizzle-orm";
import { isForeignKeyError } from "db/connection";
import { db, write } from "db";
import { resources } from "~/core/resource/registry.server";
import { erase } from "~/core/resource/erase.server";
import type { Id, Resource } from "~/core/resource/resource.server";

/**
 * Erases records trashed before that moment, one by one, and returns their number. Records that others still refer to
 * stay.
 */
export async function emptyTrash(trashedBefore: Date): Promise<number> {
  const over: { kind: Resource; id: Id }[] = [];
  for (const kind of resources()) {
    if (kind.noun.voids) continue;
    const isOver = lt(kind.table.deletedAt, trashedBefore);
    for (const { id } of await db.select({ id: kind.table.id }).from(kind.table).where(isOver))
      over.push({ kind, id: id as Id });
  }
  return oneByOne(
    over,
    ({ kind, id }) => `${kind.entity} ${id}`,
    ({ kind, id }) => eraseOne(kind, id, trashedBefore),
  );
}

async function eraseOne(kind: Resource, id: Id, trashedBefore: Date): Promise<boolean> {
  try {
    return await write((tx) => (kind.erase ?? erase)(tx, kind, id, trashedBefore));
  } catch (error) {
    if (isForeignKeyError(error)) return false;
    throw error;
  }
}
