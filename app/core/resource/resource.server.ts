/** Types of a resource: the rules that a kind of record defines, and the interface that other features use. */
import type { InferInsertModel, InferSelectModel, SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Transaction } from "db";
import type { JournalEntry, Json } from "db/schema";
import type { RecordPermissions } from "~/core/access/access.server";
import type { ApiResource } from "~/core/api/api-resource.server";
import type { Importer } from "~/core/import/importer.server";
import type { ListDefinition, NewList } from "~/core/list/define-list.server";
import type { Listing, ListTable, Own } from "~/core/list/listing.server";
import type { Noun } from "~/core/values/noun";
import type { Fields } from "~/core/fields/fields";
import type { Reader } from "~/core/list/reach.server";
import type { Toast } from "~/core/http/respond.server";
import type { Confirmation } from "~/core/access/confirmation";
import type { Once } from "~/core/api/idempotency.server";
import type { Act, Actor, CreateResult, ManyOutcome, Outcome } from "./act.server";
import type { BulkOutcome, BulkAction, PassedOver } from "./bulk-outcome.server";
import type { ConfirmedAmount, SeenAmounts, StatusAbout } from "./new-status.server";

export type Id = number | string;
export type RecordTable = SQLiteTable & Record<"id" | "revision" | "deletedAt", AnySQLiteColumn>;
export type RecordRow = { id: Id; revision: number; deletedAt: Date | null };

export type RowOf<Table extends RecordTable> = InferSelectModel<Table> & RecordRow;
/** Values of a new record; `Completed` are the columns that `derive` always fills in. */
export type NewOf<Table extends RecordTable, Completed extends string> = Omit<InferInsertModel<Table>, Completed> &
  Partial<InferInsertModel<Table>>;

/** A row before it is written; a new one has no id yet. */
export type Draft<Row extends RecordRow> = Omit<Row, "id"> & { id?: Row["id"] };

/** The list of a kind of record: its address, its screen and its export, and what its fields do not say of it. */
export interface ResourceList<Table extends RecordTable, FileRow, Line>
  extends
    Partial<Omit<Listing<Table>, "table" | "search" | "own" | "hides" | "isOwn" | "wordsIndex">>,
    Pick<
      NewList<Table, FileRow, Line>,
      "listingFor" | "columns" | "complete" | "lines" | "confirmDownload" | "personal" | "isUnsaved"
    > {
  path: string;
  /** Default sort, such as `-createdAt`. */
  sort: string;
  /** Returns what is searched, given the fields that say they are. */
  search?(columns: Listing<Table>["search"]): Listing<Table>["search"];
  /** Title of its screen; by default the noun. */
  title?: string;
  /** Text of the link to the form at `/create`, by default "Create …"; false if there is no such form. */
  create?: string | false;
  /** Restricts readers who may see only their own records to these. */
  own?: Omit<Own<Table>, "needs">;
  /** Set to false if the records are shown on other pages only. */
  hasScreen?: false;
}

/** Definition of a kind of record: everything that the rest of the app knows of it. */
export interface ResourceDefinition<
  Table extends RecordTable,
  Completed extends string,
  FileRow,
  Line,
> extends RecordRules<RowOf<Table>> {
  table: Table;
  noun: Noun;
  /** Its fields, from which forms, rules, files, `/api`, search, history and conflicts are derived. */
  fields: Fields;
  /** Permissions to view and to change its records. */
  permissions: RecordPermissions;
  list: ResourceList<Table, FileRow, Line>;
  /** Offers an import from files; `resources.server.ts` adds an importer of its own where the fields do not suffice. */
  import?: true;
  /** Offers `/api`; `resources.server.ts` adds one of its own where the fields do not suffice. */
  api?: true;
  /** Entity name in the journal; by default the name of the table. */
  entity?: string;
  /** Columns that `derive` always fills in, so that new records need no values for them. */
  completed?: readonly Completed[];
  /** Returns the record's label in the journal; by default its first text field. */
  label?(row: RowOf<Table>): string;
  /** Returns the URL of a record; by default it is below its list. */
  href?(id: string): string;
}

/** The rules of a kind with every default filled in. */
export interface ResourceRules<Row extends RecordRow> extends RecordRules<Row> {
  entity: string;
  noun: Noun;
  label(row: Row): string;
  href(id: string): string;
}

