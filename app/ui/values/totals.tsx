import { classes } from "../classes";
import { Money } from "./money";

interface TotalsProps {
  /** What is added up, in cents; what is taken off is below zero. Nothing is what cannot be added up yet. */
  parts: { label: string; cents: number | undefined }[];
  label?: string;
  total: number | undefined;
  className?: string;
}

/** A sum as arithmetic: each part, a line, and what they make. */
export function Totals({ parts, label = "Total", total, className }: TotalsProps) {
  const last = "border-t border-border-strong pt-2.5 text-base font-semibold";
  return (
    <dl className={classes("dl num grid-cols-[1fr_auto]", className)}>
      {parts.map(({ label, cents }) => (
        <div key={label} className="contents">
          <dt>{label}</dt>
          <dd className={classes(figure, cents !== undefined && cents < 0 && "text-success-text")}>{amount(cents)}</dd>
        </div>
      ))}
      <dt className={classes(last, "-me-4 text-text!")}>{label}</dt>
      <dd className={classes(figure, last)}>{amount(total)}</dd>
    </dl>
  );
}

/** In both directions, so that digits of the same worth stand below one another. */
const figure = "text-right";

const amount = (cents: number | undefined) => (cents === undefined ? "–" : <Money cents={cents} />);
