/** Recognizes digits of all scripts. Browser-safe. */

/**
 * Characters that are invisible or drawn around a digit, such as keycaps: they would hide a number from programs only.
 */
const invisibleCharacters = /[\p{Cf}\p{Mn}\p{Me}]/u;

/** Cache of digits of other scripts, at most a few hundred. */
const otherDigits = new Map<string, string>();

/** Returns the ASCII digit that a character stands for in any script; undefined for others. */
function digitOf(character: string): string | undefined {
  if (character <= "\u007f") return undefined;
  const code = character.codePointAt(0) ?? 0;
  if (!isDigit(character)) return inCircle(code);
  const known = otherDigits.get(character);
  if (known) return known;
  let zero = code;
  while (isDigit(String.fromCodePoint(zero - 1))) zero--;
  const digit = String((code - zero) % 10); // each script has its digits in a row, some in several
  otherDigits.set(character, digit);
  return digit;
}

/** Code points before the 1 of each row of circled digits without a compatibility form, and the zeros. */
const circled = { rows: [0x2775, 0x277f, 0x2789, 0x24f4], zeros: [0x24ff, 0x1f10b, 0x1f10c] };

function inCircle(code: number): string | undefined {
  if (circled.zeros.includes(code)) return "0";
  const row = circled.rows.find((start) => code > start && code <= start + 9);
  return row === undefined ? undefined : String(code - row);
}

const isDigit = (character: string) => /\p{Nd}/u.test(character);

/** Yields the characters of a text with their ranges: digits of all scripts as ASCII, without invisible characters. */
export function* charactersOf(text: string): Generator<{ character: string; from: number; to: number }> {
  let from = 0;
  for (const written of text) {
    const to = from + written.length;
    if (written <= "\u007f") yield { character: written, from, to };
    else if (!invisibleCharacters.test(written))
      for (const character of normalized(written)) yield { character: digitOf(character) ?? character, from, to };
    from = to;
  }
}

/**
 * Returns the compatibility form of a character. Fractions are kept, as their digits belong to two numbers, and so are
 * characters that stand for a whole phrase.
 */
function normalized(written: string): string {
  const plain = written.normalize("NFKC");
  return plain.length > 4 || plain.includes("⁄") ? written : plain;
}

/** Returns a text with the digits of all scripts as 0 to 9, without invisible characters. */
export const plainDigits = (text: string) => Array.from(charactersOf(text), ({ character }) => character).join("");
