/** Export columns of journal entries. */
import type { JournalEntry } from "db/schema";
import type { Columns } from "~/core/list/export.server";

export const activityColumns: Columns<JournalEntry> = {
  id: (entry) => entry.id,
  at: (entry) => entry.at,
  by: (entry) => entry.byName,
  kind: (entry) => entry.entity,
  record: (entry) => entry.recordId,
  label: (entry) => entry.label,
  action: (entry) => entry.action,
  before: (entry) => entry.before && JSON.stringify(entry.before),
  after: (entry) => entry.after && JSON.stringify(entry.after),
  note: (entry) => entry.note,
};
