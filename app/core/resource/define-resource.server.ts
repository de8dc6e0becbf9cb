/**
 * Operations of every kind of record: create, change, trash, restore and undo. Each is part of an act that also writes
 * the journal, so that every change is logged and can be undone.
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
 * Defines a kind of record; `Completed` are the columns that its `derive` always fills in. Register it in
 * `resources.server.ts`.
 */
export function defineResource<Table extends RecordTable, Completed extends string = never>(
  table: Table,
  rules: ResourceRules<RowOf<Table>>,
) {
  type Row = RowOf<Table>;
  type New = NewOf<Table, Completed>;
  const changes = recordChanges<Table, Completed>(table, rules);
  const { href, find, create, madeWith, findRepeated, isRefused, change, skipReasonOf } = changes;
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
     * Creates a record. With a form's one-time key, the same values return the record that they created before; for
     * `/api` requests see `Once`.
     */
    create: (by: Actor, values: New, once?: string | Once<Row>) =>
      typeof once === "string"
        ? actToMake<Row>(by, (tx, act) => create(tx, act, values, once))
        : actToMake<Row>(by, (tx, act) => create(tx, act, values), once),
    findRepeated,
    isRefused,
    /**
     * Operations for acts on several records, inside `actToMake`, `actOnOne` or `actOnMany`. They throw `RuleViolation`
     * and `ConflictError`.
     */
    within: { find, create, change, madeWith, skipReasonOf },
  };

  /** Returns the resource restricted to the records of a list. */
  const limitedTo = (theirs: typeof listing): typeof whole => ({
    ...whole,
    listing: theirs,
    ...actsWithin(recordsOfList(theirs)),
  });

  /** Returns the resource restricted to the records that `me` may see; others count as absent. */
  const asSeenBy = (me: Reader): typeof whole => {
    const theirs = listingFor(listing, me);
    return theirs.scope === listing.scope ? { ...whole, listing: theirs } : limitedTo(theirs);
  };

  return { ...whole, limitedTo, asSeenBy };
}
