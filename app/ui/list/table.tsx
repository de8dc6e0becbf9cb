import type { ComponentProps } from "react";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";

interface TableProps extends ComponentProps<"table"> {
  /** Description for screen readers. */
  label: string;
  compact?: boolean;
}

/** A table that scrolls sideways on narrow screens. Give number columns the class `end`. */
export function Table({ label, compact, className, children, ...rest }: TableProps) {
  return (
    <div className="scroll-x" tabIndex={0} role="region" aria-label={label}>
      <table className={classes("table", compact && "compact", className)} {...rest}>
        <caption className="sr-only">{label}</caption>
        {children}
      </table>
    </div>
  );
}

interface SortHeadProps extends ComponentProps<"th"> {
  href: string;
  /** Current sort direction by this column; undefined if sorted by another. */
  sorted?: "ascending" | "descending";
}

/** A column header that sorts by its column. */
export function SortHead({ href, sorted, children, ...rest }: SortHeadProps) {
  const icon = sorted === "ascending" ? "arrow-up" : sorted === "descending" ? "arrow-down" : "chevrons-up-down";
  return (
    <th scope="col" aria-sort={sorted} {...rest}>
      <a href={href} className="sort">
        {children}
        <Icon name={icon} />
      </a>
    </th>
  );
}
