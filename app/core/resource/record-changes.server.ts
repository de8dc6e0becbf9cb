/**
 * What a transaction may do with the records of one kind: find, create and change them, each change with its entry in
 * the journal. `defineResource` makes whole acts of these.
 */
import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, type InferInsertModel, type InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, rowsByIds, type Transaction } from "db";
import { journal, type Snapshot } from "db/schema";
import { readId } from "~/core/list/list-query.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { chunks } from "~/core/values/chunks";
import { type Act, type Actor, ConflictError, record, RuleViolation } from "./act.server";
import {
  type BulkAction,
  type BulkOutcome,
  difference,
  patchFor,
  trySavepoint,
  unchangedOutcome,
} from "./bulk-outcome.server";
import { madeBefore, rememberMade } from "./form-keys.server";
import type { Draft, RecordRow, RecordTable, Resource, ResourceRules } from "./resource.server";
import { pick, snapshotOf } from "./snapshot.server";

export type RowOf<Table extends RecordTable> = InferSelectModel<Table> & RecordRow;
/** What a new record is made of; `Completed` are the columns that `derive` always fills in. */
export type NewOf<Table extends RecordTable, Completed extends string> = Omit<InferInsertModel<Table>, Completed> &
  Partial<InferInsertModel<Table>>;

/** How many rows a change to many reads at once. */
const batchSize = 50;

