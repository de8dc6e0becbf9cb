/**
 * Calculates the form's sums while the user types. Browser-safe and without validation: unreadable input has no sum.
 */
import { discountLines } from "db/billing";
import type { LineTax } from "db/schema";
import type { FormFields } from "~/core/form/form-state";
import { rowNumbers } from "~/core/form/row-numbers";
import type { Line } from "~/core/values/line-total";
import { parseMoney, parsePercent } from "~/core/values/money";
import { parseQuantity } from "~/core/values/quantity";
import { sumOf } from "~/core/values/share";
import {
  discountWithoutTax,
  type DocumentSums,
  documentSums,
  lineSum,
  withoutTax,
} from "~/features/taxes/document-sums";
import { type FormRates, noRate, withoutRates } from "~/features/taxes/tax-parts";

export interface FormSums extends Partial<Omit<DocumentSums, "taxes">> {
  /** Sum of each line in cents, by row number; undefined if it cannot be calculated. */
  lines: Record<number, number | undefined>;
  shippingCharge: number | undefined;
  /** The discount on an order as a whole. */
  discount: number | undefined;
  taxes: DocumentSums["taxes"];
  /** The rate that every line has because of the customer, if they are not taxable. */
  customerTax: LineTax | undefined;
  /** Whether a line has a tax rate, so that the tax is computed. */
  isRated: boolean;
}

/** Returns the sums in cents. Rows without content count for nothing, as they do when the form is saved. */
export function sumsOfForm(
  fields: FormFields,
  { options, usual, includesTax }: Omit<FormRates, "choices"> = withoutRates,
): FormSums {
  const text = (name: string) => [fields[name]].flat()[0]?.trim() ?? "";
  const customerTax = options.find(({ category }) => category === text("customerTax"));
  const chosenRate = (value: string) =>
    value === noRate ? undefined : (options.find(({ taxRateId }) => String(taxRateId) === value) ?? usual ?? undefined);
  const rateOf = (value: string) => customerTax ?? chosenRate(value);
  // Customers who are not taxable pay the price without the tax that it includes.
  const net = (cents: number, rate: string) =>
    customerTax && includesTax ? withoutTax(cents, chosenRate(rate)) : cents;
  const numbers = rowNumbers(Object.keys(fields), "lines");
  const rows = numbers.map((number) => rowOf((name) => text(`lines.${number}.${name}`), { rateOf, net }));
  const asTyped = () =>
    numbers.flatMap(
      (number) => rowOf((name) => text(`lines.${number}.${name}`), { rateOf: chosenRate, net: (cents) => cents }) ?? [],
    );
  const sums = rows.map((row) => (row === null ? 0 : row && lineSum(row)));
  const [charge, typedTax] = [
    amountIn(text("shippingCharge") || text("shippingChargeAmount")),
    amountIn(text("tax") || text("taxAmount")),
  ];
  const shippingCharge = charge && net(charge, text("shippingTaxRate"));
  const lines = rows.filter((row) => row !== null);
  const typedDiscount = amountIn(text("discountAmount"));
  const discount =
    typedDiscount && customerTax && includesTax
      ? discountWithoutTax(withTotals(asTyped()), typedDiscount)
      : typedDiscount;
  const isRated = lines.some((line) => line?.taxRateId !== undefined);
  const tax = isRated ? 0 : typedTax;
  const isReadable =
    lines.every((line) => line !== undefined) &&
    shippingCharge !== undefined &&
    tax !== undefined &&
    discount !== undefined;
  const whole = isReadable
    ? documentSums({
        lines: [...lines, ...discountLines(withTotals(lines), discount)],
        shippingCharge,
        shippingTax: rateOf(text("shippingTaxRate")),
        tax,
        includesTax,
      })
    : undefined;
  return {
    lines: Object.fromEntries(numbers.map((number, index) => [number, sums[index]])),
    subtotal: sumOf(sums),
    shippingCharge,
    discount: discount || undefined,
    isRated,
    tax: isRated ? whole?.tax : tax,
    taxes: whole?.taxes ?? [],
    customerTax,
    total: whole?.total,
  };
}

const withTotals = <Row extends Line>(lines: Row[]) => lines.map((line) => ({ ...line, total: lineSum(line) ?? 0 }));

/** Returns the line of a row; null if the row is empty, undefined if it cannot be read. */
function rowOf(
  text: (name: string) => string,
  { rateOf, net }: { rateOf(value: string): LineTax | undefined; net(cents: number, rate: string): number },
) {
  if (!text("product") && !text("title") && !text("price")) return null;
  const quantity = parseQuantity(text("quantity"));
  const price = parseMoney(text("price"));
  const discount = text("discount") ? parsePercent(text("discount"), 10_000) : 0;
  if (!quantity || price === undefined || discount === undefined) return undefined;
  return { quantity, price: net(price, text("taxRate")), discount, ...rateOf(text("taxRate")) };
}

const amountIn = (text: string) => (text ? parseMoney(text) : 0);
