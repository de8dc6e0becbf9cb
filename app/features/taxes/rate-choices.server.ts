import type { LineTax } from "db/schema";
import { rateTitle } from "./rate-title";
import { noRate } from "./tax-parts";

/** Returns the options of a field for a tax rate. */
export const rateChoices = (rates: LineTax[]) => ({
  placeholder: "Usual rate",
  options: [
    ...rates.map(({ taxRateId, taxName, rate }) => ({ value: String(taxRateId), title: rateTitle(taxName, rate) })),
    { value: noRate, title: "No tax rate" },
  ],
});
