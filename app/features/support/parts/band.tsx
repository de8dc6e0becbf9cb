import type { ReactNode } from "react";

/** What stands over a page of the support centre, from one edge to the other. */
export function Band({ children }: { children: ReactNode }) {
  return (
    <section className="band relative -mx-4 -mt-(--page-top) mb-6 overflow-hidden border-b border-border bg-surface px-4 short:mb-4 lg:-mx-7 lg:px-7 print:m-0!">
      {children}
    </section>
  );
}
