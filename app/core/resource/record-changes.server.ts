/**
 * Finds, creates and changes records of one kind inside a transaction, with a journal entry per change.
 * `defineResource` builds acts of these.
 */
import { isDeepStrictEqual } from "node:util";
import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, rolledBack, type Transaction } from "db";
import { formKeys, journal, type Snapshot } from "db/schema";
import { type Act, type Actor, ConflictError, record, RuleViolation } from "./act.server";
import type { BulkAction } from "./bulk-outcome.server";
import { recordOfKey, storeKey, repeatWindowMs } from "~/core/form/form-keys.server";
import { recordFinder } from "./record-finder.server";
import type { Draft, NewOf, RecordTable, ResourceRules, RowOf } from "./resource.server";
import { pick, snapshotOf } from "./snapshot.server";

/** Maximum recent records of the user to compare with a new one. */
const maxCompared = 50;

export function recordChanges<Table extends RecordTable, Completed extends string = never>(
  table: Table,
  rules: ResourceRules<RowOf<Table>>,
) {
  type Row = RowOf<Table>;
  type New = NewOf<Table, Completed>;
  type Values = Partial<New>;
  type Id = Row["id"];
  const { idOf, find, findMany } = recordFinder(table);
  const unrecorded = new Set(["revision", ...(rules.unaudited ?? [])]);
  const snapshot = (row: object) => snapshotOf(row, unrecorded);
  const named = (row: Row) => ({ entity: rules.entity, recordId: String(row.id), label: rules.label(row) });
  const skipReasonOf = (row: Row, change: { by: Actor; what: BulkAction }) => rules.skipInBulk?.(row, change);

  async function create(tx: Transaction, act: Act, values: New, key?: string): Promise<Row> {
    const earlier = key && (await madeWith(tx, key, snapshot(values)));
    if (earlier) return earlier;
    const whole = await wholeOf(tx, act.by, values);
    const rows = (await tx.insert(table).values(whole).returning()) as unknown[];
    const row = rows[0] as Row;
    await record(tx, act, { ...named(row), action: "created", after: snapshot(row), revision: row.revision });
    if (key) await storeKey(tx, rules.entity, key, String(row.id));
    return (await rules.afterWrite?.(tx, { before: undefined, after: row }, act)) ?? row;
  }

  /** Completes the values of a new record. Throws `RuleViolation` where there can be no such record. */
  async function wholeOf(tx: Transaction, by: Actor, values: New) {
    const whole = { ...values, ...(await rules.derive?.(tx, { before: undefined, values: values as Partial<Row> })) };
    await rules.check?.(tx, {
      before: undefined,
      after: { deletedAt: null, revision: 1, ...whole } as unknown as Draft<Row>,
      by,
    });
    return whole;
  }

  /** Whether a new record of these values would be refused. Rolls back what completing it writes, such as a number. */
  async function isRefused(by: Actor, values: New): Promise<boolean> {
    try {
      await rolledBack((tx) => wholeOf(tx, by, values));
      return false;
    } catch (error) {
      if (error instanceof RuleViolation) return true;
      throw error;
    }
  }

  /**
   * Returns the record created with this key and these values (or any values if omitted), unless it has been undone.
   */
  async function madeWith(tx: Transaction, key: string, values: Snapshot = {}): Promise<Row | undefined> {
    const recordId = await recordOfKey(tx, rules.entity, key);
    if (recordId === undefined) return undefined;
    const creation = and(
      eq(journal.entity, rules.entity),
      eq(journal.recordId, recordId),
      eq(journal.action, "created"),
    );
    const [made] = await tx.select().from(journal).where(creation);
    const same = Object.keys(values).every((name) => isDeepStrictEqual(made?.after?.[name], values[name]));
    const row = same ? await find(tx, idOf(recordId)) : undefined;
    return row?.deletedAt ? undefined : row;
  }

  /**
   * Returns the newest record that `by` created from another form with the same values within the last hour, unless it
   * has been undone. `isAlike` compares values that the journal does not keep.
   */
  async function findRepeated(
    by: Actor,
    values: object,
    key: string,
    isAlike: (row: Row) => Promise<boolean> | boolean = () => true,
  ): Promise<Row | undefined> {
    if (by.id === null) return undefined;
    const wanted = snapshot(values);
    const made = await db
      .select({ recordId: journal.recordId, after: journal.after })
      .from(formKeys)
      .innerJoin(journal, and(eq(journal.entity, formKeys.entity), eq(journal.recordId, formKeys.recordId)))
      .where(
        and(
          eq(formKeys.entity, rules.entity),
          ne(formKeys.key, key),
          gt(formKeys.createdAt, new Date(Date.now() - repeatWindowMs)),
          eq(journal.action, "created"),
          eq(journal.byId, by.id),
        ),
      )
      .orderBy(desc(journal.id))
      .limit(maxCompared);
    const alike = made.filter(({ after }) =>
      Object.keys(wanted).every((name) => !after || !(name in after) || isDeepStrictEqual(after[name], wanted[name])),
    );
    for (const { recordId } of alike) {
      const row = await find(db, idOf(recordId));
      if (row && !row.deletedAt && (await isAlike(row))) return row;
    }
    return undefined;
  }

  async function change(tx: Transaction, act: Act, id: Id, patch: Values, revision?: number): Promise<Row | undefined> {
    const before = await find(tx, id);
    if (!before || (before.deletedAt && { ...before, ...patch }.deletedAt)) return undefined;
    if (revision !== undefined && revision !== before.revision) throw new ConflictError(before);
    return applyWhole(tx, act, before, patch);
  }

  async function applyWhole(tx: Transaction, act: Act, before: Row, patch: Values): Promise<Row> {
    const more = await rules.derive?.(tx, { before, values: patch as Partial<Row> });
    return apply(tx, act, before, { ...patch, ...(more as Values | undefined) });
  }

  /** Writes a change and its journal entry. Returns `before` itself if nothing changed. */
  async function apply(tx: Transaction, act: Act, before: Row, patch: Values): Promise<Row> {
    const was = snapshot(before);
    const becomes = snapshot(patch);
    const changed = Object.keys(becomes).filter((name) => !isDeepStrictEqual(was[name], becomes[name]));
    if (changed.length === 0) return before;

    const after = { ...before, ...patch, revision: before.revision + 1 };
    await rules.check?.(tx, { before, after, by: act.by });
    await rules.beforeChange?.(tx, { before, after }, act);
    await tx
      .update(table as SQLiteTable)
      .set({ ...patch, revision: after.revision })
      .where(eq(table.id, before.id));
    const action = !before.deletedAt === !after.deletedAt ? "changed" : after.deletedAt ? "deleted" : "restored";
    const values = { before: pick(was, changed), after: pick(becomes, changed), revision: after.revision };
    await record(tx, act, { ...named(after), action, ...values });
    return (await rules.afterWrite?.(tx, { before, after }, act)) ?? after;
  }

  return {
    idOf,
    snapshot,
    find,
    findMany,
    create,
    madeWith,
    findRepeated,
    isRefused,
    change,
    apply,
    applyWhole,
    skipReasonOf,
  };
}

export type RecordChanges<Table extends RecordTable, Completed extends string = never> = ReturnType<
  typeof recordChanges<Table, Completed>
>;
