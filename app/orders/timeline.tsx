import type { ReactNode } from "react";
import { Changes, UndoButton } from "~/journal/history";
import { Card } from "~/ui/card";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { Time } from "~/ui/time";
import type { Event } from "./events";

interface TimelineProps {
  events: Event[];
  /** Of what it was made, for its first entry. */
  placed: { text: ReactNode; at: Date };
  /** Where all of it is. */
  more: string;
}

/** What happened to an order, newest first, each with its reason and its undo. */
export function Timeline({ events, placed, more }: TimelineProps) {
  return (
    <Card title="Timeline" aside={<a className="link reach text-sm" href={more}>All activity</a>}>
      <ol className="card-body">
        {events.map((event, place) => (
          <Happened key={event.id} event={event} placed={placed} latest={place === 0} last={place === events.length - 1} />
        ))}
      </ol>
    </Card>
  );
}

function Happened({ event, placed, latest, last }: { event: Event; placed: TimelineProps["placed"]; latest: boolean; last: boolean }) {
  const isFirst = event.action === "created";
  return (
    <li className={classes("relative flex gap-3.5", !last && "pb-5")}>
      {!last && <span className="absolute start-[0.8125rem] top-7 bottom-0 w-px bg-border" />}
      <span className={classes("grid size-[1.6875rem] flex-none place-items-center rounded-full", latest ? "bg-primary-tint text-primary-text" : "bg-neutral-tint text-muted")}>
        <Icon name={event.icon} className="size-3.5!" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap justify-between gap-x-4">
          <p className="font-medium">{event.title}</p>
          <p className="num text-sm text-muted">
            <Time value={isFirst ? placed.at : event.at} clock />
          </p>
        </div>
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0 text-sm wrap-anywhere text-muted">
            {isFirst && <>{placed.text} · </>}
            <bdi>{event.byName}</bdi>
            <Changes entry={event} />
          </div>
          {!isFirst && (
            <div className="no-print">
              <UndoButton entry={event} />
            </div>
          )}
        </div>
      </div>
    </li>
  );
}
