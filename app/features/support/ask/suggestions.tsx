import { useEffect, useRef } from "react";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import type { Suggestion } from "../faqs/suggest.server";

interface SuggestionsProps {
  suggestions: Suggestion[];
  /** The question was not sent yet because of them. */
  stopped?: boolean;
  className?: string;
}

/** The FAQs that may answer a question. Takes the focus when they held the question up. */
export function Suggestions({ suggestions, stopped, className }: SuggestionsProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (stopped) box.current?.focus();
  }, [stopped]);
  return (
    <section
      ref={box}
      tabIndex={-1}
      aria-label="Answers that may help"
      aria-live="polite"
      className={classes("overflow-hidden rounded-lg border border-primary-line bg-selected", className)}
    >
      <div className="px-4 pt-3 pb-2">
        <h3 className="font-semibold">Does one of these answer it?</h3>
        <p className="text-sm text-muted">
          {stopped
            ? "Your question was not sent yet. If none of them helps, press the button again."
            : "If so, you need not wait for us."}
        </p>
      </div>
      <div className="divide-y divide-border border-t border-border bg-surface">
        {suggestions.map(({ id, question, html }) => (
          <details key={id} className="group">
            <summary className="flex min-h-11 items-center justify-between gap-4 px-4 py-2 font-medium hover:bg-surface-sunken focus-visible:-outline-offset-2">
              {question}
              <Icon name="chevron-down" className="text-subtle transition-transform group-open:rotate-180" />
            </summary>
            <div className="px-4 pb-3">
              <div className="prose max-w-prose text-muted" dangerouslySetInnerHTML={{ __html: html }} />
              <a href={`/support/faqs/${id}`} className="link reach mt-2 inline-block text-sm">
                Open this answer
              </a>
            </div>
          </details>
        ))}
      </div>
    </section>
  );
}
