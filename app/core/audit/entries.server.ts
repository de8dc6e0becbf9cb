/** Journal entries as users see them: with readable values, links and undo states. */
import { isDeepStrictEqual } from "node:util";
import { aliasedTable, and, eq, exists, inArray, ne } from "drizzle-orm";
import { db } from "db";
import { columnless, journal, type JournalEntry, users } from "db/schema";
import { may } from "~/core/access/access.server";
import { changedLabels, type FieldLabel, labelOf } from "~/core/fields/fields";
import type { Reader } from "~/core/list/reach.server";
import { erased } from "~/core/resource/erase.server";
import { resourceOf, resources } from "~/core/resource/registry.server";
import { withUndone } from "~/core/resource/undone-entries.server";
import { hrefOfAct } from "./act-notifications.server";
import { reachesAll, whereEntriesUndoable } from "./visible-entries.server";

/** A journal entry with its undo state and the URL of its record, if that still exists. */
export type Entry = JournalEntry & {
  undo: "open" | "undone" | "overtaken" | "none";
  href?: string;
  /** Labels of the changed fields to display. */
  fields: Record<string, FieldLabel>;
  /** URL of the whole act, if it changed several records in the same way. */ act?: string;
  /** Names of the users referenced in the values, by id. */ people?: Record<string, string>;
};

/**
 * Returns the entries for display, with their undo states for `viewer`. Runs two queries per kind among them and two
 * more, plus one if the viewer may not change all of them.
 */
export async function toEntries(entries: JournalEntry[], viewer?: Reader): Promise<Entry[]> {
  const inLargeActs = await idsOfLargeActs(entries);
  const people = await namesOfPeopleIn(entries);
  const states = new Map((await Promise.all(resources().map((kind) => kind.undoStates(entries, viewer)))).flat());
  const refused = await idsNotUndoable(viewer, entries);
  return (await withUndone(entries, db)).map(({ undone, ...entry }) => ({
    ...entry,
    before: toReadable(entry.entity, entry.before),
    after: toReadable(entry.entity, entry.after),
    people: Object.fromEntries(
      personIdsIn(entry).flatMap((id) => (people.has(id) ? [[id, people.get(id) ?? ""]] : [])),
    ),
    fields: changedLabels(resourceOf(entry.entity)?.fields, entry),
    undo: undone ? "undone" : undoStateOf(entry, refused.has(entry.id) ? "none" : states.get(entry.id)),
    href: states.has(entry.id) ? hrefFor(viewer, entry) : undefined,
    act: inLargeActs.has(entry.id) ? hrefOfAct(entry.batch) : undefined,
  }));
}

/** Returns the ids of the entries that `viewer` may not undo. */
async function idsNotUndoable(viewer: Reader | undefined, entries: JournalEntry[]): Promise<Set<number>> {
  const limited = viewer
    ? entries.filter(({ entity }) => !reachesAll(viewer, entity, "change")).map(({ id }) => id)
    : [];
  if (!viewer || limited.length === 0) return new Set();
  const own = await db
    .select({ id: journal.id })
    .from(journal)
    .where(and(inArray(journal.id, limited), whereEntriesUndoable(viewer)));
  return new Set(limited.filter((id) => !own.some((one) => one.id === id)));
}

/** Replaces codes in a record's journal values by their display names. */
function toReadable(entity: string, values: JournalEntry["after"]): JournalEntry["after"] {
  const readableValues = resourceOf(entity)?.readableValues;
  if (!readableValues || !values) return values;
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => [field, readableValues[field]?.(value) ?? value]),
  );
}

/** Returns the URL of a record for `viewer`: users without access to the directory have a profile page of their own. */
const hrefFor = (viewer: Reader | undefined, { entity, recordId }: JournalEntry) =>
  entity === "users" && viewer && !may(viewer, "people.view") ? "/users/profile" : resourceOf(entity)?.href(recordId);

/** Returns the ids of users in an entry's values. */
const personIdsIn = ({ entity, before, after }: JournalEntry): number[] =>
  [before, after].flatMap((values) =>
    Object.entries(values ?? {}).flatMap(([field, value]) =>
      typeof value === "number" && labelOf(resourceOf(entity)?.fields, field).format === "person" ? value : [],
    ),
  );

async function namesOfPeopleIn(entries: JournalEntry[]): Promise<Map<number, string>> {
  const ids = [...new Set(entries.flatMap(personIdsIn))];
  const found =
    ids.length === 0
      ? []
      : await db.select({ id: users.id, name: users.name }).from(users).where(inArray(users.id, ids));
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Returns the ids of entries whose act changed other records of the same kind. */
async function idsOfLargeActs(entries: JournalEntry[]): Promise<Set<number>> {
  const other = aliasedTable(journal, "other");
  const sameKind = db
    .select({ id: other.id })
    .from(other)
    .where(and(eq(other.batch, journal.batch), eq(other.entity, journal.entity), ne(other.recordId, journal.recordId)));
  const found = await db
    .select({ id: journal.id })
    .from(journal)
    .where(
      and(
        inArray(
          journal.id,
          entries.map(({ id }) => id),
        ),
        exists(sameKind),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

/** Returns the undo state to display; "none" for security events, sent mails and erased records. */
function undoStateOf(entry: JournalEntry, state: Entry["undo"] = "none"): Entry["undo"] {
  return columnless.includes(entry.action) || !entry.after || needsErased(entry) || changesNothing(entry)
    ? "none"
    : state;
}

/** Whether an entry only confirmed existing values, so that an undo would change nothing. */
const changesNothing = ({ before, after }: JournalEntry) => isDeepStrictEqual(before, after);

/** Whether an undo would need values of a person who was erased. Undoing a creation needs none. */
export const needsErased = ({ action, before, after }: JournalEntry) =>
  action !== "created" && [before, after].some((values) => Object.values(values ?? {}).includes(erased));
