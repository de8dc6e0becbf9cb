/** Card numbers, of which only the last four digits are ever kept. Browser-safe. */

/** A card's number as it is kept: `**** **** **** 4242`. What has fewer than four digits is kept as nothing. */
export function maskCard(number: string): string {
  const digits = number.replace(/\D/g, "");
  return digits.length < 4 ? "" : `**** **** **** ${digits.slice(-4)}`;
}

/** A kept number as people read it, such as "•••• 4242"; nothing when there is none. */
export const shownCard = (masked: string) => (masked ? `•••• ${masked.slice(-4)}` : "");