export function recordChanges<Table extends RecordTable, Completed extends string = never>(
  table: Table,
  rules: ResourceRules<RowOf<Table>>,
) {
  type Row = RowOf<Table>;
  type New = NewOf<Table, Completed>;
  type Values = Partial<New>;
  type Id = Row["id"];
  const idOf = (written: unknown) => readId({ table }, written) as Id | undefined;
  const unrecorded = new Set(["revision", ...(rules.unaudited ?? [])]);
  const href = rules.href ?? ((id: string) => `/${rules.entity}/${id}`);
  const snapshot = (row: object) => snapshotOf(row, unrecorded);
  const named = (row: Row) => ({ entity: rules.entity, recordId: String(row.id), label: rules.label(row) });
  const skipReasonOf = (row: Row, change: { by: Actor; what: BulkAction }) => rules.skipInBulk?.(row, change);

  async function find(tx: Pick<Transaction, "select">, id: Id | undefined): Promise<Row | undefined> {
    if (id === undefined) return undefined;
    // Drizzle cannot infer a row through a generic table; the row type is exactly this table's.
    const [row] = (await (tx === db
      ? rowsByIds(table as SQLiteTable, table.id, [id])
      : tx
          .select()
          .from(table as SQLiteTable)
          .where(eq(table.id, id)))) as unknown[];
    return row as Row | undefined;
  }

  /** Those that are there, in the order of the ids. */
  async function findMany(tx: Pick<Transaction, "select">, ids: Id[]): Promise<Row[]> {
    const rows = (await tx
      .select()
      .from(table as SQLiteTable)
      .where(inArray(table.id, ids))) as unknown[];
    const found = new Map((rows as Row[]).map((row) => [row.id, row]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async function create(tx: Transaction, act: Act, values: New, key?: string): Promise<Row> {
    const earlier = key && (await madeWith(tx, key, snapshot(values)));
    if (earlier) return earlier;
    const whole = { ...values, ...(await rules.derive?.(tx, { before: undefined, values: values as Partial<Row> })) };
    await rules.check?.(tx, {
      before: undefined,
      after: { deletedAt: null, revision: 1, ...whole } as unknown as Draft<Row>,
      by: act.by,
    });
    const rows = (await tx.insert(table).values(whole).returning()) as unknown[];
    const row = rows[0] as Row;
    await record(tx, act, { ...named(row), action: "created", after: snapshot(row) });
    if (key) await rememberMade(tx, rules.entity, key, String(row.id));
    await rules.afterWrite?.(tx, { before: undefined, after: row }, act);
    return row;
  }

  /** The record that these values made with this key, or whatever values did, unless it was taken back since. */
  async function madeWith(tx: Transaction, key: string, values: Snapshot = {}): Promise<Row | undefined> {
    const recordId = await madeBefore(tx, rules.entity, key);
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

  /** Answers the same row when nothing changed. */
  async function apply(tx: Transaction, act: Act, before: Row, patch: Values): Promise<Row> {
    const was = snapshot(before);
    const becomes = snapshot(patch);
    const changed = Object.keys(becomes).filter((name) => !isDeepStrictEqual(was[name], becomes[name]));
    if (changed.length === 0) return before;

    const after = { ...before, ...patch, revision: before.revision + 1 };
    await rules.check?.(tx, { before, after, by: act.by });
    await tx
      .update(table as SQLiteTable)
      .set({ ...patch, revision: after.revision })
      .where(eq(table.id, before.id));
    const action = !before.deletedAt === !after.deletedAt ? "changed" : after.deletedAt ? "deleted" : "restored";
    await record(tx, act, { ...named(after), action, before: pick(was, changed), after: pick(becomes, changed) });
    await rules.afterWrite?.(tx, { before, after }, act);
    return after;
  }

  /**
   * One transaction, yet others may read meanwhile: every few rows it lets go of the event loop. Answers what changed;
   * `isToChange` says which rows are to. What refuses one of many says which.
   */
  async function applyToMany(
    tx: Transaction,
    act: Act,
    ids: Id[],
    patch: Values,
    isToChange: (row: Row) => boolean,
  ): Promise<Row[]> {
    const changed: Row[] = [];
    const distinct = [...new Set(ids)];
    for (const some of chunks(distinct, batchSize)) {
      for (const before of await findMany(tx, some)) {
        const one = isToChange(before) ? applyWhole(tx, act, before, patch) : before;
        const after = await (distinct.length > 1 ? naming(rules.label(before), one) : one);
        if (after !== before) changed.push(after);
        await yieldToEventLoop();
      }
    }
    return changed;
  }

  const each: Resource["each"] = async (tx, act, ids, what) => {
    const outcomes: BulkOutcome[] = [];
    for (const some of chunks(ids, batchSize)) {
      for (const row of await findMany(tx, some)) {
        outcomes.push({
          label: rules.label(row),
          href: href(String(row.id)),
          ...(await outcomeOf(tx, act, row, what)),
        });
        await yieldToEventLoop();
      }
    }
    return outcomes;
  };

  async function outcomeOf(
    tx: Transaction,
    act: Act,
    row: Row,
    what: BulkAction,
  ): Promise<Omit<BulkOutcome, "label" | "href">> {
    const over = unchangedOutcome(row, what);
    if (over) return over;
    const skipReason = (what.act === "set" && rules.keepsStatus?.(row)) || skipReasonOf(row, { by: act.by, what });
    if (skipReason) return { outcome: "refused", why: skipReason };
    const tried = await trySavepoint(tx, act, () => applyWhole(tx, act, row, patchFor(what) as Values));
    if ("why" in tried) return { outcome: "refused", why: tried.why };
    return tried.row === row
      ? { outcome: "same" }
      : { outcome: "changed", ...difference(snapshot(row), snapshot(tried.row)) };
  }

  return { idOf, href, snapshot, find, findMany, create, madeWith, change, apply, applyToMany, each, skipReasonOf };
}

export type RecordChanges<Table extends RecordTable, Completed extends string = never> = ReturnType<
  typeof recordChanges<Table, Completed>
>;

/** Refusals of one record among others, with its `label` where they do not say it themselves. */
async function naming<Row>(label: string, one: Row | Promise<Row>): Promise<Row> {
  try {
    return await one;
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    const named = ([field, text]: [string, string]) => [field, text.startsWith(label) ? text : `${label}: ${text}`];
    throw new RuleViolation(Object.fromEntries(Object.entries(error.errors).map(named)));
  }
}
