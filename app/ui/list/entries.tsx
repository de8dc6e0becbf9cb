import type { ReactNode } from "react";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import type { IconName } from "~/ui/icons/icon-names";

/** A list of entries within a card. */
export function Entries({ children }: { children: ReactNode }) {
  return <ul className="@container divide-y divide-border">{children}</ul>;
}

interface EntryProps {
  icon: IconName;
  /** Marks a problem, which the text should mention too. */
  bad?: boolean;
  title: ReactNode;
  /** Details, in lines. */
  children: ReactNode;
  /** Button or form at the end. */
  action?: ReactNode;
}

/** An entry: title, details and an action. */
export function Entry({ icon, bad, title, children, action }: EntryProps) {
  return (
    <li className="flex items-center gap-4 px-5 py-3.5 @max-sm:flex-wrap @max-sm:gap-y-3">
      <div className="flex min-w-0 flex-1 items-center gap-4">
        <span
          className={classes(
            "grid size-9 flex-none place-items-center rounded-lg",
            bad ? "bg-error-tint text-error-text" : "bg-neutral-tint text-muted",
          )}
        >
          <Icon name={icon} />
        </span>
        <div className="min-w-0 flex-1">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">{title}</div>
          <div className="text-sm text-muted wrap-anywhere">{children}</div>
        </div>
      </div>
      {action && <div className="@max-sm:w-full @max-sm:ps-13">{action}</div>}
    </li>
  );
}
