/** What people keep of their lists, and what they bring into them. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { natural } from "../compare";
import { list, listIndexes, now, recordColumns, time } from "./columns";
import { users } from "./people";

/** A list as somebody narrowed and sorted it, under a name. */
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
    /** What it asks for, as its address writes it: `status=New&sort=total`. */
    search: text("search").notNull().default(""),
    /** Whether everybody may open it, not only its owner. */
    shared: integer("shared", { mode: "boolean" }).notNull().default(false),
    ...recordColumns,
  },
  (table) => [
    ...listIndexes("saved_views", table, [table.ownerId, table.shared], { id: table.id, name: natural(table.name) }),
    index("saved_views_owner").on(table.ownerId),
    index("saved_views_path").on(table.path),
  ],
);

/** Which views stand in whose menu. */
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
 * How far a file has come that somebody brings in. While it is `reading` only some of its rows may be there, and while
 * it is `importing` some of its changes may be done; also when the server was stopped in the middle.
 */
type ImportState = "reading" | "read" | "tried" | "importing" | "done" | "undone";

/** A file with rows that somebody brings in. Until it is done nothing but this and its rows is written. */
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
    /** The heads of the file's columns. */
    heads: list<string>("heads"),
    /** What each column is taken for, in the same order: a field's name, or "" for none. */
    fields: list<string>("fields"),
    /** The values of new records, by field, where a row has none. */
    defaults: text("defaults", { mode: "json" }).notNull().default({}).$type<Record<string, string>>(),
    /** How many rows the file has. */
    rows: integer("rows").notNull().default(0),
    /** What a dry run came to, in rows. */
    creates: integer("creates").notNull().default(0),
    changes: integer("changes").notNull().default(0),
    same: integer("same").notNull().default(0),
    refused: integer("refused").notNull().default(0),
    /** How many of its records come to another total than the file says. */
    differing: integer("differing").notNull().default(0),
    /** The journal's batch, from when it is begun. */
    batch: text("batch"),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [
    index("imports_person").on(table.personId, table.createdAt),
    index("imports_created").on(table.createdAt),
  ],
);

/** Which record a row is about whose number and content name two. */
export type ImportAnswer = "update" | "create" | "skip";

/**
 * The result of a dry run for one cell: the values before and after, an error, or a note. `differs` marks a sum that
 * the file gives otherwise; `options` are the answers to the row's question.
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

/** A row of such a file. */
export const importRows = sqliteTable(
  "import_rows",
  {
    importId: text("import_id")
      .notNull()
      .references(() => imports.id, { onDelete: "cascade" }),
    /** The line of the file on which it begins, the heads being on line 1. */
    line: integer("line").notNull(),
    cells: list<string>("cells"),
    /**
     * The result of a dry run; null before one. `ask`: it waits for an answer. `part`: it belongs to the record of an
     * earlier row.
     */
    outcome: text("outcome").$type<"create" | "change" | "same" | "refuse" | "ask" | "skip" | "part">(),
    /** The answer to its question, where it has one. */
    answer: text("answer").$type<ImportAnswer>(),
    /** The record that it is about, where there is one. */
    recordId: text("record_id"),
    /** The record's revision when the row was tried: what changed since is not overwritten. */
    revision: integer("revision"),
    found: list<ImportedCell>("found"),
  },
  (table) => [
    primaryKey({ columns: [table.importId, table.line] }),
    index("import_rows_outcome").on(table.importId, table.outcome, table.line),
  ],
);

export type SavedView = typeof savedViews.$inferSelect;
export type Import = typeof imports.$inferSelect;
export type ImportRow = typeof importRows.$inferSelect;
