import { useRevalidator } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import type { Meanwhile } from "./draft";

/** Says that somebody else is writing, and that something was said since the page was drawn. */
export function MeanwhileHint({ writers, newer }: Meanwhile) {
  const { revalidate } = useRevalidator();
  return (
    <div role="status" className="grid gap-2 text-sm text-muted not-empty:mb-3">
      {writers.map(({ name, internal }) => (
        <p key={name ?? ""} className="flex items-center gap-2">
          <Icon name="pencil-line" className="text-subtle" />
          <span className="min-w-0 wrap-anywhere">
            <bdi>{name ?? "Support"}</bdi> is writing {internal ? "a note" : "an answer"}.
          </span>
        </p>
      ))}
      {newer > 0 && (
        <p className="flex flex-wrap items-center gap-2">
          <Icon name="message-square" className="text-subtle" />
          {newer === 1 ? "1 new message" : `${newer} new messages`}
          <Button type="button" variant="outline" size="xs" onClick={revalidate}>
            Show
          </Button>
        </p>
      )}
    </div>
  );
}
