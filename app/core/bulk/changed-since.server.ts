/** Finds records that others changed after the user saw them, so that bulk actions overwrite nothing unseen. */
import { and, eq, gt, inArray, notInArray, sql } from "drizzle-orm";
import { db, type Transaction } from "db";
import { columnless, journal, type JournalEntry } from "db/schema";
import type { PassedOver } from "~/core/resource/bulk-outcome.server";
import type { Id, Resource } from "~/core/resource/resource.server";
import { formatMoney } from "~/core/values/money";
import type { Noun } from "~/core/values/noun";
import { removalWords } from "~/core/values/removal-words";
import { statusWord } from "~/core/values/status";

type Reads = Pick<Transaction, "select">;

/** Maximum records that are looked up individually in the journal's index. */
const maxLookups = 1_000;

/** Returns the changes of these records after a journal entry, oldest first. */
async function entriesSince({ entity }: Pick<Resource, "entity">, ids: Id[], last: number, from: Reads = db) {
  const about = new Set(ids.map(String));
  const isFew = about.size <= maxLookups;
  const theirs = isFew
    ? and(eq(journal.entity, entity), inArray(journal.recordId, [...about]))
    : sql`+${journal.entity} = ${entity}`; // the plus disables the index on all entries of the kind
  const since = and(gt(journal.id, last), theirs, notInArray(journal.action, columnless));
  const changes = await from.select().from(journal).where(since).orderBy(journal.id);
  return isFew ? changes : changes.filter(({ recordId }) => about.has(recordId));
}

const byRecord = (entries: JournalEntry[]) => new Map(entries.map((entry) => [entry.recordId, entry]));

/** Returns the latest change of each of these records after a journal entry, by record id. */
export const changesSince = async (
  of: Pick<Resource, "entity">,
  ids: Id[],
  last: number,
  from?: Reads,
): Promise<Map<string, JournalEntry>> => byRecord(await entriesSince(of, ids, last, from));

/**
 * Returns the records whose status, total or deletion state someone else changed after the list was loaded; bulk
 * actions on selected rows leave them out.
 */
export async function overtakenIn(
  of: Pick<Resource, "entity" | "noun">,
  ids: Id[],
  last: number,
  me: { id: number | null },
): Promise<(PassedOver & { id: Id })[]> {
  const changes = byRecord((await entriesSince(of, ids, last)).filter((entry) => describeChange(entry, of.noun)));
  return ids.flatMap((id) => {
    const entry = changes.get(String(id));
    const reason = entry && entry.byId !== me.id && describeChange(entry, of.noun);
    return reason ? [{ id, label: entry.label, outcome: "refused" as const, why: reason }] : [];
  });
}

/**
 * Describes a change of state or total, such as "Ben marked it as cancelled meanwhile"; undefined for other changes.
 */
function describeChange({ action, before, after, byName }: JournalEntry, noun: Noun): string | undefined {
  if (action === "deleted") return `${byName} ${noun.voids ? "voided it" : "moved it to the trash"} meanwhile`;
  if (action === "restored") return `${byName} ${removalWords(noun).restored} it meanwhile`;
  if (typeof after?.status === "string") return `${byName} marked it as ${statusWord(after.status)} meanwhile`;
  const [was, now] = [before?.totalAmount, after?.totalAmount];
  return typeof was === "number" && typeof now === "number"
    ? `${byName} changed its total from ${formatMoney(was)} to ${formatMoney(now)} meanwhile`
    : undefined;
}
