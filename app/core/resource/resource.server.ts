/** What a kind of record says of itself, and what everything else may ask of it. */
import type { InferInsertModel, InferSelectModel, SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Transaction } from "db";
import type { JournalEntry, Json } from "db/schema";
import type { RecordKind } from "~/core/access/access.server";
import type { Listing, ListTable } from "~/core/list/listing.server";
import type { Noun } from "~/core/values/noun";
import type { Labelled } from "~/core/fields/fields";
import type { Reader } from "~/core/list/reach.server";
import type { Toast } from "~/core/http/respond.server";
import type { Confirmation } from "~/auth/reauthentication/confirm.server";
import type { Act, Actor, ManyOutcome } from "./act.server";
import type { BulkOutcome, BulkAction, PassedOver } from "./bulk-outcome.server";
import type { StatusAbout } from "./new-status.server";

export type Id = number | string;
export type RecordTable = SQLiteTable & Record<"id" | "revision" | "deletedAt", AnySQLiteColumn>;
export type RecordRow = { id: Id; revision: number; deletedAt: Date | null };

export type RowOf<Table extends RecordTable> = InferSelectModel<Table> & RecordRow;
/** What a new record is made of; `Completed` are the columns that `derive` always fills in. */
export type NewOf<Table extends RecordTable, Completed extends string> = Omit<InferInsertModel<Table>, Completed> &
  Partial<InferInsertModel<Table>>;

/** A row that is about to be, or that is not yet: then it has no id. */
export type Draft<Row extends RecordRow> = Omit<Row, "id"> & { id?: Row["id"] };

/** What a resource says of its records: all that `defineResource` does not do for every resource alike. */
export interface ResourceRules<Row extends RecordRow> {
  /** The name in the journal, such as `users`. */
  entity: RecordKind;
  noun: Noun;
  /** What may be searched, filtered and sorted in its list. */
  listing: Listing<ListTable>;
  /** What its `status` may be set to, where it has one. */
  statuses?: readonly { value: Row extends { status: infer Status } ? Status : never }[];
  /** Why a record's status stays as it is, where it does: where many are set at once it is passed over. */
  keepsStatus?(row: Row): string | undefined;
  /** Why a record is left alone when many are changed at once: nobody looked at each. */
  skipInBulk?(row: Row, change: { by: Actor; what: BulkAction }): string | undefined;
  /** Where a record is; `/{entity}/{id}` unless said otherwise. */
  href?(id: string): string;
  /** The column that is greater the newer a record is; the id unless said otherwise. */
  newestBy?: AnySQLiteColumn;
  /** What people call its columns. */
  fields?: Labelled;
  /** What the journal calls a record. */
  label(row: Row): string;
  /**
   * Says what only the transaction knows of a new record or of a change: a number, a copy of another record, a total.
   * Not asked for an undo, which sets back what was. Throws `RuleViolation`.
   */
  derive?(tx: Transaction, change: { before: Row | undefined; values: Partial<Row> }): Promise<Partial<Row>>;
  /** Runs in the transaction before each change, undo and restore included. Throws `RuleViolation`. */
  check?(tx: Transaction, change: { before: Row | undefined; after: Draft<Row>; by: Actor }): Promise<void>;
  /** Runs in the transaction after each change, undo and restore included: what follows from it. */
  afterWrite?(tx: Transaction, change: { before: Row | undefined; after: Row }, act: Act): Promise<void>;
  /** What to say besides, with the way there, once the status of some was set: what is still left to do. */
  remainingSteps?(rows: Row[], by: Actor): Promise<Pick<Toast, "text" | "links"> | undefined>;
  /**
   * Whether setting this back is refused to this person (or, without one, to everybody) whenever they ask: then it is
   * not offered. The refusal itself is `check`'s.
   */
  refusesUndo?(row: Row, patch: Partial<Row>, by: Reader | undefined): boolean;
  /** What it means for a record to go to the trash: an undo that moves one there says so and asks first. */
  trashWarning?: string;
  /** Given where acts on such records ask again who one is: what they come to. */
  confirmations?: Confirmations;
  /** How values read that have names for things which people call otherwise, by column. */
  readableValues?: Resource["readableValues"];
  /** Columns that are a person's own business, in a record of people: nobody else takes back what was changed there. */
  ownerOnly?: string[];
  /**
   * Columns that the journal never sees: they open doors, are not for everybody, or follow from others. Once a record
   * is made they change outside of `records`.
   */
  unaudited?: string[];
  /** Columns that name kept files (`/files/…`), alone or within other text: such files are not orphans. */
  files?: AnySQLiteColumn[];
  /**
   * Which entries of the journal about such records somebody may see, as a condition on the journal's row; all of them
   * unless said otherwise.
   */
  journalFilterFor?: Resource["journalFilterFor"];
  /**
   * Which entries are about records that are somebody's own, as a condition on the journal's row: what they did to
   * these themselves they see and take back, whatever their access.
   */
  ownEntriesFilter?: Resource["ownEntriesFilter"];
}

