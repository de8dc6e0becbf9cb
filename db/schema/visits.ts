/** Visits, page views and searches, recorded by the server without IP addresses and kept for 25 months. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { time } from "./columns";
import { users } from "./people";

/** A series of page views by one visitor, less than half an hour apart. */
export const visits = sqliteTable(
  "visits",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    /** Null for signed-out visitors and erased users. */
    personId: integer("person_id").references(() => users.id, { onDelete: "set null" }),
    startedAt: time("started_at").notNull(),
    /** Time of the last page request. */
    lastAt: time("last_at").notNull(),
    country: text("country").notNull(),
    browser: text("browser").notNull(),
    /** Host of the referring site, or "Direct". */
    referrer: text("referrer").notNull(),
    pages: integer("pages").notNull(),
    /** Number of changes to records made during the visit. */
    changes: integer("changes").notNull().default(0),
    /** Whether the user had visited on an earlier day. */
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

/** A page view, recorded by route such as `/orders/:id`, without the record's id. */
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

/** Search terms and their number of results. */
export const searches = sqliteTable(
  "searches",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    visitId: integer("visit_id").references(() => visits.id, { onDelete: "cascade" }),
    at: time("at").notNull(),
    /** The searched list, such as `/orders`. */
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
