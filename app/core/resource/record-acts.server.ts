/**
 * Acts on records of one kind, restricted by a `RecordScope` to what the user may see. Every operation takes it, so
 * that none is unrestricted by omission.
 */
import { db, type Transaction } from "db";
import { idsListed } from "~/core/list/batches.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { redactHiddenFields } from "~/core/list/list-read.server";
import { notFound } from "~/core/http/respond.server";
import { actOnMany, actOnOne, type Actor } from "./act.server";
import { bulkChanges } from "./bulk-changes.server";
import { type BulkAction, patchFor, unchangedOutcome } from "./bulk-outcome.server";
import {
  assertStatusAsSeen,
  assertAmountAsSeen,
  describeAmountChange,
  type SeenAmounts,
  type StatusAbout,
} from "./new-status.server";
import type { RecordChanges } from "./record-changes.server";
import type { NewOf, RecordTable, ResourceRules, RowOf, VisibleResource } from "./resource.server";

/** The records a user may see, and the columns they see of each. */
export interface RecordScope<Row extends { id: unknown }> {
  /** Returns those of `ids` that the user may see. */
  among(ids: Row["id"][], tx?: Pick<Transaction, "select">): Row["id"][] | Promise<Row["id"][]>;
  shown(row: Row): Row;
}

/** No restriction. */
export const everyRecord = <Row extends { id: unknown }>(): RecordScope<Row> => ({
  among: (ids) => ids,
  shown: (row) => row,
});

/** Restricts to the records of a list, without its hidden columns. */
export const recordsOfList = <Row extends { id: unknown }>(listing: Listing<ListTable>): RecordScope<Row> => ({
  among: async (ids, tx) => (await idsListed(listing, ids as never[], tx)) as Row["id"][],
  shown: (row) => redactHiddenFields(listing, row) as Row,
});

interface ManyOptions<Row> {
  note?: string;
  /** The act that this is a part of. */
  batch?: string;
  /** Runs in the same transaction with the changed rows. */
  also?(tx: Transaction, changed: Row[]): Promise<void>;
}

export function recordActs<Table extends RecordTable, Completed extends string>(
  { absent, ...rules }: ResourceRules<RowOf<Table>> & { absent: string },
  changes: RecordChanges<Table, Completed>,
  scope: RecordScope<RowOf<Table>>,
) {
  type Row = RowOf<Table>;
  type Id = Row["id"];
  type Values = Partial<NewOf<Table, Completed>>;
  const { idOf, find, findMany, change } = changes;
  const { passedOver, passedOverBy, applyToMany, each } = bulkChanges(rules, changes);

  const findInScope = async (id: Id | undefined): Promise<Row | undefined> => {
    const [known] = id === undefined ? [] : await scope.among([id]);
    const row = await find(db, known);
    return row && scope.shown(row);
  };
  const many = (
    by: Actor,
    ids: Id[],
    change: Parameters<typeof applyToMany>[3],
    { also, ...act }: ManyOptions<Row> = {},
  ) =>
    actOnMany<Row>(
      by,
      async (tx, act) => {
        const changed = await applyToMany(tx, act, await scope.among(ids, tx), change);
        await also?.(tx, changed);
        return changed;
      },
      act,
    );
  /**
   * Runs a bulk action. With `seen`, a record that may not change is refused rather than skipped, as the user asked for
   * this one.
   */
  const bulk = (
    by: Actor,
    ids: Id[],
    what: BulkAction,
    { seen, seenAmounts, ...options }: Omit<StatusAbout, "note" | "choice"> & ManyOptions<Row> = {},
  ) => {
    const isToChange = (row: Row) => {
      if (seen === undefined ? passedOver(row, what) : unchangedOutcome(row, what)) return false;
      if (seen !== undefined) assertStatusAsSeen(rules.label(row), "status" in row ? String(row.status) : "", seen);
      if (rules.confirmedAmount)
        assertAmountAsSeen(rules.label(row), rules.confirmedAmount(row), seenAmounts?.get(String(row.id)));
      return true;
    };
    return many(by, ids, { patch: patchFor(what) as Values, isToChange, what }, options);
  };

  return {
    /** Finds the record, even in the trash. */
    find: findInScope,
    /** Finds the record unless it is in the trash. */
    get: async (id: Id) => {
      const row = await findInScope(id);
      return row?.deletedAt ? undefined : row;
    },
    at: async (params: { id?: string }) => (await findInScope(idOf(params.id))) ?? notFound(absent),
    /**
     * Changes columns of a record. With a `revision`, returns "stale" if someone else has changed it since; a record in
     * the trash counts as absent unless the patch restores it (`deletedAt: null`).
     */
    change: (by: Actor, id: Id, patch: Values, revision?: number) =>
      actOnOne<Row>(by, async (tx, act) => {
        const [known] = await scope.among([id], tx);
        return known === undefined ? undefined : change(tx, act, known, patch, revision);
      }),
    /** Applies the same change to many records as one act with one undo. Absent and trashed ones are skipped. */
    changeMany: (by: Actor, ids: Id[], patch: Values) => many(by, ids, { patch, isToChange: (row) => !row.deletedAt }),
    setStatus: (by: Actor, ids: Id[], status: string, { choice, ...about }: StatusAbout & ManyOptions<Row> = {}) =>
      bulk(by, ids, { act: "set", status, choice }, about),
    trash: (by: Actor, ids: Id[], batch?: string, choice?: string) =>
      bulk(by, ids, { act: "delete", choice }, batch ? { batch } : {}),
    restore: (by: Actor, ids: Id[], batch?: string) => bulk(by, ids, { act: "restore" }, batch ? { batch } : {}),
    passedOverInBulk: async (by: Actor, ids: Id[], what: BulkAction) =>
      (await findMany(db, await scope.among(ids))).flatMap((row) => {
        const over = passedOverBy(by, row, what);
        return over ? [{ id: row.id, label: rules.label(row), ...over }] : [];
      }),
    withOtherAmounts: async (ids: Id[], what: BulkAction, seenAmounts: SeenAmounts) =>
      (rules.confirmedAmount ? await findMany(db, await scope.among(ids)) : []).flatMap((row) => {
        const amount = passedOver(row, what) ? undefined : rules.confirmedAmount?.(row);
        const why = amount && describeAmountChange(rules.label(row), amount, seenAmounts.get(String(row.id)));
        return why ? [{ id: row.id, label: rules.label(row), outcome: "refused" as const, why }] : [];
      }),
    each: (async (tx, act, ids, what, seenAmounts?: SeenAmounts) =>
      each(tx, act, await scope.among(ids, tx), what, seenAmounts)) satisfies VisibleResource["each"],
  };
}
