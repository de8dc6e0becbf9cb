import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Icon } from "./icons/icon";
import { Around } from "./list/previous-next";
import { useListState } from "./list/list-state";
import { neighboursOfRow } from "./list/shown-rows";

interface PageTitleProps {
  title: ReactNode;
  /** Pages above this one, for pages of a record. The page itself is added. */
  breadcrumb?: { href: string; title: string }[];
  /** The breadcrumb's name for this page, if it is not the title. */
  here?: ReactNode;
  badge?: ReactNode;
  /** A sentence below the title. */
  summary?: ReactNode;
  /** Outline buttons first, then a menu, then the primary button. */
  actions?: ReactNode;
  /** Whether it is above a list: closer to the rows, with the summary beside the title. */
  isOverList?: boolean;
}

/** The header of a page: breadcrumb, title and actions. */
export function PageTitle({ title, breadcrumb, here, badge, summary, actions, isOverList }: PageTitleProps) {
  return (
    <>
      {breadcrumb && <Breadcrumb steps={breadcrumb} here={here ?? title} />}
      <div className={isOverList ? "page-head list-head" : "page-head"}>
        <div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 className="min-w-0 text-2xl font-semibold wrap-anywhere">{title}</h1>
            {badge}
          </div>
          {summary && <p className="mt-0.5 text-pretty text-muted wrap-anywhere">{summary}</p>}
        </div>
        {actions && <div className="no-print flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </>
  );
}

function Breadcrumb({ steps, here }: { steps: { href: string; title: string }[]; here: ReactNode }) {
  const left = useListState();
  return (
    <div className="no-print mb-1.5 flex items-start gap-3">
      <nav aria-label="Breadcrumb" className="min-w-0">
        <ol className="flex flex-wrap items-center gap-1.5 text-sm text-muted">
          {steps.map((step) => (
            <li key={step.href} className="flex items-center gap-1.5">
              <a
                href={left(step.href)}
                className="reach -my-1 rounded-sm py-1 underline-offset-2 hover:text-text hover:underline"
              >
                {step.title}
              </a>
              <Icon name="chevron-right" flip className="size-3.5! text-subtle" />
            </li>
          ))}
          <li className="max-w-full truncate text-text" aria-current="page">
            {here}
          </li>
        </ol>
      </nav>
      <Neighbours />
    </div>
  );
}

/** Links to the previous and next row of the list the user came from. That list is only known with scripts. */
function Neighbours() {
  const rows = neighboursOfRow(useLocation().pathname);
  return (
    rows && (
      <div className="-my-1 ms-auto">
        <Around label="Rows of the list" to="in the list" className="btn-xs" {...rows} />
      </div>
    )
  );
}
