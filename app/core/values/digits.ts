/** Digits, however they are written. Browser-safe. */

/**
 * What nobody sees, or what is drawn around a digit, as keycaps are: it parts no digits, and hides a number only from
 * programs.
 */
const unseen = /[\p{Cf}\p{Mn}\p{Me}]/u;

/** The digits of other scripts that were met, some hundreds at most. */
const otherDigits = new Map<string, string>();

/** The digit that a character is, in whatever script; nothing for any other. */
function digitOf(character: string): string | undefined {
  if (character <= "\u007f") return undefined;
  const code = character.codePointAt(0) ?? 0;
  if (!isDigit(character)) return inCircle(code);
  const known = otherDigits.get(character);
  if (known) return known;
  let zero = code;
  while (isDigit(String.fromCodePoint(zero - 1))) zero--;
  const digit = String((code - zero) % 10); // each script has its ten in a row, and some have several rows
  otherDigits.set(character, digit);
  return digit;
}

/** Before the 1 of each row of digits in circles that have no plain form; and the zeros. */
const circled = { rows: [0x2775, 0x277f, 0x2789, 0x24f4], zeros: [0x24ff, 0x1f10b, 0x1f10c] };

function inCircle(code: number): string | undefined {
  if (circled.zeros.includes(code)) return "0";
  const row = circled.rows.find((start) => code > start && code <= start + 9);
  return row === undefined ? undefined : String(code - row);
}

const isDigit = (character: string) => /\p{Nd}/u.test(character);

/** The characters of a text as they are read: other scripts' digits as ours, and nothing of what nobody sees. */
export function* charactersOf(text: string): Generator<{ character: string; from: number; to: number }> {
  let from = 0;
  for (const written of text) {
    const to = from + written.length;
    if (written <= "\u007f") yield { character: written, from, to };
    else if (!unseen.test(written))
      for (const character of normalized(written)) yield { character: digitOf(character) ?? character, from, to };
    from = to;
  }
}

/**
 * A character in its plain form. A fraction stays as it is, since its digits are of two numbers, and so does what
 * stands for a whole sentence.
 */
function normalized(written: string): string {
  const plain = written.normalize("NFKC");
  return plain.length > 4 || plain.includes("⁄") ? written : plain;
}

/** A text with the digits of all scripts as 0 to 9, without what nobody sees. */
export const plainDigits = (text: string) => Array.from(charactersOf(text), ({ character }) => character).join("");
