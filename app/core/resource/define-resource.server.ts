/**
 * What every kind of record can do: be created, changed, put in the trash, restored, undone. Each is part of an act
 * that also writes the journal, so that nothing changes without a trace and everything can be taken back.
 */
import type { Once } from "~/core/api/idempotency.server";
import { listingFor, type Reader } from "~/core/list/reach.server";
import { capital, howMany } from "~/core/values/noun";
import { type Actor, actToMake } from "./act.server";
import { everyRecord, recordsOfList, type Reach, recordActs } from "./record-acts.server";
import { recordChanges } from "./record-changes.server";
import { recordUndo } from "./record-undo.server";
import type { NewOf, RecordTable, Resource, ResourceRules, RowOf } from "./resource.server";

/**
 * A kind of record; `Completed` are the columns that its `derive` always fills in. It belongs in the list of
 * `resources.server.ts`.
 */
export function defineResource<Table extends RecordTable, Completed extends string = never>(
  table: Table,
  rules: ResourceRules<RowOf<Table>>,
) {
  type Row = RowOf<Table>;
  type New = NewOf<Table, Completed>;
  const changes = recordChanges<Table, Completed>(table, rules);
  const { href, find, create, madeWith, findRepeated, change, skipReasonOf } = changes;
  const { entity, noun, listing, statuses = [], newestBy = table.id, files = [] } = rules;
  const absent = `${capital(noun.one)} not found`;
  const actsWithin = (reach: Reach<Row>) => recordActs<Table, Completed>({ ...rules, absent }, changes, reach);

  const whole = {
    entity,
    noun,
    absent,
    table,
    listing,
    fields: rules.fields ?? {},
    statuses: statuses as Resource["statuses"],
    href,
    newestBy,
    files,
    journalFilterFor: rules.journalFilterFor,
    ownEntriesFilter: rules.ownEntriesFilter,
    trashWarning: rules.trashWarning,
    confirmations: rules.confirmations,
    readableValues: rules.readableValues,
    remainingSteps: rules.remainingSteps,
    ...recordUndo(table, rules, changes),
    ...actsWithin(everyRecord()),
    describe: (rows: Row[]) => (rows.length === 1 && rows[0] ? rules.label(rows[0]) : howMany(rows.length, noun)),
    /**
     * Adds a record. With a form's one-time key, the same values again answer the record that they made before; for a
     * request to `/api` see `Once`.
     */
    create: (by: Actor, values: New, once?: string | Once<Row>) =>
      typeof once === "string"
        ? actToMake<Row>(by, (tx, act) => create(tx, act, values, once))
        : actToMake<Row>(by, (tx, act) => create(tx, act, values), once),
    findRepeated,
    /**
     * For acts that change several records: `actToMake`, `actOnOne` and `actOnMany` give the transaction and the act.
     * These throw `RuleViolation` and `ConflictError`.
     */
    within: { find, create, change, madeWith, skipReasonOf },
  };

  /** The same with the records of this list alone. */
  const limitedTo = (theirs: typeof listing): typeof whole => ({
    ...whole,
    listing: theirs,
    ...actsWithin(recordsOfList(theirs)),
  });

  /** The same with those records alone that somebody reaches; any other is absent for them. */
  const asSeenBy = (me: Reader): typeof whole => {
    const theirs = listingFor(listing, me);
    return theirs.scope === listing.scope ? { ...whole, listing: theirs } : limitedTo(theirs);
  };

  return { ...whole, limitedTo, asSeenBy };
}
