/** Matches and validates a record of a file. Writes nothing. */
import type { Import, ImportedCell, ImportRow } from "db/schema";
import { howMany } from "~/core/values/noun";
import { unescapeFormulas } from "~/core/list/export.server";
import type { RecordRow } from "~/core/resource/resource.server";
import { withWayOut } from "./defaults.server";
import { parseColumnEntry } from "./file/formats";
import { formatError } from "./file/formats.server";
import type { GivenCells, Importer } from "./importer.server";
import { type KnownRecords, type Match, matchRecord } from "./match-record.server";
import type { FileRecord } from "./records.server";

/** `given` are the cells of a new record, with default values filled in. */
export type RowVerdict =
  | { outcome: "create"; values: object; given: GivenCells }
  | { outcome: "change"; before: RecordRow; values: object }
  | { outcome: "same"; before: RecordRow }
  | { outcome: "ask"; before?: RecordRow }
  | { outcome: "skip"; before?: RecordRow }
  | { outcome: "refuse"; before?: RecordRow; errors: Record<string, string> };

/** Determines what a record of a file would do: change the record it is about, or create a new one. */
export async function validateRecord(
  importer: Importer,
  file: Pick<Import, "heads" | "fields" | "defaults">,
  { rows, given, errors, isSkipped }: FileRecord,
  known: KnownRecords,
): Promise<{ verdict: RowVerdict; question?: ImportedCell }> {
  const extraCells = rows.map(({ cells }) => extraCellsError(file.heads, cells)).find(Boolean);
  if (extraCells) return { verdict: { outcome: "refuse", errors: { "": extraCells } } };
  if (isSkipped) return { verdict: { outcome: "skip" } };
  const match = matchRecord(importer, given, known, rows[0].answer);
  const { question, record } = match;
  const settled = settledVerdict(match);
  if (settled) return { verdict: settled, question };
  const verdict = await validateCells(importer, given, record, file.defaults);
  const wrong = { ...wrongCells(importer, file, rows), ...errors };
  if (Object.keys(wrong).length === 0) return { verdict, question };
  const all = { ...("errors" in verdict && verdict.errors), ...wrong };
  return { verdict: { outcome: "refuse", before: record, errors: all }, question };
}

function settledVerdict({ record, error, answer }: Match): RowVerdict | undefined {
  if (error) return { outcome: "refuse", before: record, errors: { id: error } };
  return answer === "ask" || answer === "skip" ? { outcome: answer, before: record } : undefined;
}

/** Returns errors for numbers and dates in unsupported formats, by field. */
function wrongCells({ fields }: Importer, file: Pick<Import, "fields">, rows: ImportRow[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [index, entry] of file.fields.entries()) {
    const { field, format } = parseColumnEntry(entry);
    const { as, fixed } = fields[field] ?? {};
    if (!as || fixed) continue;
    for (const { cells } of rows) {
      const error = formatError(as, unescapeFormulas(cells[index] ?? ""), format);
      if (error) errors[field] ??= error;
    }
  }
  return errors;
}

/**
 * Validates the cells for an existing or new record. Cells equal to the record's export are unchanged, even if the
 * current rules would reject them.
 */
export async function validateCells(
  importer: Importer,
  given: GivenCells,
  before: RecordRow | undefined,
  defaults: Record<string, string>,
): Promise<RowVerdict> {
  const shown = before && importer.shown(before);
  const replaced = defaultsFor(importer, given, defaults);
  const skipsEmpty = before && importer.skipsEmptyCells(given, before);
  const isSkipped = (field: string, cell: string) =>
    field in replaced || (cell.trim() === "" && (field === importer.key || skipsEmpty));
  const isKeyOf = (field: string) =>
    before !== undefined && field === importer.key && importer.keyOf(given) === importer.keyOfRow(before);
  const isChange = ([field, cell]: [string, string]) =>
    field !== "id" &&
    !isKeyOf(field) &&
    !importer.fields[field]?.fixed &&
    cell !== shown?.[field] &&
    !(before && isSkipped(field, cell));
  const cells = before ? given : { ...given, ...replaced };
  const changes = Object.entries(cells).filter(isChange);
  if (before && changes.length === 0) return { outcome: "same", before };
  const result = await importer.read(Object.fromEntries(changes), before, cells);
  if (!result.ok) return { outcome: "refuse", before, errors: await withWayOut(importer, result.errors) };
  return before
    ? { outcome: "change", before, values: result.values }
    : { outcome: "create", values: result.values, given: cells };
}

/**
 * Returns the default values that replace empty cells and values that are not in the list. For an existing record such
 * cells are ignored.
 */
function defaultsFor({ fields }: Importer, given: GivenCells, defaults: Record<string, string>): GivenCells {
  const isIn = (cell: string, options: readonly { value: string }[] | undefined) =>
    !options || options.some(({ value }) => value.toLowerCase() === cell.toLowerCase());
  const needed = Object.entries(defaults).filter(([field]) => {
    const cell = given[field]?.trim() ?? "";
    return cell === "" || !isIn(cell, fields[field]?.options);
  });
  return Object.fromEntries(needed);
}

/**
 * Returns an error if a row has more cells than there are columns, as any of them could be the extra one; missing cells
 * at the end are allowed.
 */
function extraCellsError(heads: string[], cells: string[]): string | undefined {
  return cells.slice(heads.length).every((cell) => cell.trim() === "")
    ? undefined
    : `This row has ${howMany(cells.length, "cell")}, and the first line names ${howMany(heads.length, "column")}. Is a separator or a quote missing?`;
}
