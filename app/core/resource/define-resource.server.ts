/**
 * What every kind of record can do: be created, changed, put in the trash, restored, undone. Each is part of an act
 * that also writes the journal, so that nothing changes without a trace and everything can be taken back.
 */
import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, type InferInsertModel, type InferSelectModel } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { db, type Transaction } from "db";
import { journal, type JournalEntry, type Snapshot } from "db/schema";
import { idsListed } from "~/core/list/batches.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import { readId } from "~/core/list/list-query.server";
import { capital } from "~/core/values/noun";
import { listingFor, type Reader, shown } from "~/core/list/reach.server";
import { notFound } from "~/core/http/respond.server";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import {
  type Act,
  actOnMany,
  actOnOne,
  type Actor,
  actToMake,
  record,
  RuleViolation,
  ConflictError,
} from "./act.server";
import { madeBefore, rememberMade } from "./form-keys.server";
import type { Once } from "~/core/api/idempotency.server";
import type { Draft, Resource, RecordRow, RecordTable, ResourceRules } from "./resource.server";
import {
  trySavepoint,
  changedSince,
  difference,
  type BulkOutcome,
  type BulkAction,
  unchangedOutcome,
  patchFor,
} from "./bulk-outcome.server";
import { type StatusAbout, takesStatus } from "./new-status.server";
import { pick, revive, snapshotOf } from "./snapshot.server";

/** How many rows a change to many reads at once, and changes before others have their turn. */
const batchSize = 50;

/**
 * A kind of record; `Completed` are the columns that its `complete` always fills in. It belongs in the list of
 * `resources.server.ts`.
 */
