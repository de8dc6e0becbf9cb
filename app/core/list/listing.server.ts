/**
 * The `Listing` type defines how a table is searched, filtered and sorted; the screen, the exports and the API all read
 * through it.
 */
import type { InferSelectModel, SQL } from "drizzle-orm";
import type { AnySQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type { User } from "db/schema";
import type { Permission } from "~/core/access/access.server";
import type { ComparableField } from "./fields.server";
import type { Index } from "./index-search.server";
import type { ListSum } from "./list";

export type ListTable = SQLiteTable & { id: AnySQLiteColumn; deletedAt?: AnySQLiteColumn };

export type IdOf<Table extends ListTable> = Table["id"]["_"]["data"];

/** One condition, or several that each match most rows on their own. */
type Condition = SQL | (SQL | undefined)[] | undefined;

/** Returns the condition of a filter's value; `filters` are the values of all filters by name. */
type ConditionOf = (value: string, filters: Record<string, string>) => Condition;

export interface ChoiceRule {
  label: string;
  options: readonly { value: string; title: string }[];
  /** Column to compare with the option's value, or a function that returns the condition. */
  by: AnySQLiteColumn | ConditionOf;
  /** The column holds the values in any case (of ASCII letters). */
  anyCase?: boolean;
}

export type FilterRule = {
  /** Extra permission to use the filter, if it reveals other records. */ needs?: Permission;
} & (
  | ChoiceRule
  /** The first or last day of a range, such as `2026-11-21`. Both filters have the same label. */
  | { label: string; type: "date"; end: "from" | "to"; by: ConditionOf }
  /**
   * A range of days, both inclusive and either optional, written `2026-11-01..2026-11-21`. Set by links, shown only as
   * a chip.
   */
  | { label: string; type: "days"; by: ConditionOf }
  /** A text, such as a country. With `link` it is set only by links, in their own format, and shown only as a chip. */
  | { label: string; type: "text" | "link"; by: ConditionOf }
  | RecordRule
);

/** One record, given by its id. */
export interface RecordRule {
  label: string;
  type: "record";
  /** Returns the text of its chip. */
  title(id: string): Promise<string | undefined>;
  by: ConditionOf;
  /** Finds the record by the name typed in a search box; `among` restricts the candidates. */
  named?(written: string, among?: SQL): { id: number | string } | { problem: string };
  /** Column with the user's id, if the record is a user in the directory. */
  person?: AnySQLiteColumn;
}

export interface Listing<Table extends ListTable> {
  path: string;
  table: Table;
  /** Restricts the list to some of the table's rows. */
  scope?: SQL;
  /** Texts of a row that are searched, as people see them. */
  search: (AnySQLiteColumn | SQL)[];
  /** Columns of `search` that identify people: only readers with access to the directory search in them. */
  searchForDirectory?: (AnySQLiteColumn | SQL)[];
  /** The full-text index of those texts (`db/search`); without it rows are scanned. */
  index?: Index;
  /** Fields that the search box can compare, such as `total>100`. It accepts filters too, such as `status:pending`. */
  fields?: Record<string, ComparableField>;
  /**
   * Filters by URL parameter; `q`, `sort`, `page`, `size`, `trash`, `select`, `exact` and the parameters of `bulk` are
   * reserved.
   */
  filters: Record<string, FilterRule>;
  /**
   * Columns to sort by, or texts as `db/compare` compares them. `list-plans.test.ts` checks that each has an index
   * (`listIndexes` in `db/schema`).
   */
  sorts: Record<string, AnySQLiteColumn | SQL>;
  /** Default sort, such as `-createdAt`. */
  sort: string;
  /** Day ranges that have an index of buckets in one of the list's orders. */
  dayBuckets?: DayBuckets[];
  /** Name of the filter that is also shown as tabs with counts. */
  tabs?: string;
  /** Returns where the database stores the sums of the matching rows; undefined if they have to be read. */
  storedSums?(query: Pick<ListQuery, "q" | "filters" | "trash">): StoredSums | undefined;
  /**
   * Returns the sums of all matching rows for the list's footer; `listing` is the one that the reader may read, and
   * `stored` what `storedSums` of the query amounts to.
   */
  sums?(query: PlannedQuery, listing: Listing<Table>, stored?: Record<string, number>): Promise<ListSum[]>;
  /** Ownership of rows, for readers who may see only their own; `listingFor` restricts the list by it. */
  own?: Own<Table>;
  /** The index of all rows, if the list is restricted; used only to correct typos. */
  wordsIndex?: Index;
  /** The list is restricted to few rows of many, such as the reader's own. */
  isOwn?: boolean;
  /** Columns hidden from the reader, with their replacement values. */
  hides?: Partial<InferSelectModel<Table>>;
}

export interface Own<Table extends ListTable> {
  /** Permission to see the list; its reach decides which rows a reader sees. */
  needs: Permission;
  /** Condition for the user's own rows. */
  rows(me: Pick<User, "id">): SQL | undefined;
  /** Columns hidden from readers of their own rows, as in `hides`. */
  hides?: Partial<InferSelectModel<Table>>;
  /** Filters about the handling of rows, which such readers do not get; filters by a record are left out anyway. */
  staffFilters?: string[];
}

/** Sums that triggers store, by name; `rows` is the number of matching rows. */
export interface StoredSums {
  table: SQLiteTable;
  sums: { rows: AnySQLiteColumn } & Record<string, AnySQLiteColumn>;
  /** Condition on `table`. */
  where: SQL | undefined;
}

/**
 * An index of 30-day buckets (`dayBucket` in `db/schema`) of a timestamp or date column, each sorted by another column;
 * it also covers the columns of other filters.
 */
export interface DayBuckets {
  /** Returns the requested days as a `days` filter writes them. */
  requestedDays(filters: Record<string, string>): string | undefined;
  column: AnySQLiteColumn;
  sort: AnySQLiteColumn;
}

/** A parsed request for a list. */
export interface ListQuery {
  q: string;
  filters: Record<string, string>;
  /** Named ranges such as `this-month`, by the filter of the first day; `filters` holds today's days. */
  spans?: Record<string, string>;
  sort: { key: string; descending: boolean };
  page: number;
  size: number;
  trash: boolean;
  selectAll: boolean;
  /** Counts and sums all matching rows, however long it takes (`?exact=1`). */
  exact: boolean;
  /**
   * User who reads the list, for searches in texts that not everyone may read (`also` of an index). Without it those
   * texts are left out.
   */
  readerId?: number;
}

/** How to find the rows, if their number is known. Never set by a URL. */
interface ReadPlan {
  /** Searches in the rows instead of the index, as very many match. See `forBatchedReading`. */
  skipIndex?: boolean;
  /** Search hits that were looked up before, so that queries need not search again. See `lookUp`. */
  hits?: SearchHits;
  /** Any matching rows will do, in no order: filtering is then quicker than walking a sort index. */
  anyOrder?: boolean;
  /** Restricts to rows with these numbers, both inclusive. */
  within?: [from: number, to: number];
}

export type PlannedQuery = ListQuery & ReadPlan;

/** Numbers of the search hits, highest first; with `more`, only the newest ones. */
export interface SearchHits {
  numbers: number[];
  more: boolean;
  /** Older rows were not searched. */
  older?: boolean;
}