/** Rules of a kind of record: everything that `defineResource` does not do alike for all. */
interface RecordRules<Row extends RecordRow> {
  /** Values that `status` may be set to; by default the options of a field of that name. */
  statuses?: readonly { value: Row extends { status: infer Status } ? Status : never }[];
  /** Returns why a record's status may not change, if so; bulk actions skip it. */
  keepsStatus?(row: Row): string | undefined;
  /** Rank of each status: bulk actions do not move a record to a lower one. */
  progress?: Readonly<Record<string, number>>;
  /** Returns why bulk actions skip a record, as nobody has looked at it individually. */
  skipInBulk?(row: Row, change: { by: Actor; what: BulkAction }): string | undefined;
  /** Column that increases with each new record; the id by default. */
  newestBy?: AnySQLiteColumn;
  /** Returns the subject of a record, for previews that would name it by a number only. */
  about?(row: Row): string;
  /**
   * Returns values that are derived in the transaction of a creation or change: a number, a copy of another record, a
   * total. Not called for an undo, which restores old values; throws `RuleViolation`.
   */
  derive?(tx: Transaction, change: { before: Row | undefined; values: Partial<Row> }): Promise<Partial<Row>>;
  /** Runs in the transaction before each write, including undo and restore. Throws `RuleViolation`. */
  check?(tx: Transaction, change: { before: Row | undefined; after: Draft<Row>; by: Actor }): Promise<void>;
  /**
   * Runs in the transaction before a checked change is written, including undo and restore: for changes of other
   * records that an undo has to take back after this one.
   */
  beforeChange?(tx: Transaction, change: { before: Row; after: Row }, act: Act): Promise<void>;
  /** Amount that pages show beside a change of status, which is refused if it differs by then. */
  confirmedAmount?(row: Row): ConfirmedAmount;
  /**
   * Runs in the transaction after each write, including undo and restore. If it changes the row again, it returns the
   * new row.
   */
  afterWrite?(tx: Transaction, change: { before: Row | undefined; after: Row }, act: Act): Promise<Row | void>;
  /** Returns a message with links about remaining steps after a status was set. */
  remainingSteps?(rows: Row[], by: Actor): Promise<Pick<Toast, "text" | "links"> | undefined>;
  /** Whether `check` always refuses this undo for `by`, or for everyone if undefined; the undo is then not offered. */
  refusesUndo?(row: Row, patch: Partial<Row>, by: Reader | undefined): boolean;
  /** Consequence of trashing a record; an undo that trashes one shows it and asks first. */
  trashWarning?: string;
  /** How old the creation has to be for that question, in milliseconds; by default any. */
  trashWarningAfterMs?: number;
  /** Returns what depends on a record, as far as `me` may see it; the trash asks first if there is any. */
  dependents?(row: Row, me: Reader): Promise<Dependents | undefined>;
  /** A question that screens ask before some actions. `/api` acts without an answer. */
  question?: ActionQuestion<Row>;
  /** Set if acts on such records ask the user to confirm their identity. */
  confirmations?: Confirmations;
  /** Formatters of values, by column, for codes that have another display name. */
  readableValues?: Resource["readableValues"];
  /** Columns of a user's own settings: only that user can undo changes to them. */
  ownerOnly?: string[];
  /**
   * Columns that the journal never records: they are secrets, not for everyone, or derived. After creation they are
   * only changed outside of `records`.
   */
  unaudited?: string[];
  /** Columns that hold `/files/…` paths, alone or within text; these files are not orphans. */
  files?: AnySQLiteColumn[];
  /** Returns the condition for the journal entries about such records that `me` may see; all by default. */
  journalFilterFor?: Resource["journalFilterFor"];
  /**
   * Returns the condition for the entries about a user's own records: users see and can undo their own changes to
   * these, whatever their access.
   */
  ownEntriesFilter?: Resource["ownEntriesFilter"];
}

/** A question with the choices for one record, or for several. */
export interface Question {
  label: string;
  choices: readonly { value: string; title: string; description?: string }[];
  /** The amounts that the choices are about, in cents; forms post them, so that an answer to others is refused. */
  amounts?: readonly { label: string; cents: number }[];
}

/** A question that screens ask before an action, such as what becomes of the invoice of a cancelled order. */
export interface ActionQuestion<Row> {
  /** The question about several records. */
  ofMany: Question;
  /** Returns the question about one record; undefined if the action needs no choice. */
  of(row: Row, what: BulkAction, from?: Pick<Transaction, "select">): Promise<Question | undefined>;
  /** Does what was chosen, after the action in its transaction. Throws `RuleViolation`. */
  carryOut(tx: Transaction, act: Act, row: Row, what: BulkAction): Promise<void>;
}

/** Records that refer to one that is to be trashed. */
export interface Dependents {
  /** Sentences with counts and amounts. */
  says: string[];
  /** Link to the act that is usually meant instead. */
  instead: { text: string; href: string };
}

/** Texts of the page that asks the user to confirm their identity before an act. */
export interface Confirmations {
  /** Returns undefined if the act needs no confirmation. */
  confirmationOf(what: BulkAction, who: string, back: string): Confirmation | undefined;
  /**
   * Like `confirmationOf`, for undoing an act or one of its entries; undefined if no confirmation is needed or the user
   * may not undo it.
   */
  confirmationOfUndo(
    me: Reader,
    batch: string,
    entry: number | undefined,
    back: string,
  ): Promise<Confirmation | undefined>;
}

