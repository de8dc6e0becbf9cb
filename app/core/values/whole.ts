/** Whole numbers as people type them. Browser-safe. */

const grouped = /^-?[1-9]\d{0,2}(?:([,\s'’])\d{3}(?:\1\d{3})*|(?:\.\d{3}){2,})$/;
const ambiguous = /^(-?[1-9]\d{0,2})\.(\d{3})$/;

/**
 * Removes thousands separators from a whole number: "1,234", "1.234.567" and "1 234". Everything else is unchanged,
 * also "1.234", which may be a decimal number.
 */
export const ungrouped = (typed: string) => (grouped.test(typed.trim()) ? typed.replace(/[,.\s'’]/g, "") : typed);

/** Removes decimals that are all zeros, as programs write whole numbers with them: "2.0" becomes "2". */
export const withoutZeroDecimals = (number: string) => number.replace(/^(\s*-?\d+)\.0+(?=\s*$)/, "$1");

/** Returns an error message for an ambiguous number such as "1.000"; undefined for any other. */
export function ambiguousWhole(typed: string): string | undefined {
  const text = typed.trim();
  const [, thousands, rest] = ambiguous.exec(text) ?? [];
  if (thousands === undefined) return undefined;
  return rest === "000"
    ? `“${text}” can mean ${thousands},000 or ${thousands}: enter ${thousands}000 or ${thousands}`
    : `“${text}” can mean ${thousands},${rest} or a decimal number: enter ${thousands}${rest}, or a number without a point`;
}
