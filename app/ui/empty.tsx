import type { ReactNode } from "react";
import { Elevation } from "./brand";

interface EmptyProps {
  /** The empty thing, such as "No invoice matches “mahogany”". */
  title: ReactNode;
  /** Reason, and what to do. */
  children?: ReactNode;
  /** One or two buttons. */
  actions?: ReactNode;
}

/** Placeholder for an empty list. */
export function Empty({ title, children, actions }: EmptyProps) {
  return (
    <div className="px-6 py-16 text-center max-sm:py-10">
      <Elevation className="mx-auto w-44" />
      <h2 className="mt-6 text-lg font-semibold wrap-anywhere">{title}</h2>
      {children && <p className="mx-auto mt-1 max-w-sm text-muted">{children}</p>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}
