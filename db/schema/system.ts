/** Uploaded files, jobs, and facts about the database itself. */
import { blob, index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { now, time } from "./columns";
import { users } from "./people";

/**
 * Uploaded pictures, re-encoded. The id is the hash of the bytes, so the content of a URL never changes; uploading
 * the same picture again makes that user its uploader.
 */
export const files = sqliteTable(
  "files",
  {
    id: text("id").primaryKey(),
    type: text("type").notNull(),
    bytes: blob("bytes", { mode: "buffer" }).notNull(),
    /** The user who can see the picture before a record uses it. */
    uploaderId: integer("uploader_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull().default(now),
  },
  (table) => [index("files_uploader").on(table.uploaderId, table.createdAt)], // both columns are stored after the bytes
);

/** Scheduled jobs. A job is locked by one instance at a time. */
export const jobs = sqliteTable("jobs", {
  name: text("name").primaryKey(),
  holder: text("holder"),
  heldUntil: time("held_until"),
  lastRunAt: time("last_run_at"),
  lastResult: text("last_result"),
});

/** Result of a background job: its message, the page it links to, and the follow-up actions of its toast. */
export interface JobEnd {
  text: string;
  to: string;
  tone?: "success" | "error";
  undo?: string;
  /** Whether the undo redoes something. */
  redo?: boolean;
  others?: { batch: string; count: number };
  links?: { href: string; title: string }[];
}

/** Jobs that outlast the request that started them. Any job that is `running` when a server starts was interrupted. */
export const backgroundJobs = sqliteTable(
  "background_jobs",
  {
    id: text("id").primaryKey(),
    personId: integer("person_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    /** The page from which the job was started. */
    back: text("back").notNull(),
    state: text("state").notNull().$type<"running" | "done" | "failed" | "interrupted">(),
    done: integer("done").notNull().default(0),
    total: integer("total").notNull(),
    /** Journal batch of the job's changes, if it makes any. */
    batch: text("change"),
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

/** Name of the fact that holds the latest invoice number, also if that invoice was erased: numbers are never reused. */
export const lastInvoiceFact = "lastInvoiceNumber";

/** Name of the fact that holds the latest credit note number. */
export const lastCreditNoteFact = "lastCreditNoteNumber";

/** Name of the fact that exists while staff and above must use a second factor. */
export const secondFactorFact = "secondStepDemanded";

/** Name of the fact that holds the time zone of the totals' days, see `db/totals`. */
export const totalsZoneFact = "totalsTimeZone";
