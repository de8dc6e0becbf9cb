/**
 * Raise it with every edit that has `fold` or `naturalKey` answer something else: what the indexes hold by the old
 * answers is made anew then.
 */
export const foldVersion: number = 2;

/**
 * Text as it is searched: in lower case, without marks, with plain apostrophes, so that "alvarez" finds
 * "Álvarez" and what a phone writes finds "O'Connor". Nothing stays null. Indexes keep what it answers, see
 * `renewIndexes`. Browser-safe.
 */
export function fold<Text extends string | null>(text: Text): Text;
export function fold(text: string | null) {
  if (text === null) return null;
  const lower = text.toLowerCase();
  return /^[\0-\x7f]*$/.test(lower) ? lower : lower.normalize("NFD").replace(/\p{M}/gu, "").replace(/[‘’ʼ]/g, "'");
}

/**
 * What text is sorted by in natural order: folded, and before each whole number how many digits it has, so that
 * "Item 2" comes before "Item 10". Indexes keep this, too.
 */
export const naturalKey = (text: string) =>
  fold(text).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+/, "");
    return String(Math.min(number.length, 99)).padStart(2, "0") + number;
  });
