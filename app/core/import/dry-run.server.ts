/**
 * The dry run: applies each row like the import would, records the result, and rolls it back. Its errors are therefore
 * those of the import.
 */
import { and, eq, inArray, sql } from "drizzle-orm";
import { rolledBack, type Transaction, write } from "db";
import { type Import, type ImportedCell, imports, type ImportRow } from "db/schema";
import { formatNumber } from "~/core/values/noun";
import { yieldToEventLoop } from "~/core/process/event-loop.server";
import { type Act, type Actor, newAct, RuleViolation, ConflictError } from "~/core/resource/act.server";
import type { RecordRow } from "~/core/resource/resource.server";
import type { Progress } from "~/core/jobs/jobs.server";
import type { GivenCells, Importer } from "./importer.server";
import { outcomesOf } from "./imports.server";
import { knownFor } from "./match-record.server";
import { type FileRecord, recordsOf } from "./records.server";
import { changedCells, refusedCells, totalErrors, workedOutCells } from "./row-cells.server";
import { type RowVerdict, validateRecord } from "./validate.server";

type TriedRow = Pick<ImportRow, "line" | "outcome" | "recordId" | "revision" | "found">;

interface ValidatedRecord {
  record: FileRecord;
  verdict: RowVerdict;
  question?: ImportedCell;
}

/**
 * Tries every row of a file independently, and stores the outcomes. Throws a `RuleViolation` if the file was already
 * imported.
 */
export async function dryRunImport(by: Actor, importer: Importer, file: Import, progress: Progress) {
  await write((tx) => begin(tx, file));
  await importer.proposals?.propose(importer, file);
  const seen = new SeenRows(importer);
  let done = 0;
  let differing = 0;
  for await (const records of recordsOf(file, importer)) {
    const known = await knownFor(
      importer,
      records.map(({ given }) => given),
    );
    const validated: ValidatedRecord[] = [];
    for (const record of records) {
      validated.push({ record, ...(await validateRecord(importer, file, record, known)) });
      await yieldToEventLoop();
    }
    const found = await tryAll(by, importer, validated, seen);
    await write((tx) => storeVerdicts(tx, file.id, found));
    differing += found.filter((row) => row.found.some(({ differs }) => differs)).length;
    progress((done += found.length));
  }
  const { create, change, same, refuse } = await outcomesOf(file.id);
  const counts = { creates: create, changes: change, same, refused: refuse };
  await write(
    async (tx) =>
      void (await tx
        .update(imports)
        .set({ state: "tried", ...counts, differing })
        .where(eq(imports.id, file.id))),
  );
  return counts;
}

/** Stores the columns to try, which the import will use as well, and resets the outcome of an earlier dry run. */
async function begin(tx: Transaction, { id, name, fields, defaults }: Import) {
  const begun = await tx
    .update(imports)
    .set({ fields, defaults, state: "read" })
    .where(and(eq(imports.id, id), inArray(imports.state, ["read", "tried"])))
    .returning({ id: imports.id });
  if (begun.length === 0) throw new RuleViolation({ "": `${name} was imported already, or is not there any more.` });
}

const tryAll = (by: Actor, importer: Importer, records: ValidatedRecord[], seen: SeenRows): Promise<TriedRow[]> =>
  rolledBack(async (tx) => {
    const act = newAct(by);
    const found: TriedRow[] = [];
    for (const validated of records) {
      const first = await tryOne(tx, act, importer, validated, seen);
      found.push(first, ...validated.record.rows.slice(1).map(({ line }) => partOf(first, line)));
      await yieldToEventLoop();
    }
    return found;
  });

/** Returns the stored outcome of a further row of a record. */
function partOf({ line: first, outcome }: TriedRow, line: number): TriedRow {
  const counts = outcome === "same" || outcome === "refuse" || outcome === "skip";
  return {
    line,
    outcome: counts ? outcome : "part",
    recordId: null,
    revision: null,
    found: [{ field: "", note: `Belongs to line ${formatNumber(first)}` }],
  };
}

