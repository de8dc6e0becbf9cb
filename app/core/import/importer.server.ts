/**
 * What may be brought in of a kind of record. It says only how cells become the body that its form or API takes: the
 * rules are theirs.
 */
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
import type { ImportedCell } from "db/schema";
import type { Kind } from "./file/formats";
import type { FileFormat } from "./file/guess";

/** A column that a file may have. */
export interface ImportField<Row> {
  /** What people call it. */
  label: string;
  /** Other heads that it is known by; case, spaces and marks do not matter. */
  also?: string[];
  /** How it reads, as the list's own file writes it; left out where that file does not have it. */
  show?(row: Row): Cell;
  /** What its cells are, where spreadsheets write that in more than one way. */
  as?: Kind;
  /** How a cell is written, where that is not plain. */
  hint?: string;
  /** What it may be, where that is one of a list: whoever writes a file has no list to choose from. */
  options?: readonly { value: string; title?: string }[];
  /** Portico works it out: a file may say it, and changes nothing by that. */
  fixed?: true;
  /** Its cells are words: a column of bare numbers or amounts is not guessed to be it. */
  words?: true;
  /** Several columns may be taken for it; their cells become its lines. */
  joins?: true;
  /** It is a part of what one row says of its record, such as the name of one item, and no value of the record. */
  part?: true;
  /** A dry run shows its value beside the file's, and marks a difference. */
  compared?: true;
}

/** Cells by field, as they were before anything guarded them. */
export type GivenCells = Record<string, string>;

/** What a row comes to by the rules: columns to write, or a sentence for each field that is wrong. */
export type ReadRow = { ok: true; values: object } | { ok: false; errors: Record<string, string> };

/** A row of a file with its cells by field. */
export interface GivenRow {
  line: number;
  given: GivenCells;
}

/** Several rows as one record, with notes for a dry run and errors by field. */
export interface Combined {
  given: GivenCells;
  notes?: ImportedCell[];
  errors?: Record<string, string>;
}

/** How rows of a file become one record. */
export interface RowGroup {
  /** The fields whose equal cells, one below the other, make rows one record: the first that a row has counts. */
  by: string[];
  combine(rows: GivenRow[]): Promise<Combined> | Combined;
}

/** A field by which a row and a record are compared. */
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
   * What tells records apart where a row names no id: a field, the column's text as it is compared, and how a cell is
   * made comparable.
   */
  key?: Identity<InferSelectModel<Table>> & {
    by: SQL;
    /** The condition of a partial index on the column, which a query has to repeat. */
    where?: SQL;
    /** Empty cells of a record found by its key leave it as it is; without this they empty its fields. */
    skipsEmptyCells?: true;
    /** A number that no record here has is taken for the key: it is another program's. */
    takesUnknownId?: true;
  };
  /**
   * The fields that tell whether a row with a number is about the record of that number, the surest first: the first
   * that the row has decides. The last names records for people.
   */
  identity: Identity<InferSelectModel<Table>>[];
  group?: RowGroup;
  /** Files of other programs whose columns are known. */
  formats?: FileFormat[];
  /** The rules for a new record, and those of which any part makes a change. */
  create: z.ZodType;
  body: Body;
  /** The body that cells say; of a record only those that are news, beside the whole row. Throws `CellErrors`. */
  say(given: GivenCells, before: InferSelectModel<Table> | undefined, row: GivenCells): Promise<object> | object;
  /** The columns of what the rules made of a body. */
  values(body: never, before?: InferSelectModel<Table>): Promise<object> | object;
  /** The fields by the names that rules and refusals have for them, where these differ. */
  names?: Record<string, string>;
  /** Who is told of what is new, once for all of it. */
  tell?(tx: Transaction, act: Act, made: { count: number; last: InferSelectModel<Table> }): Promise<void>;
}

/** Thrown where cells cannot be read at all; a sentence for each field. */
export class CellErrors extends Error {
  constructor(readonly errors: Record<string, string>) {
    super(Object.values(errors).join(" "));
  }
}