/** What acts come to that ask again who one is, in the words of the page that asks. */
export interface Confirmations {
  confirmationOf(what: BulkAction, who: string, back: string): Confirmation;
  /**
   * The same of taking an act back, or one entry of it; nothing where that needs no asking, or is nothing that they may
   * take back.
   */
  confirmationOfUndo(
    me: Reader,
    change: string,
    entry: number | undefined,
    back: string,
  ): Promise<Confirmation | undefined>;
}

/** What the journal, the menu, the trash and the files need to know of each kind of record. */
export interface Resource {
  entity: RecordKind;
  noun: Noun;
  /** Such as "User not found". */
  absent: string;
  table: RecordTable;
  listing: Listing<ListTable>;
  /** What `setStatus` may set; none where records have no status. */
  statuses: readonly { value: string }[];
  fields: Labelled;
  href(id: string): string;
  newestBy: AnySQLiteColumn;
  files: AnySQLiteColumn[];
  /**
   * Erases a record for good where that takes more than `erase` does: given in `resources.server.ts`. Answers whether
   * it was in the trash before that moment.
   */
  erase?(tx: Transaction, kind: Resource, id: Id, trashedBefore: Date): Promise<boolean>;
  journalFilterFor?(me: Reader): SQL;
  ownEntriesFilter?(me: Reader): SQL | undefined;
  /** The same kind with those records alone that somebody may see, and change, by themselves. */
  asSeenBy?(me: Reader): Resource;
  /** The record that an address names, even from the trash. Throws a 404. */
  at(params: { id?: string }): Promise<RecordRow>;
  setStatus(by: Actor, ids: Id[], status: string, about?: StatusAbout): Promise<ManyOutcome<RecordRow>>;
  remainingSteps?(rows: RecordRow[], by: Actor): Promise<Pick<Toast, "text" | "links"> | undefined>;
  trash(by: Actor, ids: Id[]): Promise<ManyOutcome<RecordRow>>;
  restore(by: Actor, ids: Id[]): Promise<ManyOutcome<RecordRow>>;
  /** Those of several that stay as they are when all of them are changed, each with the reason. */
  passedOverInBulk(by: Actor, ids: Id[], what: BulkAction): Promise<({ id: Id } & PassedOver)[]>;
  /**
   * Does the same to each of these, and answers what became of those that are there. What is refused is passed over,
   * alone of all ways to change many.
   */
  each(tx: Transaction, act: Act, ids: Id[], what: BulkAction): Promise<BulkOutcome[]>;
  /** What an act was about: "Ada Lovelace", or "3 users". */
  describe(rows: RecordRow[]): string;
  trashWarning?: string;
  confirmations?: Confirmations;
  readableValues?: Partial<Record<string, (value: Json) => Json>>;
  /**
   * The ids of those entries whose record of this kind is still there, each with whether this person may take it back:
   * not where it was changed since, and never where that is always refused. One query at most.
   */
  undoStates(entries: JournalEntry[], by?: Reader): Promise<[entry: number, undo: "open" | "overtaken" | "none"][]>;
  /** Takes one entry back. Throws `RuleViolation`. */
  undo(tx: Transaction, act: Act, entry: JournalEntry): Promise<void>;
}
