/** The events of an order's timeline. Built on the server, so that the texts are not part of the browser bundle. */
import type { OrderItem } from "db/schema";
import type { Entry } from "~/core/audit/entries.server";
import { sameStatus, statusWord } from "~/core/values/status";
import type { IconName } from "~/ui/icons/icon-names";
import { statusIcon } from "~/ui/values/status-badge";

/** An entry of the journal with a title, and without the columns that the title says enough about. */
export type Event = Entry & { icon: IconName; title: string };

export function eventOf(entry: Entry): Event {
  const { icon, title, told } = describeEntry(entry);
  return {
    ...entry,
    icon,
    title,
    before: entry.before && omit(entry.before, told),
    after: entry.after && omit(entry.after, told),
    fields: omit(entry.fields, told),
  };
}

/** Returns the items as first ordered, or undefined if the journal no longer has the creation. */
export function itemsAtFirst(entries: Entry[]): OrderItem[] | undefined {
  return entries.find(({ action }) => action === "created")?.after?.items as OrderItem[] | undefined;
}

interface StatusEvent {
  icon: IconName;
  title: string;
  /** The columns that the title says enough about. */
  told: string[];
}

function describeEntry({ action, after, undoes }: Entry): StatusEvent {
  if (action === "created") return { icon: "shopping-cart", title: "Order placed", told: [] };
  if (action === "deleted") return { icon: "trash-2", title: "Moved to the trash", told: [] };
  if (action === "restored") return { icon: "undo-2", title: "Restored from the trash", told: [] };
  if (typeof after?.status === "string")
    return { ...statusEvent(after.status, Boolean(undoes)), told: ["status", "deliveredAt"] };
  if (typeof after?.invoiceId === "string")
    return { icon: "receipt-text", title: `Invoice ${after.invoiceId} created`, told: ["invoiceId"] };
  return { icon: undoes ? "undo-2" : "pencil-line", title: undoes ? "A change was undone" : "Order changed", told: [] };
}

function statusEvent(status: string, undone: boolean): Pick<StatusEvent, "icon" | "title"> {
  const icon = statusIcon(status) ?? "circle-dot";
  if (undone) return { icon: "undo-2", title: `Undone: back to ${statusWord(status)}` };
  return { icon, title: sameStatus(status, "Cancelled") ? "Cancelled" : `Marked as ${statusWord(status)}` };
}

const omit = <Value>(values: Record<string, Value>, names: string[]): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