async function tryOne(
  tx: Transaction,
  act: Act,
  importer: Importer,
  { record, verdict, question }: ValidatedRecord,
  seen: SeenRows,
): Promise<TriedRow> {
  const { rows, given, notes } = record;
  const { line } = rows[0];
  const before = verdict.outcome === "create" ? undefined : verdict.before;
  const about = { line, recordId: before ? String(before.id) : null, revision: before?.revision ?? null };
  const asked = question ? [question] : [];
  const refused = (errors: Record<string, string>): TriedRow => ({
    ...about,
    outcome: "refuse",
    found: [
      ...asked,
      ...(rows[0].proposal ? writtenCells(importer, given).filter(({ field }) => !(field in errors)) : []),
      ...refusedCells(given, errors),
    ],
  });
  if (verdict.outcome === "ask" || verdict.outcome === "skip")
    return { ...about, outcome: verdict.outcome, found: [...asked, ...writtenCells(importer, given), ...notes] };
  if (verdict.outcome === "refuse") return refused(verdict.errors);
  const left = verdict.outcome === "same" ? { after: verdict.before } : await tryRow(tx, act, importer, verdict);
  if ("errors" in left) return refused(left.errors);
  const { after } = left;
  const errors = seen.twice(line, given, before, after) ?? totalErrors(importer, record, before, after);
  if (errors) return refused(errors);
  if (after.revision === before?.revision)
    return { ...about, outcome: "same", found: [...asked, ...workedOutCells(importer, given, importer.shown(after))] };
  const made = verdict.outcome === "create" ? verdict.given : given;
  const cells = changedCells(importer, given, before, after, made);
  return { ...about, outcome: verdict.outcome, found: [...asked, ...withNotes(cells, notes)] };
}

/** Adds notes to the cells that they are about; other notes come last. */
function withNotes(cells: ImportedCell[], notes: ImportedCell[]): ImportedCell[] {
  const noteOf = ({ field, note }: ImportedCell) => note ?? notes.find((other) => field && other.field === field)?.note;
  const rest = notes.filter(({ field }) => !cells.some((cell) => cell.field === field));
  return [...cells.map((cell) => ({ ...cell, ...(noteOf(cell) && { note: noteOf(cell) }) })), ...rest];
}

/** Returns the cells of a row as written, without its key: for a row with a question or a proposal. */
const writtenCells = ({ fields, key, proposals }: Importer, given: GivenCells): ImportedCell[] =>
  Object.entries(given).flatMap(([field, after]) =>
    field !== "id" && !(proposals && field === key) && after.trim() !== "" && !fields[field]?.fixed
      ? [{ field, after }]
      : [],
  );

/** Returns the record that a row would result in, after rolling it back, or errors by field. */
async function tryRow(
  tx: Transaction,
  act: Act,
  importer: Importer,
  verdict: Extract<RowVerdict, { outcome: "create" | "change" }>,
): Promise<{ after: RecordRow } | { errors: Record<string, string> }> {
  tx.run(sql`savepoint tried`);
  try {
    const after =
      verdict.outcome === "create"
        ? await importer.create(tx, act, verdict.values)
        : await importer.change(tx, act, verdict.before, verdict.values);
    return after ? { after } : { errors: { "": `This ${importer.noun.one} is not there any more.` } };
  } catch (error) {
    if (error instanceof RuleViolation) return { errors: importer.byField(error.errors) };
    if (error instanceof ConflictError)
      return {
        errors: { "": `${importer.said(error.theirs as RecordRow)} was changed meanwhile. Try the file again.` },
      };
    throw error;
  } finally {
    tx.run(sql`rollback to tried`);
    tx.run(sql`release tried`);
  }
}

/** Records and keys of the rows so far, to detect two rows about one record or with one key. */
class SeenRows {
  readonly #records = new Map<string, number>();
  readonly #keys = new Map<string, number>();

  constructor(private readonly importer: Importer) {}

  /** Returns the errors of a row about the same record or key as an earlier one. */
  twice(
    line: number,
    given: GivenCells,
    before: RecordRow | undefined,
    after: RecordRow,
  ): Record<string, string> | undefined {
    const { noun, key: field = "" } = this.importer;
    const key = this.importer.keyOfRow(after);
    const earlier = before && this.#records.get(String(before.id));
    if (earlier)
      return {
        [given.id?.trim() ? "id" : field]:
          `Line ${formatNumber(earlier)} is about the same ${noun.one}. Keep one of the two.`,
      };
    const alike = key === undefined ? undefined : this.#keys.get(key);
    if (alike) return { [field]: `Line ${formatNumber(alike)} has the same. Keep one of the two, or use another.` };
    if (before) this.#records.set(String(before.id), line);
    if (key !== undefined) this.#keys.set(key, line);
    return undefined;
  }
}

/** Uses one statement that finds each row by its line: an update with a join would scan all rows of the file. */
async function storeVerdicts(tx: Transaction, id: string, found: TriedRow[]) {
  tx.run(sql`
    insert into import_rows (import_id, line, outcome, record_id, revision, found)
    select ${id}, value ->> 'line', value ->> 'outcome', value ->> 'recordId', value ->> 'revision', value -> 'found' from json_each(${JSON.stringify(found)}) where true
    on conflict (import_id, line) do update set outcome = excluded.outcome, record_id = excluded.record_id, revision = excluded.revision, found = excluded.found`);
}
