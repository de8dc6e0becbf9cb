import { classes } from "../classes";

interface BarProps {
  part: number;
  whole: number;
  /** Says that there is more than there should be. */
  over?: boolean;
  className?: string;
}

/** How much a part is of the whole. Decoration: say it in figures beside. */
export function Bar({ part, whole, over, className }: BarProps) {
  return (
    <svg className={classes("bar", className)} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="1" className="fill-neutral-tint" />
      <rect
        width={whole > 0 ? Math.min(100, (100 * part) / whole) : 0}
        height="1"
        className={over ? "fill-error" : "fill-chart-1"}
      />
    </svg>
  );
}
