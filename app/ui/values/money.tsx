import { formatMoney, moneyText } from "~/core/values/money";

/** An amount of integer cents, in figures that stand under each other. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  return (
    <data value={moneyText(cents)} className={className ? `num ${className}` : "num"}>
      {formatMoney(cents)}
    </data>
  );
}

/** A total behind what else its cell says, where there is so little room that it has no column of its own. */
export function TotalInCell({ cents }: { cents: number }) {
  return (
    <span className="hidden @max-2xl:inline">
      {" · "}
      <Money cents={cents} className="font-medium text-text" />
    </span>
  );
}
