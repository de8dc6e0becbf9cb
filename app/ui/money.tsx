import { formatMoney, moneyText } from "~/lib/money";

/** An amount of integer cents, in figures that stand under each other. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  return <data value={moneyText(cents)} className={className ? `num ${className}` : "num"}>{formatMoney(cents)}</data>;
}
