/**
 * Operations of every kind of record: create, change, trash, restore and undo. Each is part of an act that also writes
 * the journal, so that every change is logged and can be undone.
 */
import { getTableName } from "drizzle-orm";
import type { Once } from "~/core/api/idempotency.server";
import { type Fields, firstTextField } from "~/core/fields/fields";
import type { Reader } from "~/core/list/reach.server";
import { capital, howMany } from "~/core/values/noun";
import { type ActingUser, type Actor, actToCreate } from "./act.server";
import { everyRecord, recordActs, recordsOfList, type RecordScope } from "./record-acts.server";
import { recordChanges } from "./record-changes.server";
import { recordUndo } from "./record-undo.server";
import type { NewOf, RecordTable, Resource, ResourceDefinition, RowOf } from "./resource.server";
import { listOf } from "./resource-list.server";

/**
 * Defines a kind of record: its fields, permissions, list, import, API and rules, said once. Name it in
 * `resources.server.ts`, and its pages in `routes.ts`.
 */
export function defineResource<
  Table extends RecordTable,
  Completed extends string = never,
  FileRow = RowOf<Table>,
  Line = never,
>({ table, permissions, list: listRules, ...definition }: ResourceDefinition<Table, Completed, FileRow, Line>) {
  type Row = RowOf<Table>;
  type New = NewOf<Table, Completed>;
  const { noun, fields, entity = getTableName(table), label = labelBy<Row>(fields) } = definition;
  const { href = (id: string) => `${listRules.path}/${id}` } = definition;
  const rules = { ...definition, entity, label, href };
  const { statuses = statusOptions(fields), newestBy = table.id, files = [] } = rules;
  const { listing, list } = listOf({ ...rules, table, permissions, list: listRules });
  const changes = recordChanges<Table, Completed>(table, rules);
  const { find, create, madeWith, findRepeated, isRefused, change, skipReasonOf } = changes;
  const absent = `${capital(noun.one)} not found`;
  const actsWithin = (scope: RecordScope<Row>) => recordActs<Table, Completed>({ ...rules, absent }, changes, scope);
  const unrestricted = actsWithin(everyRecord());

  const description = {
    entity,
    noun,
    permissions,
    absent,
    table,
    listing,
    list,
    hasScreen: listRules.hasScreen ?? true,
    import: rules.import,
    api: rules.api,
    fields,
    statuses: statuses as Resource["statuses"],
    href,
    newestBy,
    files,
    journalFilterFor: rules.journalFilterFor,
    ownEntriesFilter: rules.ownEntriesFilter,
    trashWarning: rules.trashWarning,
    trashWarningAfterMs: rules.trashWarningAfterMs,
    dependents: rules.dependents,
    question: rules.question,
    confirmations: rules.confirmations,
    readableValues: rules.readableValues,
    remainingSteps: rules.remainingSteps,
    ...recordUndo(table, rules, changes),
    describe: (rows: Row[]) => (rows.length === 1 && rows[0] ? label(rows[0]) : howMany(rows.length, noun)),
    /**
     * Creates a record. With a form's one-time key, the same values return the record that they created before; for
     * `/api` requests see `Once`.
     */
    create: (by: Actor, values: New, once?: string | Once<Row>) =>
      typeof once === "string"
        ? actToCreate<Row>(by, (tx, act) => create(tx, act, values, once))
        : actToCreate<Row>(by, (tx, act) => create(tx, act, values), once),
    findRepeated,
    isRefused,
    /**
     * Operations to call inside an act: `actToCreate`, `actOnOne` or `actOnMany`. They throw `RuleViolation` and
     * `ConflictError`.
     */
    within: { find, create, change, madeWith, skipReasonOf },
  };

  /** Returns the resource restricted to the records of a list. */
  const limitedTo = (theirs: typeof listing) => ({
    ...description,
    listing: theirs,
    ...actsWithin(recordsOfList(theirs)),
  });

  /** Returns the resource restricted to the records that `me` may see; others count as absent. */
  const asSeenBy = (me: Reader): ReturnType<typeof limitedTo> => {
    const theirs = list.listingFor(me);
    return theirs.scope === listing.scope ? { ...description, listing: theirs, ...unrestricted } : limitedTo(theirs);
  };

  /** Returns an act that changes only records that its user may see. */
  const byUser =
    <Rest extends unknown[], Result>(actOf: (acts: typeof unrestricted) => (by: ActingUser, ...rest: Rest) => Result) =>
    (by: ActingUser, ...rest: Rest) =>
      actOf(asSeenBy(by))(by, ...rest);

  return {
    ...description,
    /** Operations on all records without a permission check: for the system's own work, and after another check. */
    unrestricted,
    limitedTo,
    asSeenBy,
    at: (me: Reader, params: { id?: string }) => asSeenBy(me).at(params),
    find: (me: Reader, id: Row["id"] | undefined) => asSeenBy(me).find(id),
    get: (me: Reader, id: Row["id"]) => asSeenBy(me).get(id),
    change: byUser(({ change }) => change),
    changeMany: byUser(({ changeMany }) => changeMany),
    setStatus: byUser(({ setStatus }) => setStatus),
    trash: byUser(({ trash }) => trash),
    restore: byUser(({ restore }) => restore),
  };
}

/** Returns a function for the label of a record: its first text field. */
function labelBy<Row>(fields: Fields) {
  const name = firstTextField(fields)?.name;
  return (row: Row) => String(row[name as keyof Row]);
}

/** Returns the options of a status field, if there is one. */
const statusOptions = ({ status }: Fields) => (status?.kind === "choice" ? status.options : []);
