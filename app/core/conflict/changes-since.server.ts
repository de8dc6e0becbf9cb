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

/** A form's values, and the revision that it was made from. */
interface Mine {
  fields: FormFields;
  revision: number;
}

/**
 * The answer to a form whose record somebody else changed meanwhile: nothing was saved, here are the versions to choose
 * from. `fieldsOf` gives a row's values as the form has them.
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
 * Whether a form that was made from an earlier revision overwrites nothing all the same: nothing that it shows was
 * changed since (somebody trashed and restored the record, say), or it says what the record says now, as a form does
 * that is sent twice.
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
 * A record at an earlier revision: as it is now, with what the journal says of each change since laid back over it.
 * Nothing when the journal cannot tell.
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
  if (values.length < changes || (newest && !agrees(row, revive(of.table, newest)))) return undefined;
  return Object.assign({}, row, ...values, { revision }) as Kept;
}

/** The newest change of one column of a record, an undo included, as its entry has it. */
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

/** Whether the newest change led to this row; if not, another one has slipped in since the row was read. */
const agrees = (row: object, after: object) => JSON.stringify({ ...row, ...after }) === JSON.stringify(row);
