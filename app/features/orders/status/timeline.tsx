import type { ReactNode } from "react";
import { Changes, UndoButton } from "~/ui/record/history";
import { Card } from "~/ui/card";
import { Happened, Timeline as Line } from "~/ui/timeline";
import type { Event } from "./events";

interface TimelineProps {
  events: Event[];
  /** The text and the time of the first entry, the order's creation. */
  placed: { text: ReactNode; at: Date };
  /** Address of the full activity list. */
  more: string;
}

/** The order's events, newest first, each with its note and an undo button. */
export function Timeline({ events, placed, more }: TimelineProps) {
  return (
    <Card
      title="Timeline"
      aside={
        <a className="link reach text-sm" href={more}>
          All activity
        </a>
      }
    >
      <Line>
        {events.map((event, index) => {
          const isFirst = event.action === "created";
          return (
            <Happened
              key={event.id}
              icon={event.icon}
              title={event.title}
              at={isFirst ? placed.at : event.at}
              latest={index === 0}
              last={index === events.length - 1}
            >
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
            </Happened>
          );
        })}
      </Line>
    </Card>
  );
}
