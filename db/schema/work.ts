/** Saved views of lists, and imports. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { natural } from "../compare";
import { list, listIndexes, now, recordColumns, time } from "./columns";
import { users } from "./people";

/** The filters and sort order of a list, saved under a name. */
export const savedViews = sqliteTable(
  "saved_views",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    ownerId: integer("owner_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    /** The list, such as `/orders`. */
    path: text("path").notNull(),
    /** The view's query string: `status=New&sort=total`. */
    search: text("search").notNull().default(""),
    /** Whether every user can open the view, not only its owner. */
    shared: integer("shared", { mode: "boolean" }).notNull().default(false),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("saved_views", table, [table.ownerId, table.shared], { id: table.id, name: natural(table.name) }),
    index("saved_views_owner").on(table.ownerId),
    index("saved_views_path").on(table.path),
  ],
);

/** Views that a user pinned to the menu. */
export const pinnedViews = sqliteTable(
  "pinned_views",
  {
    viewId: integer("view_id")
      .notNull()
      .references(() => savedViews.id, { onDelete: "cascade" }),
    userId: integer("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.userId, table.viewId] }), index("pinned_views_view").on(table.viewId)],
);

/**
 * Progress of an import. In `reading` and `importing` only some rows or changes may be stored, also after the server
 * was stopped midway.
 */
type ImportState = "reading" | "read" | "tried" | "importing" | "done" | "undone";

/** An uploaded file of rows to import. Until the import runs, only this and `import_rows` are written. */
export const imports = sqliteTable(
  "imports",
  {
    /** Random, so that it cannot be guessed. */
    id: text("id").primaryKey(),
    personId: integer("person_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The kind of record, such as `orders`. */
    entity: text("entity").notNull(),
    /** The file's name. */
    name: text("name").notNull(),
    state: text("state").notNull().$type<ImportState>().default("read"),
    /** Column headers of the file. */
    heads: list<string>("heads"),
    /** The field each column maps to, in the same order; "" if none. */
    fields: list<string>("fields"),
    /** Default values for new records, by field, where a row has none. */
    defaults: text("defaults", { mode: "json" }).notNull().default({}).$type<Record<string, string>>(),
    /** Number of rows in the file. */
    rows: integer("rows").notNull().default(0),
    /** Dry-run results, in rows. */
    creates: integer("creates").notNull().default(0),
    changes: integer("changes").notNull().default(0),
    same: integer("same").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    /** Number of records whose computed total differs from the file's. */
    differing: integer("differing").notNull().default(0),
    /** Journal batch of the import, once it has begun. */
    batch: text("batch"),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [
    index("imports_person").on(table.personId, table.createdAt),
    index("imports_created").on(table.createdAt),
  ],
);

/** The choice for a row whose number and content match different records. */
export type ImportAnswer = "update" | "create" | "skip";

/**
 * Dry-run result of one cell: the values before and after, an error, or a note. `differs` marks a total that differs
 * from the file's; `options` are the possible answers to the row's question.
 */
export type ImportedCell = {
  field: string;
  before?: string;
  after?: string;
  error?: string;
  note?: string;
  differs?: true;
  options?: { value: ImportAnswer; title: string }[];
};

/** Cells that complete a row. `isKnown` marks one that was imported before; `problem` says why it cannot be. */
export type RowProposal = {
  cells: Record<string, string>;
  note?: string;
  problem?: string;
  isEdited?: true;
  isSkipped?: true;
  isKnown?: true;
};

/** A row of an imported file. */
export const importRows = sqliteTable(
  "import_rows",
  {
    importId: text("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** The line of the file on which the row begins; headers are on line 1. */
    line: integer("line").notNull(),
    cells: list<string>("cells"),
    /** Dry-run result; null before one. `ask` waits for an answer; `part` belongs to the record of an earlier row. */
    outcome: text("outcome").$type<"create" | "change" | "same" | "refuse" | "ask" | "skip" | "part">(),
    /** The answer to the row's question, if it has one. */
    answer: text("answer").$type<ImportAnswer>(),
    /** The record that the row matches, if any. */
    recordId: text("record_id"),
    /** The record's revision at the dry run: later changes are not overwritten. */
    revision: integer("revision"),
    found: list<ImportedCell>("found"),
    /** The proposed cells, for kinds whose files do not say them. */
    proposal: text("proposal", { mode: "json" }).$type<RowProposal>(),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index("import_rows_outcome").on(table.importId, table.outcome, table.line),
  ],
);

export type SavedView = typeof savedViews.$inferSelect;
export type Import = typeof imports.$inferSelect;
export type ImportRow = typeof importRows.$inferSelect;
