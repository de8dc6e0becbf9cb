/** Spellings of phone numbers in a search, which are compared by their digits. Browser-safe. */

/** Digits and the separators between them. */
const phone = /^\+?[\d\s().\-/]+$/;
const digitsOf = (text: string) => text.replace(/\D/g, "");

/** Digits of a phone number: fewer are a code or a date. */
const [minDigits, maxDigits] = [7, 15];

/** Whether a text such as "02 555 01 10" is one phone number. */
export const isPhone = (text: string): boolean =>
  phone.test(text) && digitsOf(text).length >= minDigits && digitsOf(text).length <= maxDigits;

/** Country codes of one and two digits; all others have three. */
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/;

/**
 * Returns the texts that match a search word. A phone number matches as typed and by its digits, with and without
 * country code and leading 0.
 */
export function spellings(word: string): string[] {
  if (!isPhone(word)) return [word];
  const digits = digitsOf(word.replace("(0)", ""));
  const isInternational = /^\+|^00/.test(word);
  const whole = digits.replace(/^0+/, "");
  const national = isInternational ? whole.replace(countryCode, "").replace(/^0+/, "") : whole;
  return [...new Set([word, whole, national])].filter(
    (spelling) => spelling === word || spelling.length >= minDigits - 1,
  );
}
