/** Undoes journal entries, each with its change to one record. */
import { isDeepStrictEqual } from "node:util";
import { db, type Transaction } from "db";
import type { JournalEntry, Snapshot } from "db/schema";
import type { Reader } from "~/core/list/reach.server";
import { type Act, RuleViolation } from "./act.server";
import { changedSince } from "./bulk-outcome.server";
import type { RecordChanges } from "./record-changes.server";
import type { NewOf, RecordTable, Resource, ResourceRules, RowOf } from "./resource.server";
import { revive } from "./snapshot.server";

export function recordUndo<Table extends RecordTable, Completed extends string>(
  table: Table,
  rules: ResourceRules<RowOf<Table>>,
  { idOf, snapshot, find, findMany, apply }: RecordChanges<Table, Completed>,
): Pick<Resource, "undo" | "undoStates"> {
  type Row = RowOf<Table>;
  type Values = Partial<NewOf<Table, Completed>>;

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
    if (patch.deletedAt) patch.deletedAt = new Date(); // restart its days in the trash
    return patch as Values;
  }

  /** Whether the columns that an undo would reset are unchanged since the entry. */
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

  return { undo, undoStates };
}
