/** The tax of a document as its pages show it. Browser-safe, without the arithmetic of `document-sums.ts`. */
import type { Invoice, LineTax } from "db/schema";
import { formatMoney } from "~/core/values/money";
import { rateTitle } from "./rate-title";

/** The value of a tax rate's field that means none; empty, it means the usual rate. */
export const noRate = "none";

/** Returns the tax rate that a line has copied, if it has one. */
export const taxOfLine = ({ taxRateId, taxName, rate, category, taxReason }: Partial<LineTax>): LineTax | undefined =>
  taxRateId === undefined || rate === undefined || category === undefined
    ? undefined
    : { taxRateId, taxName: taxName ?? "", rate, category, taxReason: taxReason ?? "" };

/** Whether the tax is computed from rates; otherwise the entered amount stands. */
export const hasRates = (lines: readonly Partial<LineTax>[]) => lines.some((line) => taxOfLine(line) !== undefined);

/** Returns the labelled tax by rate, or the entered amount of tax. */
export const taxParts = ({ tax, taxes, includesTax }: Pick<Invoice, "taxes" | "includesTax"> & { tax?: number }) =>
  taxes.length === 0
    ? [{ label: "Tax", cents: tax }]
    : taxes.map(({ name, rate, net, tax }) => ({
        label: `${rateTitle(name, rate)} on ${formatMoney(net)}${includesTax ? ", included" : ""}`,
        cents: tax,
      }));

/** The tax rates that a form offers. */
export interface FormRates {
  options: LineTax[];
  /** The company's default. */
  usual: LineTax | null;
  includesTax: boolean;
  /** The attributes of a field for a rate. */
  choices: { placeholder?: string; options: { value: string; title: string }[] };
}

export const withoutRates: FormRates = {
  options: [],
  usual: null,
  includesTax: false,
  choices: { options: [] },
};
