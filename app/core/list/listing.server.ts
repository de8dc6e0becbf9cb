/**
 * What a list is: one `Listing` says what may be searched, filtered and sorted, and the screen, the exports
 * and the API all read through it.
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

/** What has to hold: one condition or several, each of which alone most rows may meet. */
type Condition = SQL | (SQL | undefined)[] | undefined;

export interface ChoiceRule {
  label: string;
  options: readonly { value: string; title: string }[];
  /**
   * The column must equal the value, which is stored as the option writes it; or, for what is no column, the condition
   * itself.
   */
  by: AnySQLiteColumn | ((value: string) => Condition);
  /** The column holds the values in any case (of ASCII letters). */
  anyCase?: boolean;
}

export type FilterRule = {
  /** What its readers need beside the list, where it says something of other records. */ needs?: Permission;
} & (
  | ChoiceRule
  /** The first or the last of some days, such as `2026-11-21`. Both have one label. */
  | { label: string; type: "date"; end: "from" | "to"; by: (day: string) => Condition }
  /**
   * Days from one to another, both included and either left open, written `2026-11-01..2026-11-21`. Links set it; only
   * a chip shows it.
   */
  | { label: string; type: "days"; by: (days: string) => Condition }
  /** A text, such as a country. With `link` links alone set it, in a way of their own, and only a chip shows it. */
  | { label: string; type: "text" | "link"; by: (text: string) => Condition }
  | RecordRule
);

/** One record, named by its id. */
export interface RecordRule {
  label: string;
  type: "record";
  /** What its chip says. */
  title(id: string): Promise<string | undefined>;
  by: (id: string) => Condition;
  /** Finds the record by what people call it, in a search box; `among` is a further condition on it. */
  named?(written: string, among?: SQL): { id: number | string } | { problem: string };
  /** The column that holds its number, where the record is somebody of the directory. */
  person?: AnySQLiteColumn;
}

export interface Listing<Table extends ListTable> {
  path: string;
  table: Table;
  /** Which rows the list is about at all, where it is not about every one. */
  scope?: SQL;
  /** What a row is searched in, as people see it. */
  search: (AnySQLiteColumn | SQL)[];
  /** Those of `search` that are not searched for whoever may not see the directory: they say who somebody is. */
  searchForDirectory?: (AnySQLiteColumn | SQL)[];
  /**
   * Where those texts stand in the index of all that is searched (`db/search`), and the column of a row's number there;
   * without it every row is read.
   */
  index?: Index;
  /**
   * What may be asked for by a sign in the search box, such as `total>100`. Filters may be named there too, such as
   * `status:pending`.
   */
  fields?: Record<string, ComparableField>;
  /**
   * By their names in the address, where `q`, `sort`, `page`, `size`, `trash`, `select`, `exact` and what `bulk` says
   * there are taken.
   */
  filters: Record<string, FilterRule>;
  /**
   * What it may be sorted by: columns, or texts as `db/compare` compares them. Each has an index, see `listIndexes` in
   * `db/schema`: `list-plans.test.ts` looks after that.
   */
  sorts: Record<string, AnySQLiteColumn | SQL>;
  /** How it is sorted when nobody says otherwise, such as `-createdAt`. */
  sort: string;
  /** Days that it may be narrowed to, for whose buckets there is an index in one of the list's orders. */
  dayBuckets?: DayBuckets[];
  /** The filter that is also shown as tabs with counts. */
  tabs?: string;
  /** How many rows match, where a sum that the database keeps can say it; nothing where they are to be counted. */
  storedCount?(query: Pick<ListQuery, "q" | "filters" | "trash">): Promise<{ rows: number } | undefined>;
  /** What all rows that match come to, for the list's foot; of the list as its reader has it. */
  sums?(query: PlannedQuery, listing: Listing<Table>): Promise<ListSum[]>;
  /** Whose rows are whose, where some people reach their own alone. `listingFor` limits a list by it. */
  own?: Own<Table>;
  /** The index of all rows, where the list is limited to some: their texts in it put typing errors right. */
  wordsIndex?: Index;
  /** It is limited to rows that are few among many others, such as its reader's own. */
  isOwn?: boolean;
  /** Columns that its reader may not see, with what they read there instead. */
  hides?: Partial<InferSelectModel<Table>>;
}

export interface Own<Table extends ListTable> {
  /** What it takes to see the list; how much of that somebody reaches decides which rows they see. */
  needs: Permission;
  /** The rows that are somebody's own. */
  rows(me: Pick<User, "id">): SQL | undefined;
  /** What of its own rows such a reader is not shown, as in `hides`. */
  hides?: Partial<InferSelectModel<Table>>;
  /** Filters that are about the work on the rows and not about these, besides all that name a record. */
  staffFilters?: string[];
}

/**
 * An index of the buckets of thirty days (`dayBucket` in `db/schema`) of a column of moments or of days, each in the
 * order of another column; it carries what other filters ask for too.
 */
export interface DayBuckets {
  /** The days that filters ask for, written as such a filter has them. */
  requestedDays(filters: Record<string, string>): string | undefined;
  column: AnySQLiteColumn;
  sort: AnySQLiteColumn;
}

/** What is asked of a list. */
export interface ListQuery {
  q: string;
  filters: Record<string, string>;
  /** The first days that were asked for by a word, such as `this-month`. What they are today stands in `filters`. */
  spans?: Record<string, string>;
  sort: { key: string; descending: boolean };
  page: number;
  size: number;
  trash: boolean;
  selectAll: boolean;
  /** Everything that matches is counted and added up, however long it takes (`?exact=1`). */
  exact: boolean;
  /**
   * Who reads it, where what they may read of a row is searched too: see `also` of an index. Nobody may read what only
   * some may.
   */
  readerId?: number;
}

/** How its rows are found, where something is known of how many there are. No address says it. */
export interface ReadPlan {
  /**
   * What is searched for is looked for in the rows as they come, and not in the index: very many have it. See
   * `forBatchedReading`.
   */
  skipIndex?: boolean;
  /** Where it was looked up what has the words, so that no question looks for them again. See `lookUp`. */
  hits?: SearchHits;
  /**
   * Any row that matches is wanted, not the first in some order: finding them by what they match is quicker than
   * walking along an index until one comes.
   */
  anyOrder?: boolean;
  /** Only rows with these numbers are asked for, both included. */
  within?: [from: number, to: number];
}

export type PlannedQuery = ListQuery & ReadPlan;

/** The numbers of the rows that have what is searched for, the highest first; with `more`, of the newest of them. */
export interface SearchHits {
  numbers: number[];
  more: boolean;
  /** There are older rows, which were not looked through. */
  older?: boolean;
}
