/** Profile pictures. Browser-safe. */

/** Returns the first letters of the first and last word, such as "PR" for Priya Raman. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = firstLetter(words[0]) + (words.length > 1 ? firstLetter(words.at(-1)) : "");
  return letters.toUpperCase() || "?";
}

const firstLetter = (word = "") => (word ? String.fromCodePoint(word.codePointAt(0)!) : "");

/** Returns one of the six colours of the design, the same for each user every time. */
export const tint = (id: number) => (id % 6) + 1;

/** Whether a path is one of drawn initials. */
export const isDrawn = (address: string) => /^\/avatars\/[1-6]\/[^/]+\.svg$/.test(address);

/** Returns the path of a user's picture: the uploaded one, or drawn initials. */
export const pictureOf = (person: { id: number; name: string; image: string | null }) =>
  person.image ?? `/avatars/${tint(person.id)}/${encodeURIComponent(initials(person.name))}.svg`;
