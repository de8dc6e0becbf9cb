import type { ComponentProps } from "react";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";

interface TableProps extends ComponentProps<"table"> {
  /** What the table holds, for those who do not see it. */
  label: string;
  compact?: boolean;
}

/** A table that scrolls sideways by itself where the screen is narrow. Give numbers the class `end`. */
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
  /** How the rows are sorted by this column now; nothing when they are sorted by another. */
  sorted?: "ascending" | "descending";
}

/** A column's head that sorts by it. */
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
