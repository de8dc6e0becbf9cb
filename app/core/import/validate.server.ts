/** What a record of a file is about, and what it comes to by the rules. Writes nothing. */
import type { Import, ImportedCell, ImportRow } from "db/schema";
import { howMany } from "~/core/values/noun";
import { unguarded } from "~/core/list/export.server";
import type { RecordRow } from "~/core/resource/resource.server";
import { takenFor } from "./file/formats";
import { amiss } from "./file/formats.server";
import type { GivenCells, Importer } from "./importer.server";
import { type KnownRecords, type Match, matchRecord } from "./match-record.server";
import type { FileRecord } from "./records.server";

/** `given` is what a new record was made of, with the values that stand in for cells. */
export type RowVerdict =
  | { outcome: "create"; values: object; given: GivenCells }
  | { outcome: "change"; before: RecordRow; values: object }
  | { outcome: "same"; before: RecordRow }
  | { outcome: "ask"; before?: RecordRow }
  | { outcome: "skip"; before?: RecordRow }
  | { outcome: "refuse"; before?: RecordRow; errors: Record<string, string> };

/** Decides what a record of a file would do: to the record that it is about, or as a new one. */
export async function validateRecord(
  importer: Importer,
  file: Pick<Import, "heads" | "fields" | "defaults">,
  { rows, given, errors }: FileRecord,
  known: KnownRecords,
): Promise<{ verdict: RowVerdict; question?: ImportedCell }> {
  const odd = rows.map(({ cells }) => oddCells(file.heads, cells)).find(Boolean);
  if (odd) return { verdict: { outcome: "refuse", errors: { "": odd } } };
  const match = matchRecord(importer, given, known, rows[0].answer);
  const { question, record } = match;
  const settled = verdictOf(match);
  if (settled) return { verdict: settled, question };
  const verdict = await read(importer, given, record, file.defaults);
  const wrong = { ...wrongCells(importer, file, rows), ...errors };
  if (Object.keys(wrong).length === 0) return { verdict, question };
  const all = { ...("errors" in verdict && verdict.errors), ...wrong };
  return { verdict: { outcome: "refuse", before: record, errors: all }, question };
}

function verdictOf({ record, error, answer }: Match): RowVerdict | undefined {
  if (error) return { outcome: "refuse", before: record, errors: { id: error } };
  return answer === "ask" || answer === "skip" ? { outcome: answer, before: record } : undefined;
}

/** Sentences for numbers and days that are written as nobody reads them here. */
function wrongCells({ fields }: Importer, file: Pick<Import, "fields">, rows: ImportRow[]): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const [place, entry] of file.fields.entries()) {
    const { field, format } = takenFor(entry);
    const { as, fixed } = fields[field] ?? {};
    if (!as || fixed) continue;
    for (const { cells } of rows) {
      const error = amiss(as, unguarded(cells[place] ?? ""), format);
      if (error) errors[field] ??= error;
    }
  }
  return errors;
}

/**
 * What its cells come to, for a record or a new one. Cells that say what its record's file would say are no news,
 * whatever the rules say of them by now.
 */
export async function read(
  importer: Importer,
  given: GivenCells,
  before: RecordRow | undefined,
  defaults: Record<string, string>,
): Promise<RowVerdict> {
  const shown = before && importer.shown(before);
  const replaced = replacedCells(importer, given, defaults);
  const skipsEmpty = before && importer.skipsEmptyCells(given, before);
  const isSkipped = (field: string, cell: string) =>
    field in replaced || (cell.trim() === "" && (field === importer.key || skipsEmpty));
  const isNews = ([field, cell]: [string, string]) =>
    field !== "id" && !importer.fields[field]?.fixed && cell !== shown?.[field] && !(before && isSkipped(field, cell));
  const said = before ? given : { ...given, ...replaced };
  const changes = Object.entries(said).filter(isNews);
  if (before && changes.length === 0) return { outcome: "same", before };
  const values = await importer.read(Object.fromEntries(changes), before, said);
  if (!values.ok) return { outcome: "refuse", before, errors: values.errors };
  return before
    ? { outcome: "change", before, values: values.values }
    : { outcome: "create", values: values.values, given: said };
}

/**
 * The chosen values that stand in for empty cells, and for those whose list has no such value. In the row of a known
 * record such cells say nothing.
 */
function replacedCells({ fields }: Importer, given: GivenCells, defaults: Record<string, string>): GivenCells {
  const isIn = (cell: string, options: readonly { value: string }[] | undefined) =>
    !options || options.some(({ value }) => value.toLowerCase() === cell.toLowerCase());
  const needed = Object.entries(defaults).filter(([field]) => {
    const cell = given[field]?.trim() ?? "";
    return cell === "" || !isIn(cell, fields[field]?.options);
  });
  return Object.fromEntries(needed);
}

/** A cell with more columns than heads could belong to any of them; those that are missing at the end are not given. */
function oddCells(heads: string[], cells: string[]): string | undefined {
  return cells.slice(heads.length).every((cell) => cell.trim() === "")
    ? undefined
    : `This row has ${howMany(cells.length, "cell")}, and the first line names ${howMany(heads.length, "column")}. Is a separator or a quote missing?`;
}
