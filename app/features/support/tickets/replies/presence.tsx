import { Icon } from "~/ui/icons/icon";
import type { Meanwhile } from "./presence.server";

interface MeanwhileHintProps extends Pick<Meanwhile, "moved"> {
  writers: Meanwhile["writers"];
  /** Whether there are new messages since the user began to write. */
  hasNew: boolean;
  /** The status that others have set since the page was loaded. */
  newStatus?: string;
  isOnLaterPage: boolean;
}

/** Hints that others are writing, that there are new messages, and that the status was changed. */
export function MeanwhileHint({ moved, writers, hasNew, newStatus, isOnLaterPage }: MeanwhileHintProps) {
  return (
    <div role="status" className="grid gap-2 text-sm text-muted not-empty:mb-3">
      {moved && <p className="text-warning-text">{moved}</p>}
      {writers.map(({ name, internal }) => (
        <p key={name ?? ""} className="flex items-center gap-2">
          <Icon name="pencil-line" className="text-subtle" />
          <span className="min-w-0 wrap-anywhere">
            <bdi>{name ?? "Support"}</bdi> is writing {internal ? "a note" : "an answer"}.
          </span>
        </p>
      ))}
      {hasNew && (
        <p className="flex items-center gap-2">
          <Icon name="message-square" className="text-subtle" />
          Something new was said: it is {isOnLaterPage ? "among the later messages" : "in the conversation above"}.
        </p>
      )}
      {newStatus && (
        <p className="flex items-center gap-2">
          <Icon name="circle-dot" className="text-subtle" />
          The ticket is {newStatus.toLowerCase()} now.
        </p>
      )}
    </div>
  );
}
