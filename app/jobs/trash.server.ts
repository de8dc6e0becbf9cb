import { setImmediate as breathe } from "node:timers/promises";
import { lt } from "drizzle-orm";
import { isForeignKeyError } from "db/connection";
import { db, type Transaction, write } from "db";
import { erase } from "~/journal/erase.server";
import { erasePerson } from "~/users/erase.server";
import { everyKind } from "./every-kind.server";

type Kind = ReturnType<typeof everyKind>[number];
type Id = number | string;

/** Kinds that leave more behind than a row and its past. */
const thorough: Record<string, (tx: Transaction, id: Id, trashedBefore: Date) => Promise<(() => Promise<void>) | undefined>> = {
  users: (tx, id, trashedBefore) => erasePerson(tx, Number(id), trashedBefore),
};

/** Erases, one by one, what was put in the trash before that moment, and answers how many. What something else still refers to stays. */
export async function emptyTrash(trashedBefore: Date): Promise<number> {
  let count = 0;
  for (const kind of everyKind()) {
    const over = await db.select({ id: kind.table.id }).from(kind.table).where(lt(kind.table.deletedAt, trashedBefore));
    for (const { id } of over) {
      if (await eraseOne(kind, id as Id, trashedBefore)) count++;
      await breathe(); // each is a change of its own, and others may have theirs in between
    }
  }
  return count;
}

async function eraseOne(kind: Kind, id: Id, trashedBefore: Date): Promise<boolean> {
  try {
    const rest = await write((tx) => (thorough[kind.entity] ?? plainly(kind))(tx, id, trashedBefore));
    await rest?.();
    return rest !== undefined;
  } catch (error) {
    if (isForeignKeyError(error)) return false;
    throw error;
  }
}

const plainly = (kind: Kind) => async (tx: Transaction, id: Id, trashedBefore: Date) => ((await erase(tx, kind, id, trashedBefore)) ? () => Promise.resolve() : undefined);
