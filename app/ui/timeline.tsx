import type { ReactNode } from "react";
import { classes } from "./classes";
import { Icon } from "./icons/icon";
import type { IconName } from "./icons/icon-names";
import { Time } from "./values/time";

/** A list of events in a card. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className="card-body">{children}</ol>;
}

interface HappenedProps {
  icon: IconName;
  title: ReactNode;
  at: Date;
  /** Whether it is the newest, which is highlighted. */
  latest: boolean;
  /** Whether it is the last, which has no line below it. */
  last: boolean;
  /** Details. */
  children?: ReactNode;
}

/** An event of a timeline, with its time. */
export function Happened({ icon, title, at, latest, last, children }: HappenedProps) {
  return (
    <li className={classes("relative flex gap-3.5", !last && "pb-5")}>
      {!last && <span className="absolute start-[0.8125rem] top-7 bottom-0 w-px bg-border" />}
      <span
        className={classes(
          "grid size-[1.6875rem] flex-none place-items-center rounded-full",
          latest ? "bg-primary-tint text-primary-text" : "bg-neutral-tint text-muted",
        )}
      >
        <Icon name={icon} className="size-3.5!" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap justify-between gap-x-4">
          <p className="font-medium">{title}</p>
          <p className="num text-sm text-muted">
            <Time value={at} clock />
          </p>
        </div>
        {children}
      </div>
    </li>
  );
}
