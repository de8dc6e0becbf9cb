/** Messages about undos. */
import type { JournalAction, JournalEntry } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { resourceOf } from "~/core/resource/registry.server";
import type { Toast } from "~/core/http/respond.server";
import { hrefOfAct } from "~/core/audit/act-notifications.server";
import { type NotUndone, type UndoOutcome, wereAllChanged } from "./undo.server";

/** Returns the toast for the result of an undo, with links and follow-up actions. */
export function undoToast(batch: string, undone: UndoOutcome): Toast {
  const links = linksTo(batch, undone.skipped);
  if (undone.ok)
    return {
      text: describeUndone(undone.entries) + describeSkipped(undone.skipped),
      undo: undone.batch,
      redo: isUndo(undone.entries),
      links,
    };
  return {
    text: undone.message,
    tone: "error",
    others: undone.undoableCount > 0 ? { batch, count: undone.undoableCount } : undefined,
    links,
  };
}

/** Describes the skipped entries, continuing a sentence: ". 1 left …, because it was changed since." */
function describeSkipped(skipped: NotUndone[]): string {
  if (skipped.length === 0) return "";
  const one = skipped.length === 1;
  const reason = wereAllChanged(skipped)
    ? `${one ? "it was" : "they were"} changed since`
    : `${one ? "it" : "they"} cannot be taken back any more`;
  return `. ${formatNumber(skipped.length)} left as ${one ? "it is" : "they are"}, because ${reason}.`;
}

/** Maximum records that are linked individually. */
const maxNamed = 3;

/** Links to the skipped records if they are few, else to the whole act. */
function linksTo(batch: string, skipped: NotUndone[]): Toast["links"] {
  const records = [
    ...new Map(
      skipped.filter((one) => wereAllChanged([one])).map(({ entry }) => [`${entry.entity}/${entry.recordId}`, entry]),
    ).values(),
  ];
  if (records.length === 0) return undefined;
  if (records.length > maxNamed) return [{ href: hrefOfAct(batch), title: "See which" }];
  return records.flatMap(({ entity, recordId, label }) => {
    const href = resourceOf(entity)?.href(recordId);
    return href ? [{ href, title: label.slice(0, 60) }] : [];
  });
}

const nouns: Record<JournalAction, string> = {
  created: "creation",
  changed: "change",
  deleted: "deletion",
  restored: "restoring",
  security: "change",
  sent: "sending",
};

/** Whether a change was undone, rather than an undo: the next step is then a redo. */
const isUndo = ([first]: JournalEntry[]) => !first?.undoes;

/** Describes what was undone: "Undone: deletion of Priya Raman", or "The undo was undone: 9 changes". */
function describeUndone(entries: JournalEntry[]): string {
  const [first] = entries;
  const what =
    first && entries.length === 1
      ? `${nouns[first.action]} of ${first.label}`
      : `${formatNumber(entries.length)} changes`;
  return `${first?.undoes ? "The undo was undone:" : "Undone:"} ${what}`;
}
