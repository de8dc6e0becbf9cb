/** Which column of a file is taken for which field. */

interface GuessedField {
  label: string;
  also?: string[];
  as?: string;
  words?: true;
  joins?: true;
}

/** A file as another program writes it. */
export interface FileFormat {
  /** The program, such as "Shopify". */
  name: string;
  /** Columns by which such a file is recognised. */
  heads: string[];
  /** The fields that its columns are taken for; the others are left out. */
  columns: Record<string, string>;
  /** What its words for values mean here: by field and word, in lower case. */
  values?: Record<string, Record<string, string>>;
}

/** Returns the format of a file by its heads, or nothing for one that is not known. */
export function formatOfHeads(formats: FileFormat[], heads: string[]): FileFormat | undefined {
  const known = new Set(heads.map(bare));
  return formats.find((format) => format.heads.every((head) => known.has(bare(head))));
}

/**
 * Letters and digits alone, in their plain forms, in lower case and without marks: "E-Mail" and "e_mail" are the same.
 */
export const bare = (head: string) =>
  head
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** The fields that the columns of a known format are taken for. */
function fieldsOfFormat(heads: string[], fields: Record<string, GuessedField>, format: FileFormat): string[] {
  const columns = new Map(Object.entries(format.columns).map(([head, field]) => [bare(head), field]));
  const taken = new Set<string>();
  return heads.map((head) => {
    const field = columns.get(bare(head)) ?? "";
    if (taken.has(field) && !fields[field]?.joins) return "";
    taken.add(field);
    return field;
  });
}

const amount = /^[-−]?\s*(?:[A-Z]{3}|\p{Sc})?\s*[-−]?\d[\d.,'’\s]*(?:[A-Z]{3}|\p{Sc})?$/u;

/** Whether cells can be of a field: amounts are no address, and an address is no amount. */
function canHold(field: GuessedField | undefined, cells: string[]): boolean {
  const written = cells.map((cell) => cell.trim()).filter(Boolean);
  if (written.length === 0) return true;
  if (field?.words) return written.some((cell) => /\p{L}/u.test(cell) && !amount.test(cell));
  return field?.as !== "money" || written.some((cell) => /\d/.test(cell));
}

/**
 * For each head the field that it names, or "". Names come before labels, and these before other words for it; each
 * field is taken once, and by none whose first rows, the `sample`, cannot be of it.
 */
export function guessFields(
  heads: string[],
  fields: Record<string, GuessedField>,
  sample: string[][] = [],
  formats: FileFormat[] = [],
): string[] {
  const format = formatOfHeads(formats, heads);
  if (format) return fieldsOfFormat(heads, fields, format);
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
          ? [...free].find(
              (name) =>
                wordsOf(name).some((word) => bare(word) === bare(head)) &&
                canHold(
                  fields[name],
                  sample.map((cells) => cells[place] ?? ""),
                ),
            )
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
