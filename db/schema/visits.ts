/** Who looked at what: recorded by the server itself, without addresses, for 25 months. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns";
import { users } from "./people";

/** Pages that one person looked at with less than half an hour between them. */
export const visits = sqliteTable(
  "visits",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Nobody where nobody signed in, or since the person was erased. */
    personId: integer("person_id").references(() => users.id, { onDelete: "set null" }),
    startedAt: time("started_at").notNull(),
    /** When the last page was asked for. */
    lastAt: time("last_at").notNull(),
    country: text("country").notNull(),
    browser: text("browser").notNull(),
    /** The host of the site that led here, or "Direct". */
    referrer: text("referrer").notNull(),
    pages: integer("pages").notNull(),
    /** How many acts on records fell into it. */
    changes: integer("changes").notNull().default(0),
    /** Whether its person had been here on an earlier day. */
    returning: integer("is_returning", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("visits_started").on(
      table.startedAt,
      table.id,
      table.country,
      table.browser,
      table.referrer,
      table.changes,
      table.returning,
    ),
    index("visits_person").on(table.personId, table.startedAt),
  ],
);

/** A page that was looked at, as its route: `/orders/:id`, without which one. */
export const pageViews = sqliteTable(
  "page_views",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    visitId: integer("visit_id")
      .notNull()
      .references(() => visits.id, { onDelete: "cascade" }),
    at: time("at").notNull(),
    page: text("page").notNull(),
  },
  (table) => [
    index("page_views_visit").on(table.visitId),
    index("page_views_at").on(table.at, table.id, table.page),
    index("page_views_page").on(table.page, table.at),
  ],
);

/** What was searched for, and how much was found. */
export const searches = sqliteTable(
  "searches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    visitId: integer("visit_id").references(() => visits.id, { onDelete: "cascade" }),
    at: time("at").notNull(),
    /** The list that was searched, such as `/orders`. */
    place: text("place").notNull(),
    /** Folded, see `db/fold`. */
    term: text("term").notNull(),
    found: integer("found").notNull(),
  },
  (table) => [
    index("searches_at").on(table.at, table.id, table.term, table.found),
    index("searches_term").on(table.term, table.at),
    index("searches_visit").on(table.visitId),
  ],
);

export type Visit = typeof visits.$inferSelect;
export type PageView = typeof pageViews.$inferSelect;
export type Search = typeof searches.$inferSelect;
