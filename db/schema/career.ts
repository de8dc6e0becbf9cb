/** Job openings, candidates and applications. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ApplicationSource, ApplicationStage, InterviewKind } from "../lookups";
import { natural } from "../compare";
import { time } from "./columns";

/** A job opening, open or closed. The table `jobs` is for background work of the server. */
export const careerJobs = sqliteTable(
  "career_jobs",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    department: text("department").notNull(),
    location: text("location").notNull(),
    employment: text("employment").notNull(),
    /** Number of people to hire. */
    seats: integer("seats").notNull().default(1),
    /** The hiring manager; the name is a copy. */
    managerId: integer("manager_id"),
    managerName: text("manager_name").notNull(),
    openedAt: time("opened_at").notNull(),
    /** Null while the job is open. */
    closedAt: time("closed_at"),
    description: text("description").notNull().default(""),
  },
  (table) => [
    index("career_jobs_opened").on(table.openedAt, table.id),
    index("career_jobs_closed").on(table.closedAt),
    index("career_jobs_manager").on(table.managerId),
  ],
);

export const candidates = sqliteTable(
  "candidates",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    name: text("name").notNull(),
    email: text("email").notNull(),
    phone: text("phone").notNull().default(""),
    country: text("country").notNull().default(""),
    /** Their occupation, in one line. */
    headline: text("headline").notNull().default(""),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    index("candidates_name").on(natural(table.name), table.id),
    index("candidates_created").on(table.createdAt, table.id),
  ],
);

export const applications = sqliteTable(
  "applications",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    jobId: integer("job_id")
      .notNull()
      .references(() => careerJobs.id, { onDelete: "cascade" }),
    candidateId: integer("candidate_id")
      .notNull()
      .references(() => candidates.id, { onDelete: "cascade" }),
    source: text("source").notNull().$type<ApplicationSource>(),
    appliedAt: time("applied_at").notNull(),
    /** Current stage, that of the latest stage event. */
    stage: text("stage").notNull().$type<ApplicationStage>(),
    stageAt: time("stage_at").notNull(),
  },
  (table) => [
    index("applications_applied").on(table.appliedAt, table.id, table.stage, table.source),
    index("applications_stage").on(table.stage, table.stageAt),
    index("applications_job").on(table.jobId, table.appliedAt),
    index("applications_candidate").on(table.candidateId),
  ],
);

/** An application reached a stage; the first is "Applied". */
export const stageEvents = sqliteTable(
  "stage_events",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    applicationId: integer("application_id")
      .notNull()
      .references(() => applications.id, { onDelete: "cascade" }),
    stage: text("stage").notNull().$type<ApplicationStage>(),
    at: time("at").notNull(),
    /** The user who moved it, with a copy of the name; null for the initial application. */
    byId: integer("by_id"),
    byName: text("by_name").notNull(),
    note: text("note").notNull().default(""),
  },
  (table) => [
    index("stage_events_application").on(table.applicationId, table.at),
    index("stage_events_stage").on(table.stage, table.at, table.applicationId),
    index("stage_events_by").on(table.byId),
  ],
);

export const interviews = sqliteTable(
  "interviews",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    applicationId: integer("application_id")
      .notNull()
      .references(() => applications.id, { onDelete: "cascade" }),
    kind: text("kind").notNull().$type<InterviewKind>(),
    startsAt: time("starts_at").notNull(),
    minutes: integer("minutes").notNull(),
    /** The interviewer; the name is a copy. */
    interviewerId: integer("interviewer_id"),
    interviewerName: text("interviewer_name").notNull(),
    /** Null until it has taken place. */
    outcome: text("outcome"),
  },
  (table) => [
    index("interviews_starts").on(table.startsAt, table.id),
    index("interviews_application").on(table.applicationId, table.startsAt),
    index("interviews_interviewer").on(table.interviewerId),
  ],
);

export type CareerJob = typeof careerJobs.$inferSelect;
export type Candidate = typeof candidates.$inferSelect;
export type Application = typeof applications.$inferSelect;
export type StageEvent = typeof stageEvents.$inferSelect;
export type Interview = typeof interviews.$inferSelect;
