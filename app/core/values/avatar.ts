/** Pictures of people. Browser-safe. */

/** First letters of the first and the last word, such as "PR" for Priya Raman. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => [...(word ?? "")][0] ?? "");
  return letters.join("").toUpperCase() || "?";
}

/** One of the six colours of the design, always the same for one person. */
export const tint = (id: number) => (id % 6) + 1;

/** Whether an address is one that draws initials. */
export const isDrawn = (address: string) => /^\/avatars\/[1-6]\/[^/]+\.svg$/.test(address);

/** The address of a person's picture: the uploaded one, or one that draws the initials. */
export const pictureOf = (person: { id: number; name: string; image: string | null }) =>
  person.image ?? `/avatars/${tint(person.id)}/${encodeURIComponent(initials(person.name))}.svg`;
