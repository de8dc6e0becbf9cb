const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount of integer cents as people read it, such as `$1,240.00`. */
export const formatMoney = (cents: number) => dollars.format(cents / 100).replace("-", "−");

/** An amount of integer cents, in figures that stand under each other. */
export function Money({ cents, className }: { cents: number; className?: string }) {
  return <data value={(cents / 100).toFixed(2)} className={className ? `num ${className}` : "num"}>{formatMoney(cents)}</data>;
}