export function defineResource<Table extends RecordTable, Completed extends string = never>(
  table: Table,
  rules: ResourceRules<InferSelectModel<Table> & RecordRow>,
) {
  type Row = InferSelectModel<Table> & RecordRow;
  type New = Omit<InferInsertModel<Table>, Completed> & Partial<InferInsertModel<Table>>;
  type Values = Partial<New>;
  type Id = Row["id"];
  const idOf = (written: unknown) => readId({ table }, written) as Id | undefined;
  const unrecorded = new Set(["revision", ...(rules.unaudited ?? [])]);

  async function find(tx: Pick<Transaction, "select">, id: Id | undefined): Promise<Row | undefined> {
    if (id === undefined) return undefined;
    // Drizzle cannot infer a row through a generic table; the row type is exactly this table's.
    const rows = (await tx
      .select()
      .from(table as SQLiteTable)
      .where(eq(table.id, id))) as unknown[];
    return rows[0] as Row | undefined;
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
   * `takes` says which rows are to.
   */
  async function applyToMany(
    tx: Transaction,
    act: Act,
    ids: Id[],
    patch: Values,
    takes: (row: Row) => boolean,
  ): Promise<Row[]> {
    const wanted = [...new Set(ids)];
    const changed: Row[] = [];
    for (let from = 0; from < wanted.length; from += batchSize) {
      for (const before of await findMany(tx, wanted.slice(from, from + batchSize))) {
        const after = takes(before) ? await applyWhole(tx, act, before, patch) : before;
        if (after !== before) changed.push(after);
        await yieldToEventLoop();
      }
    }
    return changed;
  }

  const each: Resource["each"] = async (tx, act, ids, what) => {
    const outcomes: BulkOutcome[] = [];
    for (const row of await findMany(tx, ids)) {
      outcomes.push({ label: rules.label(row), href: href(String(row.id)), ...(await outcomeOf(tx, act, row, what)) });
      await yieldToEventLoop();
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

  /** Those that are there, in the order of the ids. */
  async function findMany(tx: Pick<Transaction, "select">, ids: Id[]): Promise<Row[]> {
    const rows = (await tx
      .select()
      .from(table as SQLiteTable)
      .where(inArray(table.id, ids))) as unknown[];
    const found = new Map((rows as Row[]).map((row) => [row.id, row]));
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  async function undo(tx: Transaction, act: Act, entry: JournalEntry) {
    const now = await find(tx, idOf(entry.recordId));
    if (!now) throw new RuleViolation({ "": `${entry.label} is gone for good.` });
    if (!isAsLeft(now, entry)) throw new RuleViolation({ "": changedSince(entry.label) });
    if (isOwn(entry) && act.by.id !== now.id)
      throw new RuleViolation({ "": `These are ${entry.label}’s own settings, so only they can take this back.` });
    await apply(tx, act, now, patchToUndo(entry));
  }

  const isOwn = ({ action, after }: JournalEntry) =>
    action === "changed" && rules.ownerOnly?.some((name) => Object.hasOwn(after ?? {}, name));

  function patchToUndo({ action, before }: JournalEntry): Values {
    const patch = action === "created" ? { deletedAt: new Date() } : revive(table, before ?? {});
    if (patch.deletedAt) patch.deletedAt = new Date(); // its days in the trash begin anew
    return patch as Values;
  }

  /** Whether nothing has changed since in the columns that an undo would set back. */
  function isAsLeft(now: Row, { action, after }: JournalEntry): boolean {
    const expected: Snapshot = action === "created" ? { deletedAt: null } : (after ?? {});
    const current = snapshot(now);
    return Object.keys(expected).every((name) => isDeepStrictEqual(current[name], expected[name]));
  }

  const undoStates: Resource["undoStates"] = async (entries, by) => {
    const own = entries.filter((entry) => entry.entity === rules.entity);
    if (own.length === 0) return [];
    const rows = await findMany(
      db,
      own.flatMap((entry) => idOf(entry.recordId) ?? []),
    );
    const now = new Map(rows.map((row) => [String(row.id), row]));
    return own.flatMap((entry) => {
      const row = now.get(entry.recordId);
      return row ? [[entry.id, isKept(row, entry, by) ? "none" : isAsLeft(row, entry) ? "open" : "overtaken"]] : [];
    });
  };

  const isKept = (row: Row, entry: JournalEntry, by: Reader | undefined) =>
    (isOwn(entry) && by !== undefined && by.id !== row.id) ||
    rules.refusesUndo?.(row, patchToUndo(entry) as Partial<Row>, by) === true;

  const skipReasonOf = (row: Row, change: { by: Actor; what: BulkAction }) => rules.skipInBulk?.(row, change);
  const snapshot = (row: object) => snapshotOf(row, unrecorded);
  const named = (row: Row) => ({ entity: rules.entity, recordId: String(row.id), label: rules.label(row) });
  const many = (
    by: Actor,
    ids: Id[],
    patch: Values,
    takes: (row: Row) => boolean,
    {
      note,
      batch,
      also,
    }: { note?: string; batch?: string; also?: (tx: Transaction, changed: Row[]) => Promise<void> } = {},
  ) =>
    actOnMany<Row>(
      by,
      async (tx, act) => {
        const changed = await applyToMany(tx, act, ids, patch, takes);
        await also?.(tx, changed);
        return changed;
      },
      { note, ...(batch && { batch }) },
    );
  const isLiving = (row: Row) => !row.deletedAt;
  const takes = (about: { status: string; seen?: string }) => (row: Row) =>
    isLiving(row) &&
    !(about.seen === undefined && rules.keepsStatus?.(row)) &&
    takesStatus(rules.label(row), "status" in row ? String(row.status) : "", about);

  const {
    entity,
    noun,
    listing,
    statuses = [],
    href = (id) => `/${entity}/${id}`,
    newestBy = table.id,
    files = [],
  } = rules;
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
    undoStates,
    undo,
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
    ) => many(by, ids, { status } as unknown as Values, takes({ status, seen }), { note, also }),
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
    within: { find, create, change, madeWith, spared: skipReasonOf },
  };

  /** The same with those records alone that somebody reaches; any other is absent for them. */
  const asSeenBy = (me: Reader): typeof whole => {
    const theirs = listingFor(listing, me);
    return theirs === listing ? whole : { ...whole, listing: theirs, ...limitedTo(theirs) };
  };

  function limitedTo(theirs: Listing<ListTable>) {
    const reached = async (ids: Id[], tx?: Pick<Transaction, "select">) => (await idsListed(theirs, ids, tx)) as Id[];
    const findOwn = async (id: Id | undefined) => {
      const [known] = id === undefined ? [] : await reached([id]);
      const row = await find(db, known);
      return row && (shown(theirs, row) as Row);
    };
    return {
      find: findOwn,
      get: findOwn, // what is in the trash is not reached
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
      each: (async (tx, act, ids, what) => each(tx, act, await reached(ids, tx), what)) as Resource["each"],
    };
  }

  return { ...whole, asSeenBy };
}
