import type { ReactNode } from "react";
import { formatNumber } from "~/core/values/noun";
import { countText, nearestPage } from "~/core/list/list";
import { Icon } from "~/ui/icons/icon";

interface PaginationProps {
  page: number;
  pages: number;
  /** Rows per page. If set, pages far from both ends are not linked. */
  size?: number;
  /** Returns the address of a page. */
  href(page: number): string;
  /** Content at the start, such as "1–25 of 312". */
  children?: ReactNode;
}

/** Links to the previous page, to page numbers and to the next page. */
export function Pagination({ page, pages, size, href, children }: PaginationProps) {
  const reached = (other: number) => (size ? nearestPage(other, pages, size) : other);
  const previous = page > 1 && reached(page - 1) < page;
  const next = page < pages && reached(page + 1) > page;
  return (
    <nav aria-label="Pagination" className="pager no-print">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">{children}</div>
      {pages > 1 && (
        <ul className="flex items-center gap-1 max-sm:w-full max-sm:justify-between">
          <li>
            <a
              className="btn btn-outline btn-sm"
              rel="prev"
              {...(previous ? { href: href(page - 1) } : { "aria-disabled": true })}
            >
              <Icon name="chevron-left" flip />
              <span className="max-sm:sr-only">Previous</span>
            </a>
          </li>
          {pageWindow(page, pages).map((number, place) =>
            number === null ? (
              <li key={`gap-${place}`} className="px-1 text-subtle" aria-hidden="true">
                …
              </li>
            ) : (
              <li key={number} className={number === page ? undefined : "max-sm:hidden"}>
                <a
                  href={href(number)}
                  aria-current={number === page ? "page" : undefined}
                  className={`btn btn-sm num min-w-8 px-1.5! ${number === page ? "btn-secondary" : "btn-ghost"}`}
                >
                  <span className="sr-only">Page </span>
                  {formatNumber(number)}
                </a>
              </li>
            ),
          )}
          <li>
            <a
              className="btn btn-outline btn-sm"
              rel="next"
              {...(next ? { href: href(page + 1) } : { "aria-disabled": true })}
            >
              <span className="max-sm:sr-only">Next</span>
              <Icon name="chevron-right" flip />
            </a>
          </li>
        </ul>
      )}
    </nav>
  );
}

/** Returns at most seven page numbers: the ends, the current page and its neighbours. `null` is a gap. */
export function pageWindow(page: number, pages: number): (number | null)[] {
  if (pages <= 7) return Array.from({ length: pages }, (_, index) => index + 1);
  const start = Math.max(3, Math.min(page - 1, pages - 4));
  const middle = [start, start + 1, start + 2];
  return [1, start > 3 ? null : 2, ...middle, start < pages - 4 ? null : pages - 1, pages];
}

/** Returns text such as "1–25 of 1,312", or "1–25 of 2,000+". */
export function pageRange(page: number, size: number, total: number, more?: boolean) {
  if (total === 0) return "0";
  return `${formatNumber((page - 1) * size + 1)}–${formatNumber(Math.min(page * size, total))} of ${countText({ total, more })}`;
}
