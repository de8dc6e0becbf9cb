/** Amounts of money in integer cents, so that sums are exact. Browser-safe. */

/** The largest amount that is read, in cents: beyond it, fractions of a cent would be lost in sums. */
export const mostCents = 99_999_999_999_999;

const amount = /^([-−])?\$?(\d{1,3}(?:,\d{3})+|\d{1,12})?(?:\.(\d{1,2}))?$/;

/**
 * What was typed for an amount, in cents: "1240", "$1,240.5" and "-12.00" are read; nothing for what is none, such as "1.240,00"
 * or "12.345", which could mean more than one thing.
 */
export function parseMoney(text: string): number | undefined {
  const read = amount.exec(text.trim());
  const [, minus, whole, fraction] = read ?? [];
  if (whole === undefined && fraction === undefined) return undefined;
  const cents = Number((whole ?? "0").replaceAll(",", "")) * 100 + Number((fraction ?? "").padEnd(2, "0"));
  if (cents > mostCents) return undefined;
  return minus && cents > 0 ? -cents : cents;
}

/** An amount as a form field holds it and programs read it, such as `1240.00`. */
export const moneyText = (cents: number) => (cents / 100).toFixed(2);

const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });

/** An amount as people read it, such as `$1,240.00`. */
export const formatMoney = (cents: number) => dollars.format(cents / 100).replace("-", "−");
