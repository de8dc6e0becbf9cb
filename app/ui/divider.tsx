import type { ReactNode } from "react";

/** A horizontal line with a word in its middle, such as between two alternatives. */
export function Divider({ children }: { children: ReactNode }) {
  return (
    <p className="my-5 flex items-center gap-3 text-sm text-subtle">
      <span className="h-px flex-1 bg-border" />
      {children}
      <span className="h-px flex-1 bg-border" />
    </p>
  );
}
