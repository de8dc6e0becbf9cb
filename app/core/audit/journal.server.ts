import { and, asc, desc, eq, gte, inArray, lt, or, sql, type SQL } from "drizzle-orm";
import { timeZone } from "db/company-settings";
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
import { findPersonByName } from "~/core/list/find-people.server";
import { whereEntriesVisible, reachesAll } from "./visible-entries.server";
import { toEntries, type Entry } from "./entries.server";

/** Returns the history of a record, newest first, with undo states for `viewer`. */
export const history = (of: Of, id: number | string, limit = 20, viewer?: Reader): Promise<Entry[]> =>
  entries(ofRecord(of, id), limit, viewer);

/** Returns the part of a record's history that `me` may see. */
export const historyFor = async (me: Reader, of: Of, id: number | string, limit = 20): Promise<Entry[]> =>
  may(me, "activity") ? entries(and(ofRecord(of, id), whereEntriesVisible(me)), limit, me) : [];

/** Returns the histories of several records as one, newest first, as far as `me` may see them. */
export const historyOfAll = async (
  me: Reader,
  records: { of: Of; ids: (number | string)[] }[],
  limit = 20,
): Promise<Entry[]> => {
  const named = records.map(({ of: { entity }, ids }) =>
    and(eq(journal.entity, entity), inArray(journal.recordId, ids.map(String))),
  );
  return may(me, "activity") ? entries(and(or(...named), whereEntriesVisible(me)), limit, me) : [];
};

type Of = Pick<Resource, "entity">;

const ofRecord = ({ entity }: Of, id: number | string) =>
  and(eq(journal.entity, entity), eq(journal.recordId, String(id)));

/** Returns what the user did, newest first, as far as they may still see it. */
export const actsOf = async (me: Reader, limit = 20): Promise<Entry[]> =>
  may(me, "activity") ? entries(and(eq(journal.byId, me.id), whereEntriesVisible(me)), limit, me) : [];

async function entries(where: SQL | undefined, limit: number, viewer?: Reader): Promise<Entry[]> {
  return toEntries(await db.select().from(journal).where(where).orderBy(desc(journal.id)).limit(limit), viewer);
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
    from: { label: "When", type: "date", end: "from", by: (day) => gte(journal.at, startOfDay(day, timeZone())) },
    to: { label: "When", type: "date", end: "to", by: (day) => lt(journal.at, startOfNextDay(day, timeZone())) },
    change: { label: "Made with", type: "record", title: async () => "one act", by: ofAct },
    record: { label: "Record", type: "record", title: async (id) => id, by: (id) => eq(journal.recordId, id) },
  },
  sorts: { at: journal.at, by: journal.byName, label: journal.label },
  sort: "-at",
} satisfies Listing<typeof journal>;

/**
 * Conditions for the entries of one act. They include its first and last time, so that SQLite neither sorts a large act
 * for its latest entries nor scans the whole journal for a small one.
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

export function activityFor(me: Reader): Listing<typeof journal> {
  const filters = { entity: kindFilter(me), ...activityListing.filters, person: personFilter(me) };
  return { ...activityListing, filters, scope: whereEntriesVisible(me) };
}

/** Filter by kind, with the kinds of which `me` may see all records or has own ones. */
function kindFilter(me: Reader): ChoiceRule {
  const seen = resources().filter(({ entity, ownEntriesFilter }) => ownEntriesFilter || reachesAll(me, entity, "view"));
  return {
    label: "Kind",
    options: seen.map(({ entity, noun }) => ({ value: entity, title: capital(noun.many) })),
    by: journal.entity,
  };
}

/** Filter by user. Readers without access to the directory cannot look up names by id or search for them. */
function personFilter(me: Reader): FilterRule {
  const sees = may(me, "people.view");
  const title = async (id: string) => (sees || Number(id) === me.id ? personName(id) : "one person");
  return {
    label: "Person",
    type: "record",
    title,
    ...(sees && { named: findPersonByName }),
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
