import type { ReactNode } from "react";
import { classes } from "~/ui/classes";

/** A strip over the whole width of a page of the support centre. */
export function Band({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <section
      className={classes(
        "band relative -mx-4 -mt-(--page-top) mb-6 border-b border-border bg-surface px-4 max-sm:mb-4 short:mb-4 lg:-mx-7 lg:px-7 print:m-0!",
        className,
      )}
    >
      {children}
    </section>
  );
}
