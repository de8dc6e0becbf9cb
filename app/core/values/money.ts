/**
 * Amounts of money in integer cents, and percentages in hundredths of a percent, so that sums are exact. Browser-safe.
 */

/** Maximum amount, in cents: above it, sums would lose fractions of a cent. */
export const maxCents = 99_999_999_999_999;

/** Amounts with a decimal point, then with a decimal comma. */
const amounts = [
  /^([-−])?\$?([1-9]\d{0,2}(?:[,\s'’]\d{3})+|\d{1,12})?(?:\.(\d{1,2}))?$/,
  /^([-−])?\$?([1-9]\d{0,2}(?:[.\s'’]\d{3})+|\d{1,12})?,(\d{1,2})$/,
];

/**
 * Parses an amount in cents: "1240", "$1,240.5", "1.240,50", "-12,00". Returns undefined for what is none or ambiguous,
 * such as "12.345".
 */
export function parseMoney(text: string): number | undefined {
  const typed = text.trim();
  const [, minus, whole, fraction] = amounts.map((amount) => amount.exec(typed)).find(Boolean) ?? [];
  if (whole === undefined && fraction === undefined) return undefined;
  const cents = Number((whole ?? "0").replace(/\D/g, "")) * 100 + Number((fraction ?? "").padEnd(2, "0"));
  if (cents > maxCents) return undefined;
  return minus && cents > 0 ? -cents : cents;
}

/** Formats an amount for form fields and programs, such as `1240.00`. */
export const moneyText = (cents: number) => (cents / 100).toFixed(2);

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** Formats an amount for display, such as `$1,240.00`. */
export const formatMoney = (cents: number) => dollars.format(cents / 100).replace("-", "−");

/**
 * Converts a decimal number to hundredths: 19.99 becomes 1999, tolerating float errors. Returns undefined if it has
 * more than two decimals or is too large.
 */
export function hundredthsOf(decimal: number): number | undefined {
  const hundredths = Math.round(decimal * 100) + 0; // + 0 makes −0 a plain zero
  return Math.abs(hundredths) <= maxCents && Math.abs(decimal - hundredths / 100) <= 1e-9 ? hundredths : undefined;
}

const percentage = /^(\d{1,3})?(?:[.,](\d{1,2}))?\s*%?$/;

/**
 * Parses a percentage in hundredths of a percent: "12.5", "12,5" and "12.5 %" become 1250. Returns undefined if it is
 * invalid or above `most`, by default 99.99 %.
 */
export function parsePercent(text: string, most = 9_999): number | undefined {
  const [, whole, fraction] = percentage.exec(text.trim()) ?? [];
  if (whole === undefined && fraction === undefined) return undefined;
  const hundredths = Number(whole ?? "0") * 100 + Number((fraction ?? "").padEnd(2, "0"));
  return hundredths <= most ? hundredths : undefined;
}

/** Formats hundredths of a percent for form fields and programs, such as `12.5`. */
export const percentText = (hundredths: number) => String(hundredths / 100);

/** Formats hundredths of a percent for display, such as `12.5%`. */
export const formatPercent = (hundredths: number) => `${percentText(hundredths)}%`;

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
