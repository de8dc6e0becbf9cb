/** What a row of a file is about, and what it comes to by the rules. Writes nothing. */
import type { Import, ImportedCell, ImportRow } from "db/schema";
import { howMany } from "~/core/values/noun";
import { unguarded } from "~/core/list/export.server";
import type { RecordRow } from "~/core/resource/resource.server";
import { readAs, takenFor } from "./file/formats";
import { amiss } from "./file/formats.server";
import type { Given, Importer } from "./importer.server";

/** A row as the fields that its cells are taken for. */
export function givenOf({ fields }: Pick<Import, "fields">, { cells }: Pick<ImportRow, "cells">): Given {
  return Object.fromEntries(
    fields.flatMap((entry, place) => {
      const { field, format } = takenFor(entry);
      return field === "" ? [] : [[field, readAs(format, unguarded(cells[place] ?? ""))]];
    }),
  );
}

export type RowVerdict =
  | { outcome: "create"; values: object }
  | { outcome: "change"; before: RecordRow; values: object }
  | { outcome: "same"; before: RecordRow }
  | { outcome: "refuse"; before?: RecordRow; errors: Record<string, string> };

export type Known = Awaited<ReturnType<Importer["find"]>>;

/** The records that some rows are about. */
export function knownFor(importer: Importer, given: Given[]): Promise<Known> {
  const ids = given.flatMap((row) => importer.readId(row.id ?? "") ?? []).map(String);
  return importer.find(ids, [...new Set(given.flatMap((row) => (row.id?.trim() ? [] : (importer.keyOf(row) ?? []))))]);
}

/** What a row would do: to the record that its id names, else to the one that has its key, else a new one. */
export async function validateRow(
  importer: Importer,
  file: Pick<Import, "heads" | "fields">,
  row: Pick<ImportRow, "cells">,
  given: Given,
  known: Known,
): Promise<RowVerdict> {
  const strange = oddCells(file.heads, row.cells);
  if (strange) return { outcome: "refuse", errors: { "": strange } };
  const found = recordFor(importer, given, known);
  if (typeof found === "string")
    return {
      outcome: "refuse",
      before: known.byId.get(String(importer.readId(given.id ?? ""))),
      errors: { id: found },
    };
  const judged = await read(importer, given, found);
  const wrong = wrongCells(importer, file, row);
  return wrong
    ? { outcome: "refuse", before: found, errors: { ...("errors" in judged && judged.errors), ...wrong } }
    : judged;
}

/** Sentences for numbers and days that are written as nobody reads them here. */
function wrongCells(
  { fields }: Importer,
  file: Pick<Import, "fields">,
  { cells }: Pick<ImportRow, "cells">,
): Record<string, string> | undefined {
  const errors = file.fields.flatMap((entry, place) => {
    const { field, format } = takenFor(entry);
    const { as, fixed } = fields[field] ?? {};
    const error = as && !fixed ? amiss(as, unguarded(cells[place] ?? ""), format) : undefined;
    return error ? [[field, error] as const] : [];
  });
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
}

/**
 * What its cells come to, for a record or a new one. Cells that say what its record's file would say are no news,
 * whatever the rules say of them by now.
 */
export async function read(importer: Importer, given: Given, before: RecordRow | undefined): Promise<RowVerdict> {
  const shown = before && importer.shown(before);
  const isNews = ([field, cell]: [string, string]) =>
    field !== "id" && !importer.fields[field]?.fixed && cell !== shown?.[field];
  const changes = Object.entries(given).filter(isNews);
  if (before && changes.length === 0) return { outcome: "same", before };
  const values = await importer.read(Object.fromEntries(changes), before, given);
  if (!values.ok) return { outcome: "refuse", before, errors: values.errors };
  return before ? { outcome: "change", before, values: values.values } : { outcome: "create", values: values.values };
}

/** A cell that is missing could empty a field that nobody meant to empty. */
function oddCells(heads: string[], cells: string[]): string | undefined {
  const isWhole = cells.length >= heads.length && cells.slice(heads.length).every((cell) => cell.trim() === "");
  return isWhole
    ? undefined
    : `This row has ${howMany(cells.length, "cell")}, and the first line names ${howMany(heads.length, "column")}. Is a separator or a quote missing?`;
}

function recordFor(importer: Importer, given: Given, { byId, byKey }: Known): RecordRow | undefined | string {
  const { noun } = importer;
  const asked = given.id?.trim();
  if (!asked) return byKey.get(importer.keyOf(given) ?? "");
  const id = importer.readId(asked);
  if (id === undefined)
    return `Enter the number of ${noun.one === "order" ? "an" : "a"} ${noun.one}, or nothing to create one`;
  const row = byId.get(String(id));
  if (!row) return `There is no ${noun.one} ${id}. Leave this empty to create one.`;
  return row.deletedAt ? `${importer.said(row)} is in the trash. Restore ${noun.pronoun ?? "it"} first.` : row;
}

/** The cells of a row that is refused, with a sentence beside each that is wrong; what is about no cell comes first. */
export function refusedCells(given: Given, errors: Record<string, string>): ImportedCell[] {
  return Object.entries(errors).map(([field, error]) => ({ field, after: given[field], error }));
}

/** What an accepted row makes of a record, cell by cell, with what follows from it. */
export function changedCells(
  importer: Importer,
  given: Given,
  before: RecordRow | undefined,
  after: RecordRow,
): ImportedCell[] {
  const [was, is] = [before ? importer.shown(before) : {}, importer.shown(after)];
  const differs = Object.keys(importer.fields).filter(
    (field) =>
      field !== "id" &&
      (before
        ? was[field] !== is[field]
        : (is[field] ?? "") !== "" && field in given && !importer.fields[field]?.fixed),
  );
  return [
    ...differs.map((field) => ({ field, ...(before && { before: was[field] ?? "" }), after: is[field] ?? "" })),
    ...ignoredCells(importer, given, is),
  ];
}

/** Cells of what Portico works out itself that say something else. */
export function ignoredCells(importer: Importer, given: Given, is: Given): ImportedCell[] {
  const fixed = Object.keys(given).filter(
    (field) => importer.fields[field]?.fixed && given[field]?.trim() && !isSame(given[field] ?? "", is[field] ?? ""),
  );
  return fixed.map((field) => ({ field, after: given[field], note: "Ignored: Portico works this out itself" }));
}

const isSame = (one: string, other: string) => one.trim() === other || (other !== "" && Number(one) === Number(other));
