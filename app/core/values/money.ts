/**
 * Amounts of money in integer cents, and percentages in hundredths of a percent, so that sums are exact. Browser-safe.
 */

/** Maximum amount, in cents: above it, sums would lose fractions of a cent. */
export const maxCents = 99_999_999_999_999;

/** Amounts with a decimal point, then with a decimal comma. */
const amounts = [
  /^([-−])?([^\d.,]+)?([1-9]\d{0,2}(?:[,\s'’]\d{3})+|\d{1,12})?(?:\.(\d{1,2}))?$/,
  /^([-−])?([^\d.,]+)?([1-9]\d{0,2}(?:[.\s'’]\d{3})+|\d{1,12})?,(\d{1,2})$/,
];

/**
 * Parses an amount in cents: "1240", "1,240.5", "1.240,50", "-12,00", or with the sign of the company's currency.
 * Returns undefined for what is none or ambiguous, such as "12.345".
 */
export function parseMoney(text: string): number | undefined {
  const typed = text.trim();
  const [, minus, mark, whole, fraction] = amounts.map((amount) => amount.exec(typed)).find(Boolean) ?? [];
  if (mark && mark.trim() !== currencySign()) return undefined;
  if (whole === undefined && fraction === undefined) return undefined;
  const cents = Number((whole ?? "0").replace(/\D/g, "")) * 100 + Number((fraction ?? "").padEnd(2, "0"));
  if (cents > maxCents) return undefined;
  return minus && cents > 0 ? -cents : cents;
}

/** Formats an amount for form fields and programs, such as `1240.00`. */
export const moneyText = (cents: number) => (cents / 100).toFixed(2);

let readCurrency = () => document.documentElement.dataset.currency ?? "USD";

/** Returns the code of the company's currency; pages have it in their root element. */
export const currencyCode = () => readCurrency();

/** Sets how the server reads the company's currency. */
export const readCurrencyBy = (read: () => string) => void (readCurrency = read);

const formats: Record<string, Intl.NumberFormat> = {};

/** Formats an amount for display, such as `$1,240.00`, by default in the company's currency. */
export const formatMoney = (cents: number, currency = currencyCode()) =>
  (formats[currency] ??= new Intl.NumberFormat("en-US", { style: "currency", currency }))
    .format(cents / 100)
    .replace("-", "−");

/** Returns the sign of the company's currency, or its code if it has none. */
export const currencySign = () => formatMoney(0).replace(/[\d.\s]/g, "");

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
