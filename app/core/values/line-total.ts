/** The total of a line of a document. Browser-safe, and apart from `money.ts` because few pages need it. */
import { maxCents } from "./money";

export interface Line {
  /** Number of items, with up to three decimals. */
  quantity: number;
  /** Price of one item, in cents. */
  price: number;
  /** Discount in hundredths of a percent, up to 10,000. */
  discount: number;
}

/** Returns the total of a line in cents, rounded half up; undefined above `maxCents`. No number may be negative. */
export function lineTotal({ quantity, price, discount }: Line): number | undefined {
  const exact = BigInt(Math.round(quantity * 1000)) * BigInt(price) * BigInt(10_000 - discount); // in ten-millionths of a cent
  const cents = (exact + 5_000_000n) / 10_000_000n;
  return cents > maxCents ? undefined : Number(cents);
}
