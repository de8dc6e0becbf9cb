/** Exact sums and shares of amounts in integer cents. Browser-safe. */
import { maxCents } from "./money";

/** Returns the sum of amounts in cents; undefined if one is missing or the running sum exceeds `maxCents`. */
export function sumOf(amounts: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum += amount;
    if (Math.abs(sum) > maxCents) return undefined;
  }
  return sum;
}

/**
 * Returns `amount × part ÷ whole` in cents, rounded half up, or half away from zero for a negative share; 0 if there is
 * no whole.
 */
export function share(amount: number, part: number, whole: number): number {
  if (whole === 0) return 0;
  const product = BigInt(amount) * BigInt(part);
  const divisor = BigInt(whole);
  const isNegative = product < 0n !== divisor < 0n;
  const [size, by] = [product < 0n ? -product : product, divisor < 0n ? -divisor : divisor];
  const rounded = Number((2n * size + by) / (2n * by));
  return isNegative && rounded > 0 ? -rounded : rounded;
}
