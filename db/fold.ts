/**
 * Version of `fold` and `naturalKey`. Increment it with every edit that changes their results, so that the indexes
 * built from them are rebuilt.
 */
export const foldVersion: number = 3;

/** Letters that Unicode does not decompose, after the plain letters that people type for them. */
const plainLetters =
  "a:ⱥ ae:æ b:ƀƃɓ c:ƈȼɕ d:đðƌȡɖɗ e:ɇəɛǝⱸ f:ƒ g:ǥɠɡ h:ħɦⱨ i:ıɨ j:ȷɉɟʄʝ k:ƙⱪ l:łƚȴɫɬɭⱡ m:ɱ n:ŋƞȵɲɳ o:øɔɵⱺ oe:œ p:ƥ q:ĸɋʠ r:ɍɼɽɾ s:ȿʂẜẝ ss:ß t:ŧƫƭȶʈⱦ th:þ u:ʉ v:ʋⱱⱴ w:ⱳ y:ƴɏỿ z:ƶȥɀʐʑⱬ σ:ς ':‘’ʼʻ -:‐‑‒–—−";

const plainByLetter = new Map(
  plainLetters.split(" ").flatMap((group) => {
    const [plain = "", letters = ""] = group.split(":");
    return [...letters].map((letter) => [letter, plain]);
  }),
);
const lettersToReplace = new RegExp(`[${[...plainByLetter.keys()].join("")}]`, "g");
/** Combining marks and invisible format characters, such as soft hyphens. */
const unseen = /[\p{M}\p{Cf}]/gu;

/**
 * Returns the form of a text used for search and sorting: in lower case, with plain letters, apostrophes and dashes,
 * so that "strasse" finds "Straße". Indexes store it, see `renewIndexes`. Browser-safe.
 */
export function fold<Text extends string | null>(text: Text): Text;
export function fold(text: string | null) {
  if (text === null || /^[\0-\x7f]*$/.test(text)) return text?.toLowerCase() ?? null;
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(unseen, "")
    .replace(lettersToReplace, (letter) => plainByLetter.get(letter) ?? letter);
}

/**
 * Returns a natural sort key: the folded text with the digit count before each whole number, so that "Item 2" sorts
 * before "Item 10". Indexes store it.
 */
export const naturalKey = (text: string) =>
  fold(text).replace(/\d+/g, (digits) => {
    const number = digits.replace(/^0+/, "");
    return String(Math.min(number.length, 99)).padStart(2, "0") + number;
  });
