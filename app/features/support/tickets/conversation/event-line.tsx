import { UndoButton } from "~/ui/record/history";
import { Icon } from "~/ui/icons/icon";
import { Time } from "~/ui/values/time";
import type { TicketEvent } from "./events.server";

/** An event between two messages. Lines beside the text are hidden if it wraps. */
export function EventLine({ event: { at, icon, text, href, entry } }: { event: TicketEvent }) {
  return (
    <li className="flex items-center gap-3 text-sm text-muted sm:ms-11.5">
      <span className="h-px flex-1 bg-border" />
      <Icon name={icon} className="flex-none text-subtle" />
      <span className="wrap-anywhere">
        {href ? (
          <a className="link" href={href}>
            <bdi>{text}</bdi>
          </a>
        ) : (
          <bdi>{text}</bdi>
        )}{" "}
        · <Time value={at} clock className="num whitespace-nowrap" />
      </span>
      {entry?.undo === "open" && (
        <span className="no-print flex-none">
          <UndoButton entry={entry} />
        </span>
      )}
      <span className="h-px flex-1 bg-border" />
    </li>
  );
}
