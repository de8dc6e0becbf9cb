/** The latest activity, with entries of one act combined into one sentence. */
import { desc, inArray } from "drizzle-orm";
import { db } from "db";
import { journal } from "db/schema";
import { may } from "~/core/access/access.server";
import { toEntries, type Entry } from "~/core/audit/entries.server";
import { whereEntriesVisible } from "~/core/audit/visible-entries.server";
import type { Reader } from "~/core/list/reach.server";
import { describeEntry, type ActivitySentence } from "./activity-sentence";

/** Maximum journal entries read; an act with more entries is reported as a lower bound. */
const window = 120;
/** Maximum time between two entries about the same ticket by the same person that become one act, in milliseconds. */
const sameActMs = 60_000;

type Head = Pick<Entry, "id" | "batch" | "byName" | "entity" | "recordId" | "label" | "action"> & { at: Date };

/** The latest acts, newest first, as far as this person may see them. */
export async function activityOf(me: Reader, limit: number): Promise<ActivitySentence[]> {
  if (!may(me, "activity")) return [];
  const { id, batch, at, byName, entity, recordId, label, action } = journal;
  const heads = await db
    .select({ id, batch, at, byName, entity, recordId, label, action })
    .from(journal)
    .where(whereEntriesVisible(me))
    .orderBy(desc(id))
    .limit(window);
  const acts = actsOf(heads).slice(0, limit);
  const leads = acts.map((act) => leadOf(act).id);
  const rows = leads.length > 0 ? await db.select().from(journal).where(inArray(id, leads)) : [];
  const entries = new Map((await toEntries(rows, me)).map((entry) => [entry.id, entry]));
  return acts.flatMap((act) => {
    const entry = entries.get(leadOf(act).id);
    return entry
      ? describeEntry(entry, {
          records: recordsOf(act, entry),
          isCut: heads.length === window && act.at(-1) === heads.at(-1),
        })
      : [];
  });
}

/** Entries of one act, or of one person on one ticket at one time, the newest first. */
export function actsOf(heads: Head[]): Head[][] {
  const acts: Head[][] = [];
  for (const head of heads) {
    const act = acts.at(-1);
    if (act?.some((other) => areOne(other, head))) act.push(head);
    else acts.push([head]);
  }
  return acts;
}

const areOne = (one: Head, other: Head) =>
  one.batch === other.batch || (isTalk(one) && isTalk(other) && areTalk(one, other));

const isTalk = ({ entity }: Head) => entity === "tickets" || entity === "replies";

/**
 * Whether two entries belong to one act on a ticket, such as opening it with a message, or replying and setting its
 * status.
 */
const areTalk = (one: Head, other: Head) =>
  one.byName === other.byName &&
  thingOf(one) === thingOf(other) &&
  Math.abs(one.at.getTime() - other.at.getTime()) <= sameActMs;

/** Returns the ticket's label for a message, and the record's own label otherwise, in lower case. */
const thingOf = ({ label }: Head) => label.replace(/^Message on /, "").toLowerCase();

/** Returns the entry that represents an act: the first creation, or else the first change. */
function leadOf(act: Head[]): Head {
  const made = act.filter(({ action }) => action === "created");
  return (made.at(-1) ?? act.at(-1))!;
}

const recordsOf = (act: Head[], { entity }: Pick<Entry, "entity">) =>
  new Set(act.filter((head) => head.entity === entity).map(({ recordId }) => recordId)).size;