/** A kind of record that can be brought in, whatever its table. */
export interface Importer {
  entity: string;
  noun: Noun;
  path: string;
  fields: Record<string, ImportField<RecordRow>>;
  /** The field by which rows without an id find their record. */
  key?: string;
  /** Whether an empty cell says nothing of the record that a row is about: one that was found by its key. */
  skipsEmptyCells(given: GivenCells, before: RecordRow): boolean;
  group?: RowGroup;
  formats: FileFormat[];
  keyOf(given: GivenCells): string | undefined;
  /** How the key is read; see `Rules`. */
  keyRules: { takesUnknownId: boolean; skipsEmptyCells: boolean };
  /** Whether a row is about this record, by what it says beside the number; nothing where it says nothing of that. */
  agrees(row: RecordRow, given: GivenCells): boolean | undefined;
  /** The fields that tell whether a row with a number is about that record. */
  identityFields: string[];
  /** The label of the field that tells whose number a row has; nothing where it has no such field. */
  identityLabel(given: GivenCells): string | undefined;
  /** A record's name for people, such as a customer's. */
  nameOf(row: RecordRow): string;
  /** A record's key; nothing for one without. */
  keyOfRow(row: RecordRow): string | undefined;
  /** The records that rows are about: by their ids, even from the trash, and by their keys. */
  find(
    ids: string[],
    keys: string[],
    from?: Pick<Transaction, "select">,
  ): Promise<{ byId: Map<string, RecordRow>; byKey: Map<string, RecordRow> }>;
  /** An id as the table has it; nothing for what can be none. */
  readId(cell: string): number | string | undefined;
  href(id: string): string;
  said(row: RecordRow): string;
  /** How a record reads, by field. */
  shown(row: RecordRow): GivenCells;
  /** What the cells that are news come to; all of their row may be asked about them. */
  read(given: GivenCells, before: RecordRow | undefined, row: GivenCells): Promise<ReadRow>;
  /** Errors by the fields of a file. */
  byField(errors: Record<string, string>): Record<string, string>;
  create(tx: Transaction, act: Act, values: object): Promise<RecordRow>;
  change(tx: Transaction, act: Act, before: RecordRow, values: object): Promise<RecordRow | undefined>;
  tell?(tx: Transaction, act: Act, made: { count: number; last: RecordRow }): Promise<void>;
}

/** Makes one, out of what a kind says of itself. */
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

  /** Nobody looks at each row: a record that is skipped when many are changed is skipped here too. */
  function refuseToChangeSkipped(act: Act, before: RecordRow, values: object) {
    const status = "status" in values ? String(values.status) : undefined;
    if (status === undefined || ("status" in before && sameStatus(String(before.status), status))) return;
    const why = of.within.skipReasonOf(before as Row, { by: act.by, what: { act: "set", status } });
    if (why) throw new RuleViolation({ status: why });
  }

  /** Each row is tried by itself: what another line lets go of is not free yet. */
  async function withAdvice(error: unknown, tx: Transaction, before: RecordRow, values: object): Promise<unknown> {
    if (!key || !(error instanceof RuleViolation) || !error.errors[key.field]) return error;
    const { byKey } = await find([], [key.of({ ...before, ...values } as Row)], tx);
    const isTaken = [...byKey.values()].some(({ id }) => id !== before.id);
    return isTaken
      ? new RuleViolation({ ...error.errors, [key.field]: `${error.errors[key.field]} ${givenUp}` })
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
  };
}

const givenUp =
  "If another line of this file gives it up, import that line first. Two that swap take a third one in between.";

/** A sentence with the values of the list that it is about, where there is one: "Choose a status: Published, Draft". */
export const withOptions = (sentence: string, options: ImportField<never>["options"]) =>
  options ? `${sentence}: ${options.map(({ value }) => value).join(", ")}` : sentence;

/** A new record is not said to be empty where nothing is said: what stands in then is up to the rules. */
const withoutBlanks = (given: GivenCells): GivenCells =>
  Object.fromEntries(Object.entries(given).filter(([, cell]) => cell.trim() !== ""));