/** Interface of a kind of record for the journal, the menu, the trash and the files. */
export interface Resource {
  entity: string;
  noun: Noun;
  permissions: RecordPermissions;
  /** Such as "User not found". */
  absent: string;
  table: RecordTable;
  listing: Listing<ListTable>;
  /** Its list screen and export. */
  list: ListDefinition;
  /** Whether it has a list screen. */
  hasScreen: boolean;
  /** Its import from files: `true` for one that is derived from its fields. */
  import?: true | Importer;
  /** Its resources of `/api`: `true` for one that is derived from its fields. */
  api?: true | readonly ApiResource[];
  /** Values that `setStatus` accepts; empty if records have no status. */
  statuses: readonly { value: string }[];
  fields: Fields;
  href(id: string): string;
  newestBy: AnySQLiteColumn;
  files: AnySQLiteColumn[];
  /**
   * Erases a record if that takes more than `erase` does; set in `resources.server.ts`. Returns whether it had been
   * trashed before `trashedBefore`.
   */
  erase?(tx: Transaction, kind: Resource, id: Id, trashedBefore: Date): Promise<boolean>;
  journalFilterFor?(me: Reader): SQL;
  ownEntriesFilter?(me: Reader): SQL | undefined;
  remainingSteps?(rows: RecordRow[], by: Actor): Promise<Pick<Toast, "text" | "links"> | undefined>;
  /** Describes the records of an act: "Ada Lovelace", or "3 users". */
  describe(rows: RecordRow[]): string;
  trashWarning?: string;
  trashWarningAfterMs?: number;
  dependents?(row: RecordRow, me: Reader): Promise<Dependents | undefined>;
  question?: Pick<ActionQuestion<RecordRow>, "ofMany"> & {
    of(row: RecordRow, what: BulkAction): Promise<Question | undefined>;
  };
  confirmations?: Confirmations;
  readableValues?: Partial<Record<string, (value: Json) => Json>>;
  /**
   * Returns the undo state of each entry whose record still exists: "overtaken" if it was changed since, "none" if undo
   * is always refused. Runs one query at most.
   */
  undoStates(entries: JournalEntry[], by?: Reader): Promise<[entry: number, undo: "open" | "overtaken" | "none"][]>;
  /** Undoes one entry. Throws `RuleViolation`. */
  undo(tx: Transaction, act: Act, entry: JournalEntry): Promise<void>;
}

/** A kind of record restricted to the records that a user may see, with the operations on these. */
export interface VisibleResource extends Resource {
  /** Returns the record that a URL names, even from the trash. Throws a 404. */
  at(params: { id?: string }): Promise<RecordRow>;
  setStatus(by: Actor, ids: Id[], status: string, about?: StatusAbout): Promise<ManyOutcome<RecordRow>>;
  trash(by: Actor, ids: Id[], batch?: string, choice?: string): Promise<ManyOutcome<RecordRow>>;
  restore(by: Actor, ids: Id[]): Promise<ManyOutcome<RecordRow>>;
  /** Returns the records that a bulk action would skip, each with the reason. */
  passedOverInBulk(by: Actor, ids: Id[], what: BulkAction): Promise<({ id: Id } & PassedOver)[]>;
  /** Returns the records that would change and have another amount than the user saw, with both amounts. */
  withOtherAmounts(ids: Id[], what: BulkAction, seenAmounts: SeenAmounts): Promise<({ id: Id } & PassedOver)[]>;
  /**
   * Applies an action to each record and returns the outcomes of those that exist. It skips refused records, and with
   * `seenAmounts` those that are not among them or have another amount.
   */
  each(tx: Transaction, act: Act, ids: Id[], what: BulkAction, seenAmounts?: SeenAmounts): Promise<BulkOutcome[]>;
  /** Returns a record that is not in the trash. */
  get(id: Id): Promise<RecordRow | undefined>;
  change(by: Actor, id: Id, patch: object, revision?: number): Promise<Outcome<RecordRow>>;
}

/** A kind of record in the registry. */
export interface EditableResource extends Resource {
  create(by: Actor, values: object, once?: Once<RecordRow>): Promise<CreateResult<RecordRow>>;
  /** Returns the resource restricted to the records that `me` may see; others count as absent. */
  asSeenBy(me: Reader): VisibleResource;
  within: {
    create(tx: Transaction, act: Act, values: object): Promise<RecordRow>;
    change(tx: Transaction, act: Act, id: Id, patch: object, revision?: number): Promise<RecordRow | undefined>;
    skipReasonOf(row: RecordRow, change: { by: Actor; what: BulkAction }): string | undefined;
  };
}
