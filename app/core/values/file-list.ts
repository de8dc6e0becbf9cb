/** Names of files in sentences. Browser-safe. */

/** A sentence names so many files, and counts the others. */
const maxNamed = 5;

/** Returns the end of a sentence about files beyond a limit, such as "“a.png” and “b.png” were left out." */
export function listOmittedFiles(names: string[]): string {
  const named = names.slice(0, maxNamed).map((name) => `“${name}”`);
  const more = names.length > maxNamed ? [`${names.length - maxNamed} more`] : [];
  const list = new Intl.ListFormat("en").format([...named, ...more]);
  return `${list} ${names.length === 1 ? "was" : "were"} left out.`;
}
