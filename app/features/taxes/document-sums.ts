/** Sums and taxes of orders and invoices. Browser-safe: forms use them while the user types, the server on save. */
import { discountLines } from "db/billing";
import type { LineTax, TaxSum } from "db/schema";
import { type Line, lineTotal } from "~/core/values/line-total";
import { share, sumOf } from "~/core/values/share";
import { hasRates, taxOfLine } from "./tax-parts";

/**
 * Returns the sum of a line in cents, or undefined if it is too large. A credit (negative price) mirrors the sum of
 * the positive price.
 */
export function lineSum(line: Line): number | undefined {
  if (line.price >= 0) return lineTotal(line);
  const total = lineTotal({ ...line, price: -line.price });
  return total && -total;
}

interface Charges {
  lines: readonly (Line & Partial<LineTax>)[];
  shippingCharge: number;
  /** Tax rate of the shipping charge. */
  shippingTax?: LineTax | null;
  /** Entered amount of tax, which counts if no line has a tax rate. */
  tax: number;
  /** Whether prices and shipping charge include the tax of their rates. */
  includesTax?: boolean;
}

export interface DocumentSums {
  subtotal: number;
  /** Tax by rate; empty if the amount of tax was entered. */
  taxes: TaxSum[];
  tax: number;
  total: number;
}

/** Returns the sums in cents; undefined if one is too large. Tax is rounded once per rate, as EN 16931 demands. */
export function documentSums(charges: Charges): DocumentSums | undefined {
  const { lines, shippingCharge, shippingTax } = charges;
  const subtotal = sumOf(lines.map(lineSum));
  const isRated = hasRates(lines);
  const includesTax = isRated && (charges.includesTax ?? false);
  const taxed = lines.map((line) => ({ cents: lineSum(line) ?? 0, tax: taxOfLine(line) }));
  if (shippingCharge && shippingTax) taxed.push({ cents: shippingCharge, tax: shippingTax });
  const taxes = isRated ? taxSums(taxed, includesTax) : [];
  const tax = isRated ? sumOf(taxes.map(({ tax }) => tax)) : charges.tax;
  const total = sumOf([subtotal, shippingCharge, includesTax ? 0 : tax]);
  return subtotal === undefined || total === undefined || tax === undefined
    ? undefined
    : { subtotal, taxes, tax, total };
}

export interface TaxedAmount {
  cents: number;
  tax: LineTax | undefined;
}

/** Returns the net amount and tax of each rate, highest rate first. */
export function taxSums(amounts: readonly TaxedAmount[], includesTax: boolean): TaxSum[] {
  const sums = new Map<string, { cents: number; tax: LineTax }>();
  for (const { cents, tax } of amounts) {
    if (tax) sums.set(keyOf(tax), { tax, cents: (sums.get(keyOf(tax))?.cents ?? 0) + cents });
  }
  return [...sums.values()]
    .map(({ cents, tax: { taxRateId, taxName: name, rate, category, taxReason: reason } }) => {
      const tax = includesTax ? share(cents, rate, 10_000 + rate) : share(cents, rate, 10_000);
      return { taxRateId, name, rate, category, reason, net: includesTax ? cents - tax : cents, tax };
    })
    .sort((one, other) => other.rate - one.rate || one.taxRateId - other.taxRateId || (one.name < other.name ? -1 : 1));
}

/** Returns a price or charge without the tax of its rate, in cents. */
export const withoutTax = (cents: number, tax: Pick<LineTax, "rate"> | undefined | null) =>
  tax ? share(cents, 10_000, 10_000 + tax.rate) : cents;

/** Returns a price or charge with the tax of its rate, in cents. */
export const withTax = (cents: number, tax: Pick<LineTax, "rate"> | undefined | null) =>
  tax ? share(cents, 10_000 + tax.rate, 10_000) : cents;

type Discounted = { total: number } & Partial<LineTax>;

/** Returns a discount on lines without the tax that their prices include, in cents. */
export const discountWithoutTax = (lines: readonly Discounted[], amount: number) =>
  discountLines(lines, amount).reduce((sum, line) => sum - withoutTax(line.total, taxOfLine(line)), 0);

/** Returns a discount on lines with the tax that their prices include, in cents. */
export const discountWithTax = (lines: readonly Discounted[], amount: number) =>
  discountLines(lines, amount).reduce((sum, line) => sum - withTax(line.total, taxOfLine(line)), 0);

/** Returns the amounts without tax, which add up to the net amounts of `taxSums`. */
export function netAmounts(amounts: readonly TaxedAmount[], includesTax: boolean): number[] {
  const sums = new Map<string, number>();
  return amounts.map(({ cents, tax }) => {
    if (!tax || !includesTax) return cents;
    const before = sums.get(keyOf(tax)) ?? 0;
    sums.set(keyOf(tax), before + cents);
    const taxUntil = (sum: number) => share(sum, tax.rate, 10_000 + tax.rate);
    return cents - taxUntil(before + cents) + taxUntil(before);
  });
}

const keyOf = (tax: LineTax) => JSON.stringify([tax.taxRateId, tax.rate, tax.category, tax.taxName, tax.taxReason]);
