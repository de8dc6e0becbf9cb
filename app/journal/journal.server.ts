import { and, asc, desc, eq, gte, lt, sql, type SQL } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { startOfDay, startOfNextDay } from "db/dates";
import { journal, type User, users } from "db/schema";
import { kinds } from "~/kinds.server";
import { capital } from "~/lib/noun";
import type { Listing } from "~/lib/listing.server";
import { likely } from "~/lib/matching.server";
import type { Kind } from "~/records/kind.server";
import { personNamed } from "~/users/people-named.server";
import { entriesFor } from "./shown.server";
import { asShown, type Entry } from "./undo.server";

/** What happened to one record, newest first. */
export const history = (of: Of, id: number | string, most = 20): Promise<Entry[]> => entries(ofRecord(of, id), most);

/** The same, as far as this person may see it. */
export const historyFor = (personId: number, of: Of, id: number | string, most = 20): Promise<Entry[]> => entries(and(ofRecord(of, id), entriesFor(personId)), most, personId);

type Of = Pick<Kind, "entity">;

const ofRecord = ({ entity }: Of, id: number | string) => and(eq(journal.entity, entity), eq(journal.recordId, String(id)));

/** What one person did, newest first, as far as they may see it still. */
export function actsOf(personId: number, most = 20): Promise<Entry[]> {
  return entries(and(eq(journal.byId, personId), entriesFor(personId)), most, personId);
}

/** What happened last, as far as this person may see it, newest first. */
export const latestActivity = (personId: number, most: number): Promise<Entry[]> => entries(entriesFor(personId), most, personId);

async function entries(where: SQL | undefined, most: number, viewer?: number): Promise<Entry[]> {
  return asShown(await db.select().from(journal).where(where).orderBy(desc(journal.id)).limit(most), viewer);
}

const named = (...values: string[]) => values.map((value) => ({ value, title: capital(value) }));

const activityListing: Listing<typeof journal> = {
  path: "/activity",
  table: journal,
  search: [journal.label, journal.byName, journal.note],
  filters: {
    entity: {
      label: "Kind",
      get options() {
        return kinds().map(({ entity, noun }) => ({ value: entity, title: capital(noun.many) })); // not before they are all there
      },
      by: journal.entity,
    },
    action: { label: "Action", options: named("created", "changed", "deleted", "restored", "security"), by: journal.action },
    from: { label: "From", type: "date", by: (day) => gte(journal.at, startOfDay(day, config.timeZone)) },
    to: { label: "To", type: "date", by: (day) => lt(journal.at, startOfNextDay(day, config.timeZone)) },
    person: { label: "Person", type: "record", title: personName, named: personNamed, by: (id) => eq(journal.byId, Number(id)) },
    change: { label: "Made with", type: "record", title: async () => "one act", by: ofAct },
    record: { label: "Record", type: "record", title: async (id) => id, by: (id) => eq(journal.recordId, id) },
  },
  sorts: { at: journal.at, by: journal.byName, label: journal.label },
  sort: "-at",
};

/** The entries of one act. They lie between its first and its last moment, so that neither a large act is sorted for its latest, nor all of the journal is searched for a small one. */
function ofAct(batch: string): SQL[] {
  const at = (order: SQL) => sql`(select ${journal.at} from ${journal} where ${journal.batch} = ${batch} order by ${order} limit 1)`;
  return [eq(journal.batch, batch), sql`${journal.at} >= ${at(asc(journal.id))}`, sql`${journal.at} <= ${at(desc(journal.id))}`].map(likely);
}

/** All that happened, as far as this person may see it. */
export const activityFor = ({ id }: Pick<User, "id">): Listing<typeof journal> => ({ ...activityListing, of: entriesFor(id) });

async function personName(id: string) {
  return (await db.select({ name: users.name }).from(users).where(eq(users.id, Number(id))))[0]?.name;
}
