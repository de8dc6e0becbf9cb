import type { ReactNode } from "react";
import { Elevation } from "./brand";

interface StatusPageProps {
  /** Status code, such as "404". */
  code?: ReactNode;
  title: string;
  children: ReactNode;
  actions?: ReactNode;
}

/** A page with a status message: an illustration, a title, a text and actions. */
export function StatusPage({ code, title, children, actions }: StatusPageProps) {
  return (
    <div className="status-page m-auto w-full max-w-xl py-10 text-center">
      <Elevation door className="mx-auto w-72 max-w-full text-border-control" />
      {code && <p className="code mt-8 text-sm text-muted">{code}</p>}
      <h1 className={code ? "mt-1 text-3xl font-semibold" : "mt-8 text-3xl font-semibold"}>{title}</h1>
      <div className="mx-auto mt-2 max-w-sm text-muted">{children}</div>
      {actions && <div className="mt-6 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** A search box for pages that were not found. */
export function SearchBox() {
  return (
    <form method="get" action="/search" role="search" className="mx-auto mt-6 flex max-w-sm gap-2">
      <input
        className="input"
        type="search"
        name="q"
        placeholder="Search Portico"
        aria-label="Search Portico"
        maxLength={200}
      />
      <button className="btn btn-secondary">Search</button>
    </form>
  );
}
