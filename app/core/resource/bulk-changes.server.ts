/** Changes many records of one kind in one transaction. */
import type { Transaction } from "db";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { chunks } from "~/core/values/chunks";
import { removalWords } from "~/core/values/removal-words";
import { sameStatus, statusWord } from "~/core/values/status";
import { type Act, type Actor, RuleViolation } from "./act.server";
import {
  type BulkAction,
  type BulkOutcome,
  difference,
  type PassedOver,
  patchFor,
  trySavepoint,
  unchangedOutcome,
} from "./bulk-outcome.server";
import { describeAmountChange, type SeenAmounts } from "./new-status.server";
import type { RecordChanges } from "./record-changes.server";
import type { NewOf, RecordTable, ResourceRules, RowOf, VisibleResource } from "./resource.server";

/** Rows read per batch. */
const batchSize = 50;

export function bulkChanges<Table extends RecordTable, Completed extends string>(
  rules: ResourceRules<RowOf<Table>>,
  { snapshot, findMany, applyWhole, skipReasonOf }: RecordChanges<Table, Completed>,
) {
  type Row = RowOf<Table>;
  type Id = Row["id"];
  type Values = Partial<NewOf<Table, Completed>>;

  /** Returns the outcome of a record that is skipped for every actor, or undefined if the change should be tried. */
  function passedOver(row: Row, what: BulkAction): Pick<BulkOutcome, "outcome" | "why"> | undefined {
    const keeps = what.act === "set" ? rules.keepsStatus?.(row) : undefined;
    return (
      unchangedOutcome(row, what, removalWords(rules.noun).isRemoved) ??
      (keeps ? { outcome: "refused", why: keeps } : undefined)
    );
  }

  /** Like `passedOver`, with the records that a bulk action skips for this actor. */
  function passedOverBy(by: Actor, row: Row, what: BulkAction): Omit<PassedOver, "label"> | undefined {
    const skips = skipReasonOf(row, { by, what });
    return passedOver(row, what) ?? (skips ? { outcome: "refused", why: skips } : aheadOf(row, what));
  }

  /** Says that a record is further on than the status that many are set to, unless moving back is asked for. */
  function aheadOf(row: Row, what: BulkAction): Omit<PassedOver, "label"> | undefined {
    if (what.act !== "set" || what.backwards || !("status" in row)) return undefined;
    const status = statusWord(String(row.status));
    return stepOf(String(row.status)) > stepOf(what.status)
      ? { outcome: "ahead", status, why: `It is ${status} already.` }
      : undefined;
  }

  /** How far along a status is; a word that nobody ordered is neither further on nor behind. */
  const stepOf = (written: string) =>
    Object.entries(rules.progress ?? {}).find(([status]) => sameStatus(status, written))?.[1] ?? Number.NaN;

  /** Changes a row, and does what was chosen for it. Returns `before` itself if nothing changed. */
  async function changeOne(tx: Transaction, act: Act, before: Row, { patch, what }: Pick<Change, "patch" | "what">) {
    const after = await applyWhole(tx, act, before, patch);
    if (what?.choice && after !== before) await rules.question?.carryOut(tx, act, before, what);
    return after;
  }

  interface Change {
    patch: Values;
    isToChange(row: Row): boolean;
    /** The action that the patch is of, if it is one. */
    what?: BulkAction;
  }

  /**
   * Changes the rows that `isToChange` accepts, in one transaction, and returns those that changed. Yields to the event
   * loop after each row; of several records, errors name the one that was refused.
   */
  async function applyToMany(tx: Transaction, act: Act, ids: Id[], { isToChange, ...change }: Change): Promise<Row[]> {
    const changed: Row[] = [];
    const distinct = [...new Set(ids)];
    for (const chunk of chunks(distinct, batchSize)) {
      for (const before of await findMany(tx, chunk)) {
        const one = isToChange(before) ? changeOne(tx, act, before, change) : before;
        const after = await (distinct.length > 1 ? withLabelInErrors(rules.label(before), one) : one);
        if (after !== before) changed.push(after);
        await yieldToEventLoop();
      }
    }
    return changed;
  }

  const each: VisibleResource["each"] = async (tx, act, ids, what, seenAmounts) => {
    const outcomes: BulkOutcome[] = [];
    for (const some of chunks(ids, batchSize)) {
      for (const row of await findMany(tx, some)) {
        outcomes.push({
          id: row.id,
          label: rules.label(row),
          about: rules.about?.(row),
          href: rules.href(String(row.id)),
          ...(await outcomeOf(tx, act, row, { what, seenAmounts })),
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
    { what, seenAmounts }: { what: BulkAction; seenAmounts?: SeenAmounts },
  ): Promise<Omit<BulkOutcome, "id" | "label" | "about" | "href">> {
    const amount = rules.confirmedAmount?.(row);
    const seen = seenAmounts?.get(String(row.id));
    if (amount && seenAmounts && seen === undefined) return { outcome: "same", why: "It was not to change." };
    const isOvertaken = amount && seen !== undefined ? { isOvertaken: true } : {};
    const over = passedOverBy(act.by, row, what);
    if (over) return { outcome: over.outcome, why: over.why, ...isOvertaken };
    const other = amount && describeAmountChange(rules.label(row), amount, seen);
    if (other) return { outcome: "refused", why: other, ...isOvertaken };
    const asks = !what.choice && (await rules.question?.of(row, what, tx)) !== undefined;
    const tried = await trySavepoint(tx, act, () => changeOne(tx, act, row, { patch: patchFor(what) as Values, what }));
    if ("why" in tried) return { outcome: "refused", why: tried.why, ...isOvertaken };
    return tried.row === row
      ? { outcome: "same" }
      : {
          outcome: "changed",
          ...(asks && { asks }),
          cents: amount?.cents,
          ...difference(snapshot(row), snapshot(tried.row)),
        };
  }

  return { passedOver, passedOverBy, applyToMany, each };
}

/** Prefixes refusals of one record among several with its `label`, unless they start with it. */
async function withLabelInErrors<Row>(label: string, one: Row | Promise<Row>): Promise<Row> {
  try {
    return await one;
  } catch (error) {
    if (!(error instanceof RuleViolation)) throw error;
    const named = ([field, text]: [string, string]) => [field, text.startsWith(label) ? text : `${label}: ${text}`];
    throw new RuleViolation(Object.fromEntries(Object.entries(error.errors).map(named)));
  }
}
