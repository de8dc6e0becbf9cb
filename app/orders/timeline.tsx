import type { ReactNode } from "react";
import type { Snapshot } from "db/schema";
import { Changes, UndoButton } from "~/journal/history";
import type { Entry } from "~/journal/undo.server";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import type { IconName } from "~/ui/icon-names";
import { statusIcon } from "~/ui/status-badge";
import { Time } from "~/ui/time";
import { sameStatus } from "./stages";

interface TimelineProps {
  entries: Entry[];
  /** Of what it was made, for its first entry. */
  placed: { text: ReactNode; at: Date };
  /** Where all of it is. */
  more: string;
}

/** What happened to an order, newest first, each with its reason and its undo. */
export function Timeline({ entries, placed, more }: TimelineProps) {
  return (
    <Card title="Timeline" aside={<a className="link reach text-sm" href={more}>All activity</a>}>
      <ol className="card-body">
        {entries.map((entry, place) => (
          <Event key={entry.id} entry={entry} placed={placed} latest={place === 0} last={place === entries.length - 1} />
        ))}
      </ol>
    </Card>
  );
}

function Event({ entry, placed, latest, last }: { entry: Entry; placed: TimelineProps["placed"]; latest: boolean; last: boolean }) {
  const { icon, title, told } = eventOf(entry);
  const isFirst = entry.action === "created";
  return (
    <li className={classes("relative flex gap-3.5", !last && "pb-5")}>
      {!last && <span className="absolute start-[0.8125rem] top-7 bottom-0 w-px bg-border" />}
      <span className={classes("grid size-[1.6875rem] flex-none place-items-center rounded-full", latest ? "bg-primary-tint text-primary-text" : "bg-neutral-tint text-muted")}>
        <Icon name={icon} className="size-3.5!" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap justify-between gap-x-4">
          <p className="font-medium">{title}</p>
          <p className="num text-sm text-muted">
            <Time value={isFirst ? placed.at : entry.at} clock />
          </p>
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0 text-sm wrap-anywhere text-muted">
            {isFirst && <>{placed.text} · </>}
            <bdi>{entry.byName}</bdi>
            <Changes entry={{ ...entry, before: without(entry.before, told), after: without(entry.after, told) }} />
          </div>
          {!isFirst && (
            <div className="no-print">
              <UndoButton entry={entry} />
            </div>
          )}
        </div>
      </div>
    </li>
  );
}

interface Told {
  icon: IconName;
  title: string;
  /** The columns that the title says enough about. */
  told: string[];
}

function eventOf({ action, after, undoes }: Entry): Told {
  if (action === "created") return { icon: "shopping-cart", title: "Order placed", told: [] };
  if (action === "deleted") return { icon: "trash-2", title: "Moved to the trash", told: [] };
  if (action === "restored") return { icon: "undo-2", title: "Restored from the trash", told: [] };
  if (typeof after?.status === "string") return { ...statusEvent(after.status, Boolean(undoes)), told: ["status", "deliveredAt"] };
  if (typeof after?.invoiceId === "string") return { icon: "receipt-text", title: `Invoice ${after.invoiceId} created`, told: ["invoiceId"] };
  return { icon: undoes ? "undo-2" : "pencil-line", title: undoes ? "A change was undone" : "Order changed", told: [] };
}

function statusEvent(status: string, undone: boolean): Pick<Told, "icon" | "title"> {
  const icon = statusIcon(status) ?? "circle-dot";
  if (undone) return { icon: "undo-2", title: `Undone: back to ${status.toLowerCase()}` };
  return { icon, title: sameStatus(status, "Cancelled") ? "Cancelled" : `Marked as ${status.toLowerCase()}` };
}

const without = (values: Snapshot | null, names: string[]): Snapshot | null =>
  values && Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
