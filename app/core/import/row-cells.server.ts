/** Cells of a row in the result of a dry run. */
import type { ImportedCell } from "db/schema";
import { formatMoney, parseMoney } from "~/core/values/money";
import type { RecordRow } from "~/core/resource/resource.server";
import type { GivenCells, Importer } from "./importer.server";
import type { FileRecord } from "./records.server";

export function refusedCells(given: GivenCells, errors: Record<string, string>): ImportedCell[] {
  return Object.entries(errors).map(([field, error]) => ({ field, after: given[field], error }));
}

/** Returns the changed cells of an accepted row, with the computed ones. */
export function changedCells(
  importer: Importer,
  given: GivenCells,
  before: RecordRow | undefined,
  after: RecordRow,
  made: GivenCells = given,
): ImportedCell[] {
  const [was, is] = [before ? importer.shown(before) : {}, importer.shown(after)];
  const differs = Object.keys(importer.fields).filter(
    (field) =>
      field !== "id" &&
      (before ? was[field] !== is[field] : (is[field] ?? "") !== "" && field in made && !importer.fields[field]?.fixed),
  );
  const note = (field: string) => (before ? undefined : defaultNote(given[field], made[field]));
  return [
    ...differs.map((field) => ({
      field,
      ...(before && { before: was[field] ?? "" }),
      after: is[field] ?? "",
      ...(note(field) && { note: note(field) }),
    })),
    ...workedOutCells(importer, given, is, before === undefined),
  ];
}

/** Notes that a default value replaces a cell. */
function defaultNote(cell = "", used = ""): string | undefined {
  if (cell === used) return undefined;
  return cell.trim() === ""
    ? "The value chosen for this column"
    : `“${cell.trim().slice(0, 60)}” is not in the list: the value chosen for this column is used`;
}

/**
 * Returns cells of computed fields: sums beside those of the file, and ignored cells with another value. For a new
 * record also sums that the file does not have.
 */
export function workedOutCells(importer: Importer, given: GivenCells, is: GivenCells, isNew = false): ImportedCell[] {
  return Object.entries(importer.fields).flatMap(([field, { fixed, ifDifferent }]) => {
    const [cell, value] = [given[field]?.trim() ?? "", is[field] ?? ""];
    if (!fixed || (cell === "" && !(isNew && ifDifferent))) return [];
    if (ifDifferent && value !== "") return comparedCell(field, cell, value, isNew);
    return isSame(cell, value) ? [] : [{ field, after: given[field], note: "Ignored: Portico works this out itself" }];
  });
}

/**
 * Returns errors for a row whose import would give a record another total than its file says; undefined if there are
 * none. Totals may differ by a cent for each row, as programs round differently, or be that of the record before.
 */
export function totalErrors(
  importer: Importer,
  { given, rows }: Pick<FileRecord, "given" | "rows">,
  before: RecordRow | undefined,
  after: RecordRow,
): Record<string, string> | undefined {
  const [was, is] = [before ? importer.shown(before) : {}, importer.shown(after)];
  const errors = Object.entries(importer.fields).flatMap(([field, { ifDifferent }]) => {
    const [inFile, old, computed] = [given[field], was[field], is[field]].map((cell = "") => parseMoney(cell));
    if (ifDifferent !== "refuse" || inFile === undefined || computed === undefined) return [];
    if (computed === old || inFile === old || Math.abs(inFile - computed) <= rows.length) return [];
    const [total, noun] = [formatMoney(computed), importer.noun.one];
    const error = `The file says ${formatMoney(inFile)}, and this ${noun} comes to ${total}. Correct it, or choose “Leave out” for this column to import it with ${total}.`;
    return [[field, error]];
  });
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
}

function comparedCell(field: string, cell: string, value: string, isNew: boolean): ImportedCell[] {
  if (isSame(cell, value)) return isNew ? [{ field, after: value, note: "As in the file" }] : [];
  if (cell === "") return [{ field, after: value }];
  const [inFile, here] = [parseMoney(cell), parseMoney(value)];
  const difference = inFile === undefined || here === undefined ? undefined : inFile - here;
  const note =
    difference === undefined
      ? `The file says ${cell}`
      : `The file says ${formatMoney(inFile ?? 0)}: ${formatMoney(Math.abs(difference))} ${difference > 0 ? "more" : "less"}`;
  return [{ field, after: value, note, differs: true }];
}

const isSame = (one: string, other: string) =>
  one === other ||
  (other !== "" && one !== "" && (Number(one) === Number(other) || (parseMoney(one) ?? one) === parseMoney(other)));
