import { formatNumber } from "~/core/values/noun";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import type { orderTiles } from "../orders.server";

const looks = {
  neutral: "bg-neutral-tint text-neutral-text",
  primary: "bg-primary-tint text-primary-text",
  success: "bg-success-tint text-success-text",
  error: "bg-error-tint text-error-text",
} as const;

/** How many orders there are of each sort. Each number leads to the rows that it counts. */
export function Tiles({ tiles }: { tiles: Awaited<ReturnType<typeof orderTiles>> }) {
  return (
    <ul aria-label="Summary" className="mb-5 grid grid-cols-2 gap-3 sm:gap-5 xl:grid-cols-4 short:mb-3 short:gap-3">
      {tiles.map(({ title, totalOrder, icon, color, href }) => (
        <li key={title}>
          <a
            href={href}
            className="card flex h-full items-start justify-between gap-3 p-4 hover:bg-hover sm:p-5 short:items-center short:px-4 short:py-2"
          >
            <span className="min-w-0 flex-1 short:flex short:items-center short:justify-between short:gap-2">
              <span className="block text-sm text-muted">{title}</span>
              <span className="mt-1 block text-2xl font-semibold sm:text-3xl short:m-0 short:text-lg">
                {formatNumber(totalOrder)}
              </span>
            </span>
            <span
              className={classes(
                "grid size-9 flex-none place-items-center rounded-md max-sm:hidden short:hidden",
                looks[color],
              )}
            >
              <Icon name={icon} />
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
