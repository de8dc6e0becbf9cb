import { formatPercent } from "~/core/values/money";

/** Returns the name of a tax rate with its percentage, unless the name says it: "VAT 20%", "Reduced 5%". */
export const rateTitle = (name: string, rate: number) =>
  name.includes("%") || rate === 0 ? name : `${name} ${formatPercent(rate)}`;
