import { formatMoney, moneyText } from "~/core/values/money";

/** An amount in integer cents, with digits of equal width; by default in the company's currency. */
export function Money({ cents, currency, className }: { cents: number; currency?: string; className?: string }) {
  return (
    <data value={moneyText(cents)} className={className ? `num ${className}` : "num"}>
      {formatMoney(cents, currency)}
    </data>
  );
}

/** A total within another cell, shown only where the total's own column is hidden. */
export function TotalInCell({ cents }: { cents: number }) {
  return (
    <span className="hidden @max-2xl:inline">
      {" · "}
      <Money cents={cents} className="font-medium text-text" />
    </span>
  );
}
