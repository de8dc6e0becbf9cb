import { isDeepStrictEqual } from "node:util";
import { data } from "@remix-run/node";
import { and, desc, eq, notInArray, sql } from "drizzle-orm";
import { db } from "db";
import { columnless, journal, type JournalEntry } from "db/schema";
import { labelsOf } from "~/core/fields/fields";
import type { FormFields } from "~/core/form/form-state";
import type { Resource } from "~/core/resource/resource.server";
import { revive } from "~/core/resource/snapshot.server";
import { fieldNames, type Versions } from "./versions";

type Row = { id: number | string; revision: number };

/** Values of a form, and the revision it was loaded with. */
interface Mine {
  fields: FormFields;
  revision: number;
}

/**
 * Returns the response to a form whose record someone else has changed: nothing was saved, and the user chooses between
 * the versions. `fieldsOf` converts a row to form values.
 */
export async function conflict<Kept extends Row>(
  of: Pick<Resource, "entity" | "table" | "fields">,
  mine: Mine,
  theirs: Kept,
  fieldsOf: (row: Kept) => FormFields,
) {
  const base = await snapshotAt(of, theirs, mine.revision);
  const both = { mine: mine.fields, theirs: fieldsOf(theirs) };
  const versions: Versions = {
    ...both,
    base: base && fieldsOf(base),
    revision: theirs.revision,
    fields: labelsOf(of.fields, fieldNames(both)),
  };
  return data({ versions }, 409);
}

/**
 * Whether a form of an earlier revision can be saved safely: none of its fields changed since (the record was only
 * trashed and restored, for example), or it has the record's current values, as when it is posted twice.
 */
export async function overwritesNothing<Kept extends Row>(
  of: Pick<Resource, "entity" | "table">,
  mine: Mine,
  theirs: Kept,
  fieldsOf: (row: Kept) => FormFields,
) {
  if (isDeepStrictEqual(mine.fields, fieldsOf(theirs))) return true;
  const base = await snapshotAt(of, theirs, mine.revision);
  return base !== undefined && isDeepStrictEqual(fieldsOf(base), fieldsOf(theirs));
}

/**
 * Reconstructs a record at an earlier revision from its journal entries; undefined if they are incomplete, as when a
 * payment changed the status of an invoice without an entry.
 */
export async function snapshotAt<Kept extends Row>(
  of: Pick<Resource, "entity" | "table">,
  row: Kept,
  revision: number,
): Promise<Kept | undefined> {
  const changes = row.revision - revision;
  if (revision < 1 || changes < 1) return undefined;
  const ofRecord = and(
    eq(journal.entity, of.entity),
    eq(journal.recordId, String(row.id)),
    notInArray(journal.action, columnless),
  );
  const since = await db.select().from(journal).where(ofRecord).orderBy(desc(journal.id)).limit(changes);
  const values = since.map(({ before }) => before && revive(of.table, before));
  const newest = since[0]?.after;
  const isUnrecorded = since.some((entry, place) => entry.revision !== null && entry.revision !== row.revision - place);
  if (values.length < changes || isUnrecorded || (newest && !isLatest(row, revive(of.table, newest)))) return undefined;
  return Object.assign({}, row, ...values, { revision }) as Kept;
}

/** Returns the newest entry that changed a column of a record, including undos. */
export async function latestChange(
  of: Pick<Resource, "entity">,
  id: number | string,
  column: string,
): Promise<JournalEntry | undefined> {
  const named = sql`json_extract(${journal.after}, ${`$.${column}`}) is not null`;
  const ofRecord = and(
    eq(journal.entity, of.entity),
    eq(journal.recordId, String(id)),
    notInArray(journal.action, ["created", ...columnless]),
    named,
  );
  return (await db.select().from(journal).where(ofRecord).orderBy(desc(journal.id)).limit(1))[0];
}

/** Whether the newest entry led to this row; if not, the record was changed again after the row was read. */
const isLatest = (row: object, after: object) => JSON.stringify({ ...row, ...after }) === JSON.stringify(row);
