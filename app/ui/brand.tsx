import type { ComponentProps } from "react";
import { classes } from "./classes";

/** The mark: a small temple front in a petrol square. */
export function Mark({ className = "size-7" }: { className?: string }) {
  return (
    <svg className={classes("flex-none", className)} viewBox="0 0 28 28" aria-hidden="true">
      <rect width="28" height="28" rx="7" className="fill-primary" />
      <path
        className="fill-on-primary"
        d="m14 5.4 8.9 5v1.5H5.1v-1.5zM6.9 13.4h2.7v6H6.9zM12.65 13.4h2.7v6h-2.7zM18.4 13.4h2.7v6h-2.7zM5.1 20.9h17.8v1.9H5.1z"
      />
    </svg>
  );
}

/** The logo with name and tagline, linked to the home page. */
export function Brand({ className, ...rest }: ComponentProps<"a">) {
  return (
    <a href="/" className={classes("flex items-center gap-2.5 rounded-md", className)} {...rest}>
      <Mark />
      <span>
        <span className="block text-lg leading-5 font-semibold">Portico</span>
        <span className="block text-2xs whitespace-nowrap text-subtle">Admin &amp; Client Dashboard</span>
      </span>
    </a>
  );
}

interface ElevationProps extends ComponentProps<"svg"> {
  /** Number of gaps and columns of the front. */
  bays?: number;
  /** Whether a door replaces the middle column. */
  door?: boolean;
}

/** A line drawing of the temple front, for use at most once per page. `text-*` sets its colour. */
export function Elevation({ bays = 5, door, className, ...rest }: ElevationProps) {
  const end = bays * 60 + 18;
  const middle = (bays * 60 + 20) / 2;
  const columns = Array.from({ length: bays }, (_, bay) => 24 + bay * 60).filter(
    (start) => !door || start + 16 !== middle,
  );
  return (
    <svg
      className={classes("elevation", className)}
      viewBox={`-20 0 ${end + 42} 247.5`}
      fill="none"
      stroke="currentColor"
      aria-hidden="true"
      {...rest}
    >
      <path d={`M${middle} 6L${end} 58H2ZM${middle} 18L${end - 40} 52H42Z`} />
      <path d={`M2 64H${end}V58M2 64V58M6 64V78H${end - 4}V64M6 70H${end - 4}`} />
      {columns.map((start) => (
        <path
          key={start}
          d={`M${start} 78h32v5h-32zm3 5c0 3 2 5 3 6h20c1-1 3-3 3-6M${start + 6} 89l-2 125h24l-2-125M${start + 10.5} 92l-.33 119M${start + 16} 92v119M${start + 21.5} 92l.33 119M${start} 214h32v5h-32zm-2 5h36v5h-36z`}
        />
      ))}
      {door && (
        <path
          d={`M${middle - 24} 224V124a24 24 0 0 1 48 0V224M${middle - 18} 224V124a18 18 0 0 1 36 0V224M${middle + 10} 172v8`}
        />
      )}
      <path d={`M2 224H${end}V231H2ZM-8 231H${end + 10}V239H-8ZM-18 239H${end + 20}V247H-18Z`} />
    </svg>
  );
}
