/** Loads the page of a record, and the page of a new one, for kinds whose fields are all that these show. */
import { may } from "~/core/access/access.server";
import { newFormKey } from "~/core/form/form.server";
import { timeUntilPurge } from "~/core/list/deletions.server";
import type { Reader } from "~/core/list/reach.server";
import type { RecordRow, Resource } from "~/core/resource/resource.server";
import { historyFor } from "~/core/audit/journal.server";

/** A kind of record of which a reader sees some rows. */
type ReadableResource<Row extends RecordRow> = {
  asSeenBy(me: Reader): { at(params: { id?: string }): Promise<Row> };
} & Resource;

const listLink = ({ list: { path, title } }: Resource) => ({ href: path, title });

/** Returns the record that a URL names, and what its page shows besides its fields. Throws a 404. */
export async function recordPage<Row extends RecordRow>(
  me: Reader,
  of: ReadableResource<Row>,
  params: { id?: string },
) {
  const record = await of.asSeenBy(me).at(params);
  const page = {
    noun: of.noun,
    entity: of.entity,
    list: listLink(of),
    path: `${of.list.path}/${record.id}`,
    name: of.describe([record]),
    goes: timeUntilPurge(record.deletedAt),
    history: await historyFor(me, of, record.id),
    mayChange: may(me, of.permissions.change),
  };
  return { record, page };
}

export type RecordPageView = Awaited<ReturnType<typeof recordPage>>["page"];

/** Returns what the form for a new record shows besides its fields. */
export const newRecordPage = (of: Resource) => ({ noun: of.noun, list: listLink(of), formKey: newFormKey() });

export type NewRecordView = ReturnType<typeof newRecordPage>;
