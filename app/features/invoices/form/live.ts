/**
 * Calculates the form's sums while the user types. Browser-safe and without validation: unreadable input has no sum.
 */
import type { FormFields } from "~/core/form/form-state";
import { parseMoney, parsePercent, sumOf } from "~/core/values/money";
import { ungrouped } from "~/core/values/whole";
import { rowNumbers } from "~/core/form/row-numbers";
import { lineSum } from "../sums";

export interface LiveSums {
  /** Sum of each line in cents, by row number; undefined if it cannot be calculated. */
  lines: Record<number, number | undefined>;
  subtotal: number | undefined;
  shippingCharge: number | undefined;
  tax: number | undefined;
  total: number | undefined;
}

/** All in cents. Rows that say nothing count for nothing, as they do when the form is saved. */
export function sumsOfForm(fields: FormFields): LiveSums {
  const text = (name: string) => [fields[name]].flat()[0]?.trim() ?? "";
  const numbers = rowNumbers(Object.keys(fields), "lines");
  const sums = numbers.map((number) => sumOfRow((name) => text(`lines.${number}.${name}`)));
  const subtotal = sumOf(sums);
  const [shippingCharge, tax] = [amountIn(text("shippingCharge")), amountIn(text("tax"))];
  return {
    lines: Object.fromEntries(numbers.map((number, index) => [number, sums[index]])),
    subtotal,
    shippingCharge,
    tax,
    total: sumOf([subtotal, shippingCharge, tax]),
  };
}

function sumOfRow(text: (name: string) => string): number | undefined {
  if (!text("product") && !text("title") && !text("price")) return 0;
  const typed = ungrouped(text("quantity"));
  const quantity = /^\d{1,7}$/.test(typed) ? Number(typed) : undefined;
  const price = parseMoney(text("price"));
  const discount = text("discount") ? parsePercent(text("discount")) : 0;
  if (!quantity || price === undefined || discount === undefined) return undefined;
  return lineSum({ quantity, price, discount });
}

const amountIn = (text: string) => (text ? parseMoney(text) : 0);
