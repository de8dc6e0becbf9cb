/** Amounts of money in integer cents, and percentages in hundredths of one, so that sums are exact. Browser-safe. */

/** The largest amount that is read, in cents: beyond it, fractions of a cent would be lost in sums. */
export const maxCents = 99_999_999_999_999;

/** With a point before the cents, and with a comma. */
const amounts = [
  /^([-−])?\$?([1-9]\d{0,2}(?:[,\s'’]\d{3})+|\d{1,12})?(?:\.(\d{1,2}))?$/,
  /^([-−])?\$?([1-9]\d{0,2}(?:[.\s'’]\d{3})+|\d{1,12})?,(\d{1,2})$/,
];

/**
 * What was typed for an amount, in cents: "1240", "$1,240.5", "1.240,50" and "-12,00" are read; nothing for what is
 * none, such as "12.345", which could mean more than one thing.
 */
export function parseMoney(text: string): number | undefined {
  const typed = text.trim();
  const [, minus, whole, fraction] = amounts.map((amount) => amount.exec(typed)).find(Boolean) ?? [];
  if (whole === undefined && fraction === undefined) return undefined;
  const cents = Number((whole ?? "0").replace(/\D/g, "")) * 100 + Number((fraction ?? "").padEnd(2, "0"));
  if (cents > maxCents) return undefined;
  return minus && cents > 0 ? -cents : cents;
}

/** An amount as a form field holds it and programs read it, such as `1240.00`. */
export const moneyText = (cents: number) => (cents / 100).toFixed(2);

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount as people read it, such as `$1,240.00`. */
export const formatMoney = (cents: number) => dollars.format(cents / 100).replace("-", "−");

/**
 * A decimal number in hundredths: 19.99 is 1999, and so is what a sum of floats drifted to nearby. Nothing where it has
 * more decimals than two, or is too large.
 */
export function hundredthsOf(decimal: number): number | undefined {
  const hundredths = Math.round(decimal * 100) + 0; // + 0 makes −0 a plain zero
  return Math.abs(hundredths) <= maxCents && Math.abs(decimal - hundredths / 100) <= 1e-9 ? hundredths : undefined;
}

const percentage = /^(\d{1,2})?(?:[.,](\d{1,2}))?\s*%?$/;

/**
 * What was typed for a percentage below 100, in hundredths of a percent: "12.5", "12,5" and "12.5 %" are 1250. Nothing
 * for what is none.
 */
export function parsePercent(text: string): number | undefined {
  const [, whole, fraction] = percentage.exec(text.trim()) ?? [];
  if (whole === undefined && fraction === undefined) return undefined;
  return Number(whole ?? "0") * 100 + Number((fraction ?? "").padEnd(2, "0"));
}

/** Hundredths of a percent as a form field holds them and programs read them, such as `12.5`. */
export const percentText = (hundredths: number) => String(hundredths / 100);

/** Hundredths of a percent as people read them, such as `12.5%`. */
export const formatPercent = (hundredths: number) => `${percentText(hundredths)}%`;

export interface Line {
  /** Whole pieces. */
  quantity: number;
  /** Of one piece, in cents. */
  price: number;
  /** In hundredths of a percent, below 10,000. */
  discount: number;
}

/**
 * What a line comes to, in cents: exact, then rounded half up to the cent. Nothing beyond `maxCents`. None of its
 * numbers is negative.
 */
export function lineTotal({ quantity, price, discount }: Line): number | undefined {
  const exact = BigInt(quantity) * BigInt(price) * BigInt(10_000 - discount); // in ten-thousandths of a cent
  const cents = (exact + 5_000n) / 10_000n;
  return cents > maxCents ? undefined : Number(cents);
}

/**
 * What amounts come to together, in cents. Nothing where one of them is missing, or the sum goes beyond `maxCents` on
 * the way.
 */
export function sumOf(amounts: readonly (number | undefined)[]): number | undefined {
  let sum = 0;
  for (const amount of amounts) {
    if (amount === undefined) return undefined;
    sum += amount;
    if (Math.abs(sum) > maxCents) return undefined;
  }
  return sum;
}
