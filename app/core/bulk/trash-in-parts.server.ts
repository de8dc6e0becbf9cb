/** Moves many records to the trash for the API: all or none, without blocking other writes. */
import { randomUUID } from "node:crypto";
import { outsideTransaction } from "db";
import { undoAct } from "~/core/undo/undo-job.server";
import { log } from "~/core/process/log.server";
import { outsideRequest } from "~/core/http/request-context.server";
import type { Actor, ManyOutcome, Person } from "~/core/resource/act.server";
import { bulkLimits } from "~/core/jobs/bulk-limits.server";
import type { Id } from "~/core/resource/resource.server";
import { chunks } from "~/core/values/chunks";

interface Trash<Row> {
  trash(by: Actor, ids: Id[], batch?: string): Promise<ManyOutcome<Row>>;
}

/**
 * Moves records to the trash in short transactions that form one act. If one is refused or fails, everything is undone.
 */
export async function trashInParts<Row>(by: Person, of: Trash<Row>, ids: Id[]): Promise<ManyOutcome<Row>> {
  const batch = randomUUID();
  const rows: Row[] = [];
  const takenBack = () => (rows.length > 0 ? outsideRequest(() => outsideTransaction(() => undo(by, batch))) : true);
  try {
    for (const chunk of chunks(ids, bulkLimits.rowsPerTransaction)) {
      const part = await of.trash(by, chunk, batch);
      if (!part.ok)
        return (await takenBack())
          ? part
          : { ...part, status: 503, errors: { "": `${Object.values(part.errors).join(" ")} ${remains}` } };
      rows.push(...part.rows);
    }
  } catch (error) {
    await takenBack();
    throw error;
  }
  return { ok: true, rows, batch: rows.length > 0 ? batch : undefined };
}

const remains = "Some had been deleted by then, and could not all be restored: read the list again.";

/** Undoes the act and returns whether that was complete. */
async function undo(by: Person, batch: string): Promise<boolean> {
  const { over, trouble } = await undoAct(by, { batch, undo: randomUUID() }, () => undefined);
  if (trouble || over > 0)
    log.error({ batch, over, trouble }, "records that a program deleted in part could not all be restored");
  return !trouble && over === 0;
}
