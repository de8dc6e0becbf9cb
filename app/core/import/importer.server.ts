/** Import definition of a kind of record: how cells become the body of its form or API, whose rules validate it. */
import { and, inArray, isNull, type InferSelectModel, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { z } from "zod";
import { db, type Transaction } from "db";
import { type Cell, cellText } from "~/core/list/export.server";
import { invalidFields } from "~/core/http/api.server";
import { errorMessages } from "~/core/values/error-messages.server";
import type { IdOf, Listing, ListTable } from "~/core/list/listing.server";
import { readId } from "~/core/list/list-query.server";
import type { Noun } from "~/core/values/noun";
import { deepPartial } from "~/core/values/deep-partial";
import { sameStatus } from "~/core/values/status";
import { type Act, type Actor, RuleViolation } from "~/core/resource/act.server";
import type { BulkAction } from "~/core/resource/bulk-outcome.server";
import type { RecordRow } from "~/core/resource/resource.server";
import type { Import, ImportedCell } from "db/schema";
import type { CsvRow } from "./file/csv";
import type { Kind } from "./file/formats";
import type { FileFormat } from "./file/guess";

/** A column that a file may have. */
export interface ImportField<Row> {
  /** Display name. */
  label: string;
  /** Other column names; case, spaces and diacritics are ignored. */
  also?: string[];
  /** Returns a record's cell as the list's export writes it; omitted for fields that are not exported. */
  show?(row: Row): Cell;
  /** Kind of cells, if spreadsheets write it in several ways. */
  as?: Kind;
  /** Explains the format of cells, if it is not obvious. */
  hint?: string;
  /** Allowed values, listed in error messages, as the author of a file has no list to choose from. */
  options?: readonly { value: string; title?: string }[];
  /** Computed by Portico: its cells are accepted and ignored. */
  fixed?: true;
  /** Its cells are words, so columns of bare numbers or amounts are not guessed to be it. */
  words?: true;
  /** Several columns may map to it; their cells become its lines. */
  joins?: true;
  /** Part of a row rather than a value of its record, such as the name of one item. */
  part?: true;
  /**
   * The dry run shows the computed amount beside the file's. If they differ, the row gets a note or is refused; an
   * amount that the import does not change only gets a note.
   */
  ifDifferent?: "note" | "refuse";
}

/** Cells by field, with the formula escaping of exports removed. */
export type GivenCells = Record<string, string>;

/** Result of validation: columns to write, or errors by field. */
type ReadRow = { ok: true; values: object } | { ok: false; errors: Record<string, string> };

/** A row of a file with its cells by field. */
export interface GivenRow {
  line: number;
  given: GivenCells;
}

/** Several rows merged into one record, with notes for the dry run and errors by field. */
export interface Combined {
  given: GivenCells;
  notes?: ImportedCell[];
  errors?: Record<string, string>;
}

/** How consecutive rows of a file become one record. */
interface RowGroup {
  /** Fields whose equal cells make consecutive rows one record; the first one that a row has is used. */
  by: string[];
  combine(rows: GivenRow[]): Promise<Combined> | Combined;
}

/** A field that compares a row with a record. */
interface Identity<Row> {
  field: string;
  of(row: Row): string;
  read(cell: string): string;
}

interface Rules<Table extends ListTable, New, Body extends z.ZodObject> {
  of: {
    entity: string;
    noun: Noun;
    table: Table;
    listing: Listing<ListTable>;
    href(id: string): string;
    describe(rows: InferSelectModel<Table>[]): string;
    within: {
      create(tx: Transaction, act: Act, values: New): Promise<InferSelectModel<Table>>;
      change(
        tx: Transaction,
        act: Act,
        id: IdOf<Table>,
        patch: Partial<New>,
        revision?: number,
      ): Promise<InferSelectModel<Table> | undefined>;
      skipReasonOf(row: InferSelectModel<Table>, change: { by: Actor; what: BulkAction }): string | undefined;
    };
  };
  fields: Record<string, ImportField<InferSelectModel<Table>>>;
  /**
   * The key that identifies a record if a row has no id: its field, the normalized column, and the normalization of a
   * cell.
   */
  key?: Identity<InferSelectModel<Table>> & {
    by: SQL;
    /** Condition of a partial index on the column, which queries have to repeat. */
    where?: SQL;
    /** Empty cells leave a record found by its key unchanged; otherwise they clear its fields. */
    skipsEmptyCells?: true;
    /** An id that no record has is used as the key, as it comes from another program. */
    takesUnknownId?: true;
  };
  /**
   * Fields that confirm that a row with an id is about the record of that id, most reliable first: the first that the
   * row has decides. The last one names records in messages.
   */
  identity: Identity<InferSelectModel<Table>>[];
  group?: RowGroup;
  /** Known export formats of other programs. */
  formats?: FileFormat[];
  /** The schema of a new record, and the schema of which any part makes a change. */
  create: z.ZodType;
  body: Body;
  /**
   * Converts cells to a body; for an existing record only the changed cells, with the whole row for reference. Throws
   * `CellErrors`.
   */
  say(given: GivenCells, before: InferSelectModel<Table> | undefined, row: GivenCells): Promise<object> | object;
  /** Converts a validated body to columns. */
  values(body: never, before?: InferSelectModel<Table>): Promise<object> | object;
  /** File fields by the names in validation errors and refusals, where these differ. */
  names?: Record<string, string>;
  /** Sends one notification about all new records. */
  tell?(tx: Transaction, act: Act, made: { count: number; last: InferSelectModel<Table> }): Promise<void>;
  proposals?: Proposals;
  xml?: XmlFormat;
  upload?: UploadTexts;
}

/** How rows are completed with what their file does not say, before they are tried. Users can change that of each. */
export interface Proposals {
  /** Stores a proposal for each row of a file that has none of a user. */
  propose(importer: Importer, file: Import): Promise<void>;
  /** Fields of a proposal that users can change. */
  fields: string[];
  /** Whether importing the file needs a recent confirmation of identity, if its kind has any. */
  needsConfirmation(file: Import): Promise<boolean>;
}

/** A format of XML files that can be imported. */
export interface XmlFormat {
  /** Such as "CAMT.053". */
  name: string;
  /** Yields its rows, the heads first. Throws `CsvError`. */
  rows(file: Blob): AsyncGenerator<CsvRow[]>;
}

/** Texts of the upload page, instead of those about records that a file can change. */
interface UploadTexts {
  title: string;
  summary: string;
  guide: string;
}

/** Thrown if cells cannot be parsed; errors by field. */
export class CellErrors extends Error {
  constructor(readonly errors: Record<string, string>) {
    super(Object.values(errors).join(" "));
  }
}

/** An import definition, whatever its table. */
export interface Importer {
  entity: string;
  noun: Noun;
  path: string;
  fields: Record<string, ImportField<RecordRow>>;
  /** The field that identifies the record of rows without an id. */
  key?: string;
  /** Whether empty cells leave the record unchanged, as it was found by its key. */
  skipsEmptyCells(given: GivenCells, before: RecordRow): boolean;
  group?: RowGroup;
  formats: FileFormat[];
  keyOf(given: GivenCells): string | undefined;
  /** How the key is used; see `Rules`. */
  keyRules: { takesUnknownId: boolean; skipsEmptyCells: boolean };
  /** Whether other fields of the row match the record; undefined if it has none that could. */
  agrees(row: RecordRow, given: GivenCells): boolean | undefined;
  /** The fields that confirm that a row with an id is about that record. */
  identityFields: string[];
  /** Label of the field that confirms the record in this row; undefined if it has none. */
  identityLabel(given: GivenCells): string | undefined;
  /** Returns a record's display name, such as a customer's name. */
  nameOf(row: RecordRow): string;
  /** Returns a record's key, if it has one. */
  keyOfRow(row: RecordRow): string | undefined;
  /** Finds the records that rows are about: by id, even in the trash, and by key. */
  find(
    ids: string[],
    keys: string[],
    from?: Pick<Transaction, "select">,
  ): Promise<{ byId: Map<string, RecordRow>; byKey: Map<string, RecordRow> }>;
  /** Parses an id for the table; undefined if it is invalid. */
  readId(cell: string): number | string | undefined;
  href(id: string): string;
  said(row: RecordRow): string;
  /** Returns a record's cells, by field. */
  shown(row: RecordRow): GivenCells;
  /** Validates the changed cells; `row` is the whole row. */
  read(given: GivenCells, before: RecordRow | undefined, row: GivenCells): Promise<ReadRow>;
  /** Renames errors to the fields of a file. */
  byField(errors: Record<string, string>): Record<string, string>;
  create(tx: Transaction, act: Act, values: object): Promise<RecordRow>;
  change(tx: Transaction, act: Act, before: RecordRow, values: object): Promise<RecordRow | undefined>;
  tell?(tx: Transaction, act: Act, made: { count: number; last: RecordRow }): Promise<void>;
  proposals?: Proposals;
  xml?: XmlFormat;
  upload?: UploadTexts;
}

/** Creates an importer from its rules. */
export function importerOf<
  Table extends ListTable & Record<"revision" | "deletedAt", AnySQLiteColumn>,
  New,
  Body extends z.ZodObject,
>(rules: Rules<Table, New, Body>): Importer {
  type Row = InferSelectModel<Table>;
  const { of, fields, key, names = {} } = rules;
  const part = deepPartial(rules.body);
  const shownFields = Object.entries(fields).flatMap(([name, { show }]) => (show ? [[name, show] as const] : []));
  const byField = (errors: Record<string, string>) =>
    Object.fromEntries(Object.entries(errors).map(([name, message]) => [fieldFor(name), message]));
  const fieldFor = (name: string) =>
    names[name] ?? names[name.split(".")[0] ?? ""] ?? (Object.hasOwn(fields, name) ? name : (name.split(".")[0] ?? ""));

  async function rows(from: Pick<Transaction, "select">, where: SQL | undefined): Promise<Row[]> {
    // Drizzle cannot infer a row through a generic table; the row type is exactly this table's.
    return (await from
      .select()
      .from(of.table as SQLiteTable)
      .where(where)) as Row[];
  }

  async function find(ids: string[], keys: string[], from: Pick<Transaction, "select"> = db) {
    const known = ids.flatMap((id) => readId({ table: of.table }, id) ?? []);
    const named = known.length > 0 ? await rows(from, inArray(of.table.id, known)) : [];
    const alike =
      key && keys.length > 0 ? await rows(from, and(inArray(key.by, keys), key.where, isNull(of.table.deletedAt))) : [];
    return {
      byId: new Map(named.map((row) => [String((row as RecordRow).id), row as RecordRow])),
      byKey: new Map(alike.map((row) => [key?.of(row) ?? "", row as RecordRow])),
    };
  }

  async function read(given: GivenCells, before: RecordRow | undefined, row: GivenCells): Promise<ReadRow> {
    try {
      const body = await rules.say(before ? given : withoutBlanks(given), before as Row | undefined, row);
      const result = await (before ? part : rules.create).safeParseAsync(body);
      if (!result.success) return { ok: false, errors: telling(byField(errorMessages(result.error))) };
      return { ok: true, values: await rules.values(result.data as never, before as Row | undefined) };
    } catch (error) {
      if (error instanceof CellErrors) return { ok: false, errors: error.errors };
      const errors = await invalidFields(error);
      if (errors) return { ok: false, errors: telling(byField(errors)) };
      throw error;
    }
  }

  const telling = (errors: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(errors).map(([field, message]) => [field, withOptions(message, fields[field]?.options)]),
    );

  /** Applies the rule for bulk actions, as nobody looks at each row: records that these skip are refused here. */
  function refuseToChangeSkipped(act: Act, before: RecordRow, values: object) {
    const status = "status" in values ? String(values.status) : undefined;
    if (status === undefined || ("status" in before && sameStatus(String(before.status), status))) return;
    const reason = of.within.skipReasonOf(before as Row, { by: act.by, what: { act: "set", status } });
    if (reason) throw new RuleViolation({ status: reason });
  }

  /** Explains a taken key: each row is tried independently, so a key that another line gives up is not free yet. */
  async function withAdvice(error: unknown, tx: Transaction, before: RecordRow, values: object): Promise<unknown> {
    if (!key || !(error instanceof RuleViolation) || !error.errors[key.field]) return error;
    const { byKey } = await find([], [key.of({ ...before, ...values } as Row)], tx);
    const isTaken = [...byKey.values()].some(({ id }) => id !== before.id);
    return isTaken
      ? new RuleViolation({ ...error.errors, [key.field]: `${error.errors[key.field]} ${swapHint}` })
      : error;
  }

  const readIdCell = (cell = "") =>
    readId({ table: of.table }, cell.trim().replace(/^#/, "")) as number | string | undefined;
  const identityIn = (given: GivenCells) => rules.identity.find(({ field }) => given[field]?.trim());

  return {
    entity: of.entity,
    noun: of.noun,
    path: of.listing.path,
    fields: fields as Importer["fields"],
    key: key?.field,
    skipsEmptyCells: (given, { id }) => key?.skipsEmptyCells === true && String(readIdCell(given.id)) !== String(id),
    group: rules.group,
    formats: rules.formats ?? [],
    agrees: (row, given) => {
      const identity = identityIn(given);
      return identity && identity.read(given[identity.field]!) === identity.read(identity.of(row as Row));
    },
    identityFields: rules.identity.map(({ field }) => field),
    identityLabel: (given) => fields[identityIn(given)?.field ?? ""]?.label,
    nameOf: (row) => rules.identity.at(-1)?.of(row as Row) || of.describe([row as Row]),
    keyOf: (given) => {
      const cell = [given[key?.field ?? ""], key?.takesUnknownId && given.id].find(
        (cell) => cell && cell.trim() !== "",
      );
      return key && cell ? key.read(cell) : undefined;
    },
    keyRules: { takesUnknownId: key?.takesUnknownId === true, skipsEmptyCells: key?.skipsEmptyCells === true },
    keyOfRow: (row) => key?.of(row as Row) || undefined,
    find,
    readId: readIdCell,
    href: of.href,
    said: (row) => of.describe([row as Row]),
    shown: (row) => Object.fromEntries(shownFields.map(([name, show]) => [name, cellText(show(row as Row))])),
    read,
    byField,
    create: async (tx, act, values) => (await of.within.create(tx, act, values as New)) as RecordRow,
    change: async (tx, act, before, values) => {
      refuseToChangeSkipped(act, before, values);
      try {
        return (await of.within.change(tx, act, before.id, values, before.revision)) as RecordRow | undefined;
      } catch (error) {
        throw await withAdvice(error, tx, before, values);
      }
    },
    tell: rules.tell as Importer["tell"],
    proposals: rules.proposals,
    xml: rules.xml,
    upload: rules.upload,
  };
}

const swapHint =
  "If another line of this file gives it up, import that line first. Two that swap take a third one in between.";

/** Appends the allowed values to an error message: "Choose a status: Published, Draft". */
export const withOptions = (sentence: string, options: ImportField<never>["options"]) =>
  options ? `${sentence}: ${options.map(({ value }) => value).join(", ")}` : sentence;

/** Omits blank cells of a new record, so that the rules' defaults apply. */
const withoutBlanks = (given: GivenCells): GivenCells =>
  Object.fromEntries(Object.entries(given).filter(([, cell]) => cell.trim() !== ""));
