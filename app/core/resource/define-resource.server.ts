/**
 * What every kind of record can do: be created, changed, put in the trash, restored, undone. Each is part of an act
 * that also writes the journal, so that nothing changes without a trace and everything can be taken back.
 */
import { db, type Transaction } from "db";
import { idsListed } from "~/core/list/batches.server";
import { capital } from "~/core/values/noun";
import { listingFor, type Reader, shown } from "~/core/list/reach.server";
import { notFound } from "~/core/http/respond.server";
import type { Once } from "~/core/api/idempotency.server";
import { actOnMany, actOnOne, type Actor, actToMake } from "./act.server";
import { type BulkAction, unchangedOutcome } from "./bulk-outcome.server";
import { type StatusAbout, changesStatus } from "./new-status.server";
import { type NewOf, recordChanges, type RowOf } from "./record-changes.server";
import { recordUndo } from "./record-undo.server";
import type { RecordTable, Resource, ResourceRules } from "./resource.server";

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
  type Values = Partial<New>;
  type Id = Row["id"];
  const changes = recordChanges<Table, Completed>(table, rules);
  const { idOf, href, find, findMany, create, madeWith, change, applyToMany, each, skipReasonOf } = changes;

  const many = (
    by: Actor,
    ids: Id[],
    patch: Values,
    isToChange: (row: Row) => boolean,
    {
      note,
      batch,
      also,
    }: { note?: string; batch?: string; also?: (tx: Transaction, changed: Row[]) => Promise<void> } = {},
  ) =>
    actOnMany<Row>(
      by,
      async (tx, act) => {
        const changed = await applyToMany(tx, act, ids, patch, isToChange);
        await also?.(tx, changed);
        return changed;
      },
      { note, ...(batch && { batch }) },
    );
  const isLiving = (row: Row) => !row.deletedAt;
  const isToSet = (about: { status: string; seen?: string }) => (row: Row) =>
    isLiving(row) &&
    !(about.seen === undefined && rules.keepsStatus?.(row)) &&
    changesStatus(rules.label(row), "status" in row ? String(row.status) : "", about);

  const { entity, noun, listing, statuses = [], newestBy = table.id, files = [] } = rules;
  const absent = `${capital(noun.one)} not found`;

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
    each,
    /** The record, even from the trash. */
    find: (id: Id) => find(db, id),
    /** The record, unless absent or in the trash. */
    get: async (id: Id) => {
      const row = await find(db, id);
      return row?.deletedAt ? undefined : row;
    },
    at: async (params: { id?: string }) => (await find(db, idOf(params.id))) ?? notFound(absent),
    describe: (rows: Row[]) => (rows.length === 1 && rows[0] ? rules.label(rows[0]) : `${rows.length} ${noun.many}`),
    /**
     * Adds a record. With a form's one-time key, the same values again answer the record that they made before; for a
     * request to `/api` see `Once`.
     */
    create: (by: Actor, values: New, once?: string | Once<Row>) =>
      typeof once === "string"
        ? actToMake<Row>(by, (tx, act) => create(tx, act, values, once))
        : actToMake<Row>(by, (tx, act) => create(tx, act, values), once),
    /**
     * Changes the named columns. With a `revision`, refuses to overwrite what someone else changed since. What is in
     * the trash is absent, unless the same change takes it out (`deletedAt: null`).
     */
    change: (by: Actor, id: Id, patch: Values, revision?: number) =>
      actOnOne<Row>(by, (tx, act) => change(tx, act, id, patch, revision)),
    /** The same change to many records, in one act with one undo. Absent ones are passed over. */
    changeMany: (by: Actor, ids: Id[], patch: Values) => many(by, ids, patch, isLiving),
    /** `also` is done in the same change, and is given what changed. */
    setStatus: (
      by: Actor,
      ids: Id[],
      status: string,
      { note, seen, also }: StatusAbout & { also?: (tx: Transaction, changed: Row[]) => Promise<void> } = {},
    ) => many(by, ids, { status } as unknown as Values, isToSet({ status, seen }), { note, also }),
    /** With a `batch` it is a part of the act of that name. */
    trash: (by: Actor, ids: Id[], batch?: string) =>
      many(by, ids, { deletedAt: new Date() } as Values, isLiving, { batch }),
    restore: (by: Actor, ids: Id[]) => many(by, ids, { deletedAt: null } as Values, (row) => !isLiving(row)),
    skippedInBulk: async (by: Actor, ids: Id[], what: BulkAction) =>
      (await findMany(db, rules.skipInBulk ? ids : [])).flatMap((row) => {
        const why = unchangedOutcome(row, what) ? undefined : skipReasonOf(row, { by, what });
        return why ? [{ id: row.id, label: rules.label(row), why }] : [];
      }),
    /**
     * For acts that change several records: `actToMake`, `actOnOne` and `actOnMany` give the transaction and the act.
     * These throw `RuleViolation` and `ConflictError`.
     */
    within: { find, create, change, madeWith, skipReasonOf },
  };

  /** The same with those records alone that somebody reaches; any other is absent for them. */
  const asSeenBy = (me: Reader): typeof whole => {
    const theirs = listingFor(listing, me);
    return theirs.scope === listing.scope ? { ...whole, listing: theirs } : limitedTo(theirs);
  };

  /** The same with the records of this list alone. */
  function limitedTo(theirs: typeof listing): typeof whole {
    const reached = async (ids: Id[], tx?: Pick<Transaction, "select">) => (await idsListed(theirs, ids, tx)) as Id[];
    const findOwn = async (id: Id | undefined) => {
      const [known] = id === undefined ? [] : await reached([id]);
      const row = await find(db, known);
      return row && (shown(theirs, row) as Row);
    };
    return {
      ...whole,
      listing: theirs,
      find: findOwn,
      get: async (id: Id) => {
        const row = await findOwn(id);
        return row?.deletedAt ? undefined : row;
      },
      at: async (params: { id?: string }) => (await findOwn(idOf(params.id))) ?? notFound(absent),
      change: async (by: Actor, id: Id, patch: Values, revision?: number) =>
        actOnOne<Row>(by, async (tx, act) => change(tx, act, (await reached([id], tx))[0] as Id, patch, revision)),
      changeMany: async (by: Actor, ids: Id[], patch: Values) => whole.changeMany(by, await reached(ids), patch),
      setStatus: async (
        by: Actor,
        ids: Id[],
        ...about: [status: string, about?: Parameters<typeof whole.setStatus>[3]]
      ) => whole.setStatus(by, await reached(ids), ...about),
      trash: async (by: Actor, ids: Id[], batch?: string) => whole.trash(by, await reached(ids), batch),
      restore: async (by: Actor, ids: Id[]) => whole.restore(by, await reached(ids)),
      skippedInBulk: async (by: Actor, ids: Id[], what: BulkAction) =>
        whole.skippedInBulk(by, await reached(ids), what),
      each: async (tx, act, ids, what) => each(tx, act, await reached(ids, tx), what),
    };
  }

  return { ...whole, limitedTo, asSeenBy };
}
