/** Maps the columns of a file to fields. */

interface GuessedField {
  label: string;
  also?: string[];
  as?: string;
  words?: true;
  joins?: true;
}

/** Export format of another program. */
export interface FileFormat {
  /** Name of the program, such as "Shopify". */
  name: string;
  /** Column names that identify the format. */
  heads: string[];
  /** Fields by column name; other columns are ignored. */
  columns: Record<string, string>;
  /** Values to translate, by field and lower-case value of the file. */
  values?: Record<string, Record<string, string>>;
}

/** Returns the format whose column names a file has, or undefined. */
export function formatOfHeads(formats: FileFormat[], heads: string[]): FileFormat | undefined {
  const known = new Set(heads.map(normalizeName));
  return formats.find((format) => format.heads.every((head) => known.has(normalizeName(head))));
}

/** Normalizes a name to letters and digits in lower case without diacritics: "E-Mail" and "e_mail" become equal. */
export const normalizeName = (head: string) =>
  head
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]/gu, "")
    .toLowerCase();

/** Returns the fields of a known format's columns. */
function fieldsOfFormat(heads: string[], fields: Record<string, GuessedField>, format: FileFormat): string[] {
  const columns = new Map(Object.entries(format.columns).map(([head, field]) => [normalizeName(head), field]));
  const taken = new Set<string>();
  return heads.map((head) => {
    const field = columns.get(normalizeName(head)) ?? "";
    if (taken.has(field) && !fields[field]?.joins) return "";
    taken.add(field);
    return field;
  });
}

const amount = /^[-−]?\s*(?:[A-Z]{3}|\p{Sc})?\s*[-−]?\d[\d.,'’\s]*(?:[A-Z]{3}|\p{Sc})?$/u;

/** Whether cells can belong to a field: amounts are no address, and an address is no amount. */
function canHold(field: GuessedField | undefined, cells: string[]): boolean {
  const written = cells.map((cell) => cell.trim()).filter(Boolean);
  if (written.length === 0) return true;
  if (field?.words) return written.some((cell) => /\p{L}/u.test(cell) && !amount.test(cell));
  return field?.as !== "money" || written.some((cell) => /\d/.test(cell));
}

/**
 * Returns for each column the field it names, or "": names match before labels, and those before aliases. Each field is
 * used once, and only for a column whose `sample` rows can hold its values.
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
    for (const [index, head] of heads.entries()) {
      const name =
        guessed[index] === "" && normalizeName(head) !== ""
          ? [...free].find(
              (name) =>
                wordsOf(name).some((word) => normalizeName(word) === normalizeName(head)) &&
                canHold(
                  fields[name],
                  sample.map((cells) => cells[index] ?? ""),
                ),
            )
          : undefined;
      if (name === undefined) continue;
      guessed[index] = name;
      free.delete(name);
    }
  }
  return guessed;
}

/** Returns a column name that occurs twice, and both column numbers; undefined if all names are distinct. */
export function sameHead(heads: string[]): { head: string; columns: [number, number] } | undefined {
  const first = new Map<string, number>();
  for (const [index, head] of heads.entries()) {
    const name = head.trim().toLowerCase();
    const earlier = first.get(name);
    if (name !== "" && earlier !== undefined) return { head: head.trim(), columns: [earlier + 1, index + 1] };
    if (earlier === undefined) first.set(name, index);
  }
  return undefined;
}

/** Returns the title of a column: its name, or its number if it has none. */
export const titleOf = (head: string, place: number) => head.trim() || `Column ${place + 1}`;
