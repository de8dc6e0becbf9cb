/** Finds the record that a row of a file is about. */
import type { ImportAnswer, ImportedCell } from "db/schema";
import type { RecordRow } from "~/core/resource/resource.server";
import type { GivenCells, Importer } from "./importer.server";

export type KnownRecords = Awaited<ReturnType<Importer["find"]>>;

/**
 * `question` is set if a row's id and its content point to different records; `answer` is "ask" until it is answered.
 */
export interface Match {
  record?: RecordRow;
  error?: string;
  question?: ImportedCell;
  answer?: ImportAnswer | "ask";
}

/** Loads the records that rows can be about: by id and by key. */
export function knownFor(importer: Importer, given: GivenCells[]): Promise<KnownRecords> {
  const ids = given.flatMap((row) => importer.readId(row.id ?? "") ?? []).map(String);
  return importer.find(ids, [...new Set(given.flatMap((row) => importer.keyOf(row) ?? []))]);
}

/**
 * Finds the record that a row is about: by id if another cell confirms it, or by key if the row has no id. An
 * unconfirmed id may come from another program, so the user is asked.
 */
export function matchRecord(
  importer: Importer,
  given: GivenCells,
  known: KnownRecords,
  answer: ImportAnswer | null,
): Match {
  const byKey = known.byKey.get(importer.keyOf(given) ?? "");
  const written = given.id?.trim();
  const id = written ? importer.readId(written) : undefined;
  const row = id === undefined ? undefined : known.byId.get(String(id));
  if (!written || (!row && importer.keyRules.takesUnknownId))
    return byKey && importer.agrees(byKey, given) === false
      ? askAboutKey(importer, given, byKey, answer)
      : { record: byKey };
  if (row && importer.agrees(row, given))
    return row.deletedAt
      ? { record: row, error: `${importer.said(row)} is in the trash. Restore ${importer.noun.pronoun ?? "it"} first.` }
      : { record: row };
  const options = optionsFor(importer, row?.deletedAt ? undefined : row, byKey);
  const question = { field: "id", after: written, note: matchQuestion(importer, given, row, written), options };
  const chosen = options.find(({ value }) => value === answer)?.value ?? "ask";
  return { record: chosen === "create" ? byKey : row?.deletedAt ? undefined : row, question, answer: chosen };
}

/**
 * Asks whether a record with the row's key is meant although it belongs to someone else, as the key may come from
 * another program.
 */
function askAboutKey(importer: Importer, given: GivenCells, record: RecordRow, answer: ImportAnswer | null): Match {
  const { key = "", noun, fields } = importer;
  const written = importer.keyOf(given) ?? "";
  const options = [
    { value: "update" as const, title: updateTitle(importer, record) },
    { value: "skip" as const, title: "Skip this row" },
  ];
  const note = `${importer.nameOf(record)}, ${noun.one} ${numberOf(record)} here, has this ${fields[key]?.label.toLowerCase()} and another ${importer.identityLabel(given)?.toLowerCase()}. If the file is another shop's, put something before its numbers, such as B-${written.replace(/^#/, "").slice(0, 40)}.`;
  const question = { field: key, after: written, note, options };
  return { record, question, answer: options.find(({ value }) => value === answer)?.value ?? "ask" };
}

const numberOf = ({ id }: RecordRow) => (typeof id === "number" ? `#${id}` : id);

const updateTitle = (importer: Importer, record: RecordRow) =>
  `Update ${numberOf(record)} (${importer.nameOf(record)})`;

function optionsFor(importer: Importer, row: RecordRow | undefined, byKey: RecordRow | undefined) {
  const key = importer.fields[importer.key ?? ""]?.label.toLowerCase();
  return [
    ...(row ? [{ value: "update" as const, title: updateTitle(importer, row) }] : []),
    {
      value: "create" as const,
      title: byKey ? `${updateTitle(importer, byKey)}, with the same ${key}` : "Create a new one",
    },
    { value: "skip" as const, title: "Skip this row" },
  ];
}

function matchQuestion(importer: Importer, given: GivenCells, row: RecordRow | undefined, written: string): string {
  const { noun } = importer;
  if (!row) return `There is no ${noun.one} ${written.slice(0, 40)}. This number may come from another program.`;
  const label = importer.identityLabel(given)?.toLowerCase();
  const facts = [row.deletedAt && "is in the trash", label && `has another ${label}`].filter(Boolean).join(" and ");
  const reason = label ? "" : " Nothing but the number says that this row is about it.";
  return `${importer.nameOf(row)}, ${noun.one} ${numberOf(row)} here${facts && `, ${facts}`}.${reason} This number may come from another program.`;
}
