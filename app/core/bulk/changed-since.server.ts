/** Which records others changed after somebody saw them, so that an act on many overwrites nothing unseen. */
import { and, gt, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { columnless, journal, type JournalEntry } from "db/schema";
import type { PassedOver } from "~/core/resource/bulk-outcome.server";
import type { Id, Resource } from "~/core/resource/resource.server";
import { statusWord } from "~/core/values/status";

type Reads = Pick<Transaction, "select">;

/** The latest change of each of these records after an entry of the journal, by the record's id. */
export async function changesSince(
  of: Pick<Resource, "entity">,
  ids: Id[],
  last: number,
  from: Reads = db,
): Promise<Map<string, JournalEntry>> {
  const ofKind = sql`+${journal.entity} = ${of.entity}`; // the plus keeps it from all entries of the kind
  const since = and(gt(journal.id, last), ofKind, notInArray(journal.action, columnless));
  const changes = await from.select().from(journal).where(since).orderBy(journal.id);
  const about = new Set(changes.length > 0 ? ids.map(String) : []);
  return new Map(changes.filter(({ recordId }) => about.has(recordId)).map((entry) => [entry.recordId, entry]));
}

/**
 * The records of these whose status somebody else changed, or who put them in the trash or took them out, since a list
 * showed them: an act on ticked rows leaves them out.
 */
export async function overtakenIn(
  of: Resource,
  ids: Id[],
  last: number,
  me: { id: number | null },
): Promise<(PassedOver & { id: Id })[]> {
  const changes = await changesSince(of, ids, last);
  return ids.flatMap((id) => {
    const entry = changes.get(String(id));
    const why = entry && entry.byId !== me.id && describeChange(entry);
    return why ? [{ id, label: entry.label, outcome: "refused" as const, why }] : [];
  });
}

/** Such as "Ben marked it as cancelled meanwhile"; nothing for what is no change of its state. */
function describeChange({ action, after, byName }: JournalEntry): string | undefined {
  if (action === "deleted") return `${byName} moved it to the trash meanwhile`;
  if (action === "restored") return `${byName} restored it meanwhile`;
  return typeof after?.status === "string" ? `${byName} marked it as ${statusWord(after.status)} meanwhile` : undefined;
}
