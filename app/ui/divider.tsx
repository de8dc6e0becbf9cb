import type { ReactNode } from "react";

/** A line across with a word in its middle, such as between two ways to do something. */
export function Divider({ children }: { children: ReactNode }) {
  return (
    <p className="my-5 flex items-center gap-3 text-sm text-subtle">
      <span className="h-px flex-1 bg-border" />
      {children}
      <span className="h-px flex-1 bg-border" />
    </p>
  );
}
