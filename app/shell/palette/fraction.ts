/** Exact rational numbers, so that results have no floating point errors. */
export interface Fraction {
  top: bigint;
  /** Positive, and without a common divisor with `top`. */
  bottom: bigint;
}

/** Significant digits shown of a number with infinitely many. */
const digits = 12;
/** Exclusive limit of the numbers that are shown. */
const largest = 10n ** 30n;

/** Returns a fraction in lowest terms. Throws a RangeError if `bottom` is zero. */
export function fraction(top: bigint, bottom = 1n): Fraction {
  if (bottom === 0n) throw new RangeError("A fraction has no bottom of zero.");
  const shared = divisor(top < 0n ? -top : top, bottom < 0n ? -bottom : bottom) * (bottom < 0n ? -1n : 1n);
  return { top: top / shared, bottom: bottom / shared };
}

function divisor(one: bigint, other: bigint): bigint {
  let [greater, rest] = [one, other];
  while (rest > 0n) [greater, rest] = [rest, greater % rest];
  return greater;
}

/** Parses digits with at most one decimal point, such as `12.50` or `.5`. */
export function fromDecimal(text: string): Fraction {
  const [whole = "", part = ""] = text.split(".");
  return fraction(BigInt(whole + part), 10n ** BigInt(part.length));
}

export const add = (one: Fraction, other: Fraction) =>
  fraction(one.top * other.bottom + other.top * one.bottom, one.bottom * other.bottom);
export const negative = ({ top, bottom }: Fraction): Fraction => ({ top: -top, bottom });
export const multiply = (one: Fraction, other: Fraction) => fraction(one.top * other.top, one.bottom * other.bottom);
export const divide = (one: Fraction, other: Fraction) => fraction(one.top * other.bottom, one.bottom * other.top);

/**
 * Returns a decimal with at least twelve significant digits; `exact` is false if it was rounded. Undefined from 10^30.
 */
export function toDecimal({ top, bottom }: Fraction): { text: string; exact: boolean } | undefined {
  const size = top < 0n ? -top : top;
  if (size >= largest * bottom) return undefined;
  const places = placesOf(size, bottom);
  const scale = 10n ** BigInt(places);
  const rounded = (2n * size * scale + bottom) / (2n * bottom);
  const padded = String(rounded).padStart(places + 1, "0");
  const whole = padded.slice(0, padded.length - places);
  const part = padded.slice(padded.length - places).replace(/0+$/, "");
  const sign = top < 0n && rounded > 0n ? "-" : "";
  return { text: sign + whole + (part && `.${part}`), exact: rounded * bottom === size * scale };
}

/**
 * Returns the number of decimal places for twelve significant digits. Leading zeros of a number below one do not
 * count.
 */
function placesOf(size: bigint, bottom: bigint): number {
  const whole = size / bottom;
  if (whole > 0n) return Math.max(0, digits - String(whole).length);
  let places = digits;
  for (let grown = size * 10n; size > 0n && grown < bottom && places < 2 * digits; grown *= 10n) places++;
  return places;
}
