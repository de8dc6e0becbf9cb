import { classes } from "../classes";

interface BarProps {
  part: number;
  whole: number;
  /** Whether to show it as exceeded. */
  over?: boolean;
  className?: string;
}

/** A bar for a part of a whole. Decorative: show the figures beside it. */
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
