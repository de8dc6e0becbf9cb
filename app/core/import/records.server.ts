/** Reads the records of a file: one per row, or one per group of rows. */
import type { Import, ImportedCell, ImportRow } from "db/schema";
import type { Transaction } from "db";
import { unescapeFormulas } from "~/core/list/export.server";
import { formatNumber } from "~/core/values/noun";
import { withoutZeroDecimals } from "~/core/values/whole";
import { readAs, parseColumnEntry } from "./file/formats";
import { type FileFormat, formatOfHeads } from "./file/guess";
import type { GivenCells, GivenRow, Importer } from "./importer.server";
import { type Outcome, rowsOf } from "./imports.server";

export interface FileRecord {
  /** Its rows in file order; the outcome is stored with the first one. */
  rows: [ImportRow, ...ImportRow[]];
  given: GivenCells;
  notes: ImportedCell[];
  /** Whether its proposal is to leave it out. */
  isSkipped?: boolean;
  /** Errors of the rows as a group, by field. */
  errors?: Record<string, string>;
}

type Mapped = Pick<Import, "id" | "heads" | "fields">;

/** Yields the records of a file in order and in batches, optionally only those with these outcomes. */
export async function* recordsOf(
  file: Mapped,
  importer: Importer,
  outcomes?: Outcome[],
  from?: Pick<Transaction, "select">,
): AsyncGenerator<FileRecord[]> {
  const reader = new RecordReader(file, importer);
  for await (const rows of rowsOf(file.id, outcomes, from)) {
    const records = await reader.read(rows);
    if (records.length > 0) yield records;
  }
  const last = await reader.end();
  if (last) yield [last];
}

class RecordReader {
  /** Columns whose equal cells make rows one record; empty if each row is a record. */
  readonly #places: number[];
  readonly #hasParts: boolean;
  readonly #format: FileFormat | undefined;
  /** The line on which each group of rows began. */
  readonly #begun = new Map<string, number>();
  /** The rows of the record that the next row may continue. */
  #open: FileRecord["rows"] | undefined;

  constructor(
    private readonly file: Mapped,
    private readonly importer: Importer,
  ) {
    const taken = file.fields.map((entry) => parseColumnEntry(entry).field);
    this.#hasParts = taken.some((field) => importer.fields[field]?.part);
    this.#places = (this.#hasParts ? (importer.group?.by ?? []) : [])
      .map((field) => taken.indexOf(field))
      .filter((place) => place >= 0);
    this.#format = formatOfHeads(importer.formats, file.heads);
  }

  async read(rows: ImportRow[]): Promise<FileRecord[]> {
    if (this.#places.length === 0) return Promise.all(rows.map((row) => this.#recordOf([row])));
    const records: FileRecord[] = [];
    for (const row of rows) {
      if (this.#open && this.#keyOf(row) !== "" && this.#keyOf(this.#open[0]) === this.#keyOf(row)) {
        this.#open.push(row);
        continue;
      }
      if (this.#open) records.push(await this.#recordOf(this.#open));
      this.#open = [row];
    }
    return records;
  }

  async end(): Promise<FileRecord | undefined> {
    return this.#open && this.#recordOf(this.#open);
  }

  /** Returns the column with the row's group key: the first that is not empty. */
  #keyPlaceOf = ({ cells }: ImportRow) => this.#places.find((place) => (cells[place] ?? "").trim() !== "");

  #keyOf(row: ImportRow): string {
    const place = this.#keyPlaceOf(row);
    return place === undefined ? "" : (row.cells[place] ?? "").trim();
  }

  async #recordOf(rows: FileRecord["rows"]): Promise<FileRecord> {
    const { group, proposals } = this.importer;
    if (proposals && rows[0].proposal) return proposedRecord(rows, this.#givenOf(rows[0]));
    const given: GivenRow[] = rows.map((row) => ({ line: row.line, given: this.#givenOf(row) }));
    if (!group || !this.#hasParts) return { rows, given: given[0]?.given ?? {}, notes: [] };
    const combined = await group.combine(given);
    const errors = { ...combined.errors, ...this.#begunBefore(rows[0]) };
    return {
      rows,
      given: combined.given,
      notes: combined.notes ?? [],
      ...(Object.keys(errors).length > 0 && { errors }),
    };
  }

  /** Refuses rows whose group already began elsewhere, as each part would become a record. */
  #begunBefore(row: ImportRow): Record<string, string> | undefined {
    const { group, noun } = this.importer;
    const key = this.#keyOf(row);
    const earlier = this.#begun.get(key);
    if (key !== "" && earlier === undefined) this.#begun.set(key, row.line);
    const { field } = parseColumnEntry(this.file.fields[this.#keyPlaceOf(row) ?? -1] ?? "");
    return earlier === undefined || !group
      ? undefined
      : {
          [field]: `Line ${formatNumber(earlier)} is of the same ${noun.one}. Put the rows of one ${noun.one} one below the other.`,
        };
  }

  /** Returns the cells of a row by field, without cells that are missing at its end. */
  #givenOf({ cells }: ImportRow): GivenCells {
    const given: GivenCells = {};
    for (const [index, entry] of this.file.fields.entries()) {
      const { field, format } = parseColumnEntry(entry);
      const cell = cells[index];
      if (field === "" || cell === undefined) continue;
      const read = this.#translated(field, readAs(format, unescapeFormulas(cell)));
      const text = this.importer.fields[field]?.as === "number" ? withoutZeroDecimals(read) : read;
      given[field] = field in given ? joined(given[field] ?? "", text) : text;
    }
    return given;
  }

  /** Returns a cell of a known program's format without its leading apostrophe and with its value translated. */
  #translated(field: string, cell: string): string {
    if (!this.#format) return cell;
    const plain = cell.replace(/^'(?=\d)/, "");
    return this.#format.values?.[field]?.[plain.trim().toLowerCase()] ?? plain;
  }
}

/** Returns a record with the cells of its proposal. One that was imported before says nothing but its key. */
function proposedRecord(rows: FileRecord["rows"], given: GivenCells): FileRecord {
  const { cells = {}, note, problem, isKnown, isSkipped } = rows[0].proposal ?? {};
  return {
    rows,
    given: isKnown ? cells : { ...given, ...cells },
    notes: note ? [{ field: "", note }] : [],
    ...(problem && { errors: { "": problem } }),
    isSkipped: isSkipped === true && !isKnown,
  };
}

const joined = (...lines: string[]) =>
  lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n");

/**
 * Merges the rows of a record: the first non-empty cell of each field counts, and later contradictions are errors.
 * Fields in `perRow` may differ and are left out.
 */
export function mergeRows(rows: GivenRow[], perRow: string[], noun: string) {
  const given: GivenCells = {};
  const errors: Record<string, string> = {};
  for (const row of rows)
    for (const [field, cell] of Object.entries(row.given)) {
      if (perRow.includes(field)) continue;
      if (!given[field]?.trim()) given[field] = cell;
      else if (cell.trim() !== "" && cell.trim() !== given[field].trim())
        errors[field] ??=
          `Line ${formatNumber(row.line)} says “${cell.trim().slice(0, 60)}” of the same ${noun}. Make the two the same.`;
    }
  return { given, errors };
}
