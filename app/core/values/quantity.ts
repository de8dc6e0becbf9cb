/** Quantities with up to three decimals, such as 1.5 hours, calculated with in thousandths. Browser-safe. */
import { ungrouped } from "./whole";

/** Highest quantity, in thousandths. */
const maxThousandths = 1_000_000_000;

/** Converts a quantity to thousandths; undefined if it has more than three decimals, or is too large or not above 0. */
export function thousandthsOf(quantity: number): number | undefined {
  const thousandths = Math.round(quantity * 1000);
  const isExact = Math.abs(quantity - thousandths / 1000) <= 1e-9;
  return isExact && thousandths > 0 && thousandths <= maxThousandths ? thousandths : undefined;
}

const decimal = /^\d{1,7}(?:[.,]\d{1,3}0*)?$/;

/** Parses a quantity: "2", "1.5", "1,5" and "1,200". Returns undefined for what is none. */
export function parseQuantity(text: string): number | undefined {
  const typed = ungrouped(text).trim();
  const quantity = decimal.test(typed) ? Number(typed.replace(",", ".")) : undefined;
  return quantity !== undefined && thousandthsOf(quantity) ? quantity : undefined;
}
