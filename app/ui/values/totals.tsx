import { classes } from "../classes";
import { Money } from "./money";

interface Calculation {
  /** Amounts in cents, deductions negative; undefined if it cannot be calculated yet. */
  parts: { label: string; cents: number | undefined }[];
  label?: string;
  total: number | undefined;
}

interface TotalsProps extends Calculation {
  /** Code of its currency, if it may be another than the company's. */
  currency?: string;
  /** A second calculation that begins with the total, such as a balance. */
  rest?: Calculation;
  className?: string;
}

/** A calculation: its parts, a line and the total, and what follows from that. */
export function Totals({ rest, className, currency, ...calculation }: TotalsProps) {
  return (
    <dl className={classes("dl num grid-cols-[1fr_auto]", className)}>
      <Rows {...calculation} currency={currency} />
      {rest && <Rows {...rest} currency={currency} />}
    </dl>
  );
}

function Rows({ parts, label = "Total", total, currency }: Calculation & Pick<TotalsProps, "currency">) {
  const amount = (cents: number | undefined) =>
    cents === undefined ? "–" : <Money cents={cents} currency={currency} />;
  const last = "border-t border-border-strong pt-2.5 text-base font-semibold";
  return (
    <>
      {parts.map(({ label, cents }, place) => (
        <div key={place} className="contents">
          <dt>{label}</dt>
          <dd className={classes(figure, cents !== undefined && cents < 0 && "text-success-text")}>{amount(cents)}</dd>
        </div>
      ))}
      <dt className={classes(last, "-me-4 text-text!")}>{label}</dt>
      <dd className={classes(figure, last)}>{amount(total)}</dd>
    </>
  );
}

/** Right-aligned in both text directions, so that digits line up. */
const figure = "text-right";
