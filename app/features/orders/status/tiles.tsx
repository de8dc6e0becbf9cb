import { formatNumber } from "~/core/values/noun";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { Money } from "~/ui/values/money";
import type { orderTiles } from "../orders.server";

const tileStyles = {
  neutral: "text-muted",
  primary: "text-primary-text",
  success: "text-success-text",
  error: "text-error-text",
} as const;

/** Number and sum of the orders in each group of statuses. Each tile links to the rows that it counts. */
export function Tiles({ tiles }: { tiles: Awaited<ReturnType<typeof orderTiles>> }) {
  return (
    <ul aria-label="Summary" className="mb-3 grid short:mb-2 grid-cols-2 gap-2 sm:gap-3 xl:grid-cols-4">
      {tiles.map(({ title, totalOrder, totalCents, icon, color, href }) => (
        <li key={title}>
          <a href={href} className="card block h-full px-3 py-1 hover:bg-hover sm:px-4">
            <span className="flex items-center gap-1.5 text-sm text-muted">
              <Icon name={icon} className={classes("size-3.5! flex-none", tileStyles[color])} />
              {title}
            </span>
            <span className="num flex flex-wrap items-baseline justify-between gap-x-2">
              <span className="font-semibold">
                {formatNumber(totalOrder)}
                <span className="sr-only"> {totalOrder === 1 ? "order" : "orders"},</span>
              </span>{" "}
              <Money cents={totalCents} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
