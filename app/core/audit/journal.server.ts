import { and, asc, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { journal, users } from "db/schema";
import { may } from "~/core/access/access.server";
import type { Reader } from "~/core/list/reach.server";
import { resources } from "~/core/resource/registry.server";
import { capital } from "~/core/values/noun";
import type { ChoiceRule, FilterRule, Listing } from "~/core/list/listing.server";
import { likely } from "~/core/list/matching.server";
import type { Resource } from "~/core/resource/resource.server";
import { personNamed } from "~/core/list/find-people.server";
import { entriesFor, reachesAll } from "./visible-entries.server";
import { toEntries, type Entry } from "./undo.server";

/** What happened to one record, newest first; with an undo of what this `viewer` may take back. */
export const history = (of: Of, id: number | string, most = 20, viewer?: Reader): Promise<Entry[]> =>
  entries(ofRecord(of, id), most, viewer);

/** The same, as far as this person may see it. */
export const historyFor = async (me: Reader, of: Of, id: number | string, most = 20): Promise<Entry[]> =>
  may(me, "activity") ? entries(and(ofRecord(of, id), entriesFor(me)), most, me) : [];

type Of = Pick<Resource, "entity">;

const ofRecord = ({ entity }: Of, id: number | string) =>
  and(eq(journal.entity, entity), eq(journal.recordId, String(id)));

/** What one person did, newest first, as far as they may see it still. */
export const actsOf = async (me: Reader, most = 20): Promise<Entry[]> =>
  may(me, "activity") ? entries(and(eq(journal.byId, me.id), entriesFor(me)), most, me) : [];

async function entries(where: SQL | undefined, most: number, viewer?: Reader): Promise<Entry[]> {
  return toEntries(await db.select().from(journal).where(where).orderBy(desc(journal.id)).limit(most), viewer);
}

const toOptions = (...values: string[]) => values.map((value) => ({ value, title: capital(value) }));

export const activityListing = {
  path: "/activity",
  table: journal,
  search: [journal.label, journal.byName, journal.note],
  filters: {
    action: {
      label: "Action",
      options: toOptions("created", "changed", "deleted", "restored", "sent", "security"),
      by: journal.action,
    },
    from: { label: "When", type: "date", end: "from", by: (day) => gte(journal.at, startOfDay(day, config.timeZone)) },
    to: { label: "When", type: "date", end: "to", by: (day) => lt(journal.at, startOfNextDay(day, config.timeZone)) },
    change: { label: "Made with", type: "record", title: async () => "one act", by: ofAct },
    record: { label: "Record", type: "record", title: async (id) => id, by: (id) => eq(journal.recordId, id) },
  },
  sorts: { at: journal.at, by: journal.byName, label: journal.label },
  sort: "-at",
} satisfies Listing<typeof journal>;

/**
 * The entries of one act. They lie between its first and its last moment, so that neither a large act is sorted for its
 * latest, nor all of the journal is searched for a small one.
 */
function ofAct(batch: string): SQL[] {
  const at = (order: SQL) =>
    sql`(select ${journal.at} from ${journal} where ${journal.batch} = ${batch} order by ${order} limit 1)`;
  return [
    eq(journal.batch, batch),
    sql`${journal.at} >= ${at(asc(journal.id))}`,
    sql`${journal.at} <= ${at(desc(journal.id))}`,
  ].map(likely);
}

/** All that happened, as far as this person may see it. */
export function activityFor(me: Reader): Listing<typeof journal> {
  const filters = { entity: kindFilter(me), ...activityListing.filters, person: personFilter(me) };
  return { ...activityListing, filters, scope: entriesFor(me) };
}

/** The kinds that they may see all of, and those of what may be their own. */
function kindFilter(me: Reader): ChoiceRule {
  const seen = resources().filter(({ entity, ownEntriesFilter }) => ownEntriesFilter || reachesAll(me, entity, "view"));
  return {
    label: "Kind",
    options: seen.map(({ entity, noun }) => ({ value: entity, title: capital(noun.many) })),
    by: journal.entity,
  };
}

/** Whoever may not see people is told nobody's name by a number, nor whether there is somebody of a name. */
function personFilter(me: Reader): FilterRule {
  const sees = may(me, "people.view");
  const title = async (id: string) => (sees || Number(id) === me.id ? personName(id) : "one person");
  return {
    label: "Person",
    type: "record",
    title,
    ...(sees && { named: personNamed }),
    by: (id) => eq(journal.byId, Number(id)),
  };
}

async function personName(id: string) {
  return (
    await db
      .select({ name: users.name })
      .from(users)
      .where(eq(users.id, Number(id)))
  )[0]?.name;
}
