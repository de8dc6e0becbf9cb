import { and, desc, eq, getTableColumns, gte, lt, sql } from "drizzle-orm";
import { config } from "config";
import { db } from "db";
import { journal, type JournalEntry, users } from "db/schema";
import { startOfDay, startOfNextDay } from "~/lib/dates";
import type { Listing } from "~/lib/list.server";
import { entities } from "./records.server";

/** An entry, and whether it was taken back since (and that not taken back in turn). */
export type Entry = JournalEntry & { undone: boolean };

const undone = sql<boolean>`exists (
  select 1 from journal as undo where undo.undoes = journal.batch
  and not exists (select 1 from journal as redo where redo.undoes = undo.batch))`.mapWith(Boolean);

/** What happened to one record, newest first. */
export function history(entity: string, id: number | string, most = 20): Promise<Entry[]> {
  return entries(and(eq(journal.entity, entity), eq(journal.recordId, String(id))), most);
}

/** What one person did, newest first. */
export function actsOf(personId: number, most = 20): Promise<Entry[]> {
  return entries(eq(journal.byId, personId), most);
}

async function entries(where: ReturnType<typeof and>, most: number): Promise<Entry[]> {
  return db.select({ ...getTableColumns(journal), undone }).from(journal).where(where).orderBy(desc(journal.id)).limit(most);
}

/** Which of these batches were taken back. */
export async function undoneBatches(rows: JournalEntry[]): Promise<Entry[]> {
  if (rows.length === 0) return [];
  const ids = sql.join(rows.map((row) => sql`${row.id}`), sql`, `);
  const found = await db.select({ id: journal.id, undone }).from(journal).where(sql`${journal.id} in (${ids})`);
  const byId = new Map(found.map((row) => [row.id, row.undone]));
  return rows.map((row) => ({ ...row, undone: byId.get(row.id) ?? false }));
}

const named = (...values: string[]) => values.map((value) => ({ value, title: value.charAt(0).toUpperCase() + value.slice(1) }));

export const activityListing: Listing<typeof journal> = {
  path: "/activity",
  table: journal,
  search: [journal.label, journal.byName, journal.note],
  filters: {
    entity: { label: "Kind", get options() { return named(...entities()); }, by: journal.entity },
    action: { label: "Action", options: named("created", "changed", "deleted", "restored", "security"), by: journal.action },
    from: { label: "From", type: "date", by: (day) => gte(journal.at, startOfDay(day, config.timeZone)) },
    to: { label: "To", type: "date", by: (day) => lt(journal.at, startOfNextDay(day, config.timeZone)) },
    person: { label: "Person", type: "record", title: personName, by: (id) => eq(journal.byId, Number(id)) },
    record: { label: "Record", type: "record", title: async (id) => id, by: (id) => eq(journal.recordId, id) },
  },
  sorts: { at: journal.at, by: journal.byName, label: journal.label },
  sort: "-at",
};

async function personName(id: string) {
  return (await db.select({ name: users.name }).from(users).where(eq(users.id, Number(id))))[0]?.name;
}
