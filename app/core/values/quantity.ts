/** Quantities with up to three decimals, such as 1.5 hours, calculated with in thousandths. Browser-safe. */
import { ungrouped } from "./whole";

/** Highest quantity, in thousandths. */
const maxThousandths = 1_000_000_000;

/** Converts a valid quantity to thousandths. */
export const thousandths = (quantity: number) => Math.round(quantity * 1000);

/** Whether a quantity is above 0, not too large, and has at most three decimals. */
export function isQuantity(quantity: number): boolean {
  const units = thousandths(quantity);
  return Math.abs(quantity - units / 1000) <= 1e-9 && units > 0 && units <= maxThousandths;
}

const decimal = /^\d{1,7}(?:[.,]\d{1,3}0*)?$/;

/** Parses a quantity: "2", "1.5", "1,5" and "1,200". Returns undefined for what is none. */
export function parseQuantity(text: string): number | undefined {
  const typed = ungrouped(text).trim();
  const quantity = decimal.test(typed) ? Number(typed.replace(",", ".")) : undefined;
  return quantity !== undefined && isQuantity(quantity) ? quantity : undefined;
}
