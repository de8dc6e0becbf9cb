/** Which column of a file is taken for which field. */

interface Named {
  label: string;
  also?: string[];
}

/**
 * Letters and digits alone, in their plain forms, in lower case and without marks: "E-Mail" and "e_mail" are the same.
 */
export const bare = (head: string) =>
  head
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/**
 * For each head the field that it names, or "". Names come before labels, and these before other words for it; each
 * field is taken once.
 */
export function guessFields(heads: string[], fields: Record<string, Named>): string[] {
  const guessed = heads.map(() => "");
  const free = new Set(Object.keys(fields));
  const rounds = [
    (name: string) => [name],
    (name: string) => [fields[name]?.label ?? ""],
    (name: string) => fields[name]?.also ?? [],
  ];
  for (const wordsOf of rounds) {
    for (const [place, head] of heads.entries()) {
      const name =
        guessed[place] === "" && bare(head) !== ""
          ? [...free].find((name) => wordsOf(name).some((word) => bare(word) === bare(head)))
          : undefined;
      if (name === undefined) continue;
      guessed[place] = name;
      free.delete(name);
    }
  }
  return guessed;
}

/**
 * What two columns share that are called alike, so that nobody knows which is meant; nothing where each has a name of
 * its own.
 */
export function sameHead(heads: string[]): { head: string; columns: [number, number] } | undefined {
  const first = new Map<string, number>();
  for (const [place, head] of heads.entries()) {
    const name = head.trim().toLowerCase();
    const earlier = first.get(name);
    if (name !== "" && earlier !== undefined) return { head: head.trim(), columns: [earlier + 1, place + 1] };
    if (earlier === undefined) first.set(name, place);
  }
  return undefined;
}

/** What a column is called: by its head, or by its number where it has none. */
export const titleOf = (head: string, place: number) => head.trim() || `Column ${place + 1}`;
