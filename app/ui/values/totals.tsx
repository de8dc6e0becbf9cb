import { classes } from "../classes";
import { Money } from "./money";

interface TotalsProps {
  /** Amounts in cents, deductions negative; undefined if it cannot be calculated yet. */
  parts: { label: string; cents: number | undefined }[];
  label?: string;
  total: number | undefined;
  className?: string;
}

/** A calculation: its parts, a line and the total. */
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

/** Right-aligned in both text directions, so that digits line up. */
const figure = "text-right";

const amount = (cents: number | undefined) => (cents === undefined ? "–" : <Money cents={cents} />);
