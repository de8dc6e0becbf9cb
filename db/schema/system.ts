/** Files, jobs, and what the database knows of itself. */
import { blob, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";
import { users } from "./people";

/**
 * Uploaded pictures, re-encoded. The id is the hash of the bytes, so an address never changes its content; who uploads
 * the same picture again is its uploader.
 */
export const files = sqliteTable(
  "files",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
    /** Who may look at it before a record shows it. */
    uploaderId: integer("uploader_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [index("files_uploader").on(table.uploaderId, table.createdAt)], // both stand behind the bytes
);

/** Work that time brings. One instance at a time holds a job. */
export const jobs = sqliteTable("jobs", {
  name: text("name").primaryKey(),
  holder: text("holder"),
  heldUntil: time("held_until"),
  lastRunAt: time("last_run_at"),
  lastResult: text("last_result"),
});

/** How it ended: what is said of it, and where it leads. The rest is what can be done next, as a toast has it. */
export interface JobEnd {
  text: string;
  to: string;
  tone?: "success" | "error";
  undo?: string;
  /** Whether that undo does something again. */
  redo?: boolean;
  others?: { change: string; count: number };
  links?: { href: string; title: string }[];
}

/**
 * What goes on longer than the request that began it, and what became of it. Whatever is `running` when a server starts
 * was interrupted.
 */
export const backgroundJobs = sqliteTable(
  "background_jobs",
  {
    id: text("id").primaryKey(),
    personId: integer("person_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    /** Where who began it came from. */
    back: text("back").notNull(),
    state: text("state").notNull().$type<"running" | "done" | "failed" | "interrupted">(),
    done: integer("done").notNull().default(0),
    total: integer("total").notNull(),
    /** The journal's batch under which it makes changes, if it makes any. */
    change: text("change"),
    end: text("end", { mode: "json" }).$type<JobEnd>(),
    createdAt: time("created_at").notNull().default(now),
    endedAt: time("ended_at"),
  },
  (table) => [
    index("background_jobs_person").on(table.personId),
    index("background_jobs_created").on(table.createdAt),
    index("background_jobs_state").on(table.state),
  ],
);

/** Facts about this database itself, such as `sample` and `lastBackupAt`. */
export const facts = sqliteTable("facts", {
  name: text("name").primaryKey(),
  value: text("value").notNull(),
});

/** The fact that says which number the newest invoice has, also when it is erased: numbers are never given twice. */
export const lastInvoiceFact = "lastInvoiceNumber";

/** The fact that is there while a second step is demanded of staff and above. */
export const secondStepFact = "secondStepDemanded";

/** The fact that says of which time zone the days of the sums are, see `db/totals`. */
export const totalsZoneFact = "totalsTimeZone";
