/** The applications, with their stages and times. */
import { and, count, desc, eq, gte, inArray, lt, type SQL, sql } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { addDays, dayAt, daysBetween, startOfDay } from "db/dates";
import { type ApplicationStage, applicationSources, applicationStages } from "db/lookups";
import { type Application, applications, candidates, careerJobs, stageEvents } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { recordId } from "~/core/values/ids";
import { sumMatching } from "~/core/list/counting.server";
import type { Listing } from "~/core/list/listing.server";
import { momentIn } from "~/core/list/days.server";
import { hourIn, onWeekday } from "./clock.server";
import { stuckAfter, openStages, orderedStages } from "./stages";

const candidateName = sql`(select ${candidates.name} from ${candidates} where ${candidates.id} = ${applications.candidateId})`;
const jobTitle = sql`(select ${careerJobs.title} from ${careerJobs} where ${careerJobs.id} = ${applications.jobId})`;

/** Time of the first hiring event. Written as text, because it is used in select lists and in conditions alike. */
export const hiredAt = sql<
  number | null
>`(select min(hired.at) from stage_events hired where hired.application_id = "applications"."id" and hired.stage = 'Hired')`;

/**
 * The name of the sum that a list of hired people has: from the day on which they applied to the day on which they were
 * hired.
 */
export const daysToHire = "Days to hire";

export const applicationListing: Listing<typeof applications> = {
  path: "/career/applications",
  table: applications,
  search: [candidateName, jobTitle],
  filters: {
    stage: { label: "Stage", options: applicationStages, by: applications.stage },
    source: { label: "Source", options: applicationSources, by: applications.source },
    reached: {
      label: "Progress",
      options: orderedStages.map((stage) => ({ value: stage, title: `Reached ${stage.toLowerCase()}` })),
      by: (stage) => whereReached(stage),
    },
    stuck: {
      label: "Movement",
      options: [{ value: "yes", title: `None for over ${stuckAfter} days` }],
      by: () => waitsLong(new Date()),
    },
    job: {
      label: "Job",
      type: "record",
      title: async (id) => (await titlesOf([recordId(id)])).get(recordId(id)),
      by: (id) => eq(applications.jobId, recordId(id)),
    },
    candidate: {
      label: "Candidate",
      type: "record",
      title: async (id) => (await findCandidate(id))?.name,
      by: (id) => eq(applications.candidateId, recordId(id)),
    },
    applied: { label: "Applied on", type: "days", by: momentIn(applications.appliedAt) },
    shortlisted: { label: "Shortlisted on", type: "days", by: (days) => whereReached("Shortlisted", days) },
    hired: { label: "Hired on", type: "days", by: (days) => whereReached("Hired", days) },
    weekday: { label: "Weekday", type: "link", by: (weekday) => onWeekday(applications.appliedAt, weekday) },
    hour: { label: "Hour", type: "link", by: (hour) => hourIn(applications.appliedAt, hour) },
  },
  sorts: { appliedAt: applications.appliedAt },
  sort: "-appliedAt",
  tabs: "stage",
  sums: async (query) => {
    if (!query.filters.hired && query.filters.stage !== "Hired" && query.filters.reached !== "Hired") return [];
    return [
      {
        label: daysToHire,
        as: "number",
        value: await sumMatching(
          applicationListing,
          query,
          sql`day_of(${hiredAt}) - day_of("applications"."applied_at")`,
        ),
      },
    ];
  },
};

/** SQL condition that an application reached a stage, optionally within a period. */
function whereReached(stage: string, days?: string): SQL {
  const on = days === undefined ? [] : momentIn(stageEvents.at)(days);
  return sql`exists (select 1 from ${stageEvents} where ${and(eq(stageEvents.applicationId, applications.id), eq(stageEvents.stage, stage as ApplicationStage), ...on)})`;
}

/**
 * Conditions for applications that have waited too long. Days end at midnight, so that none becomes stuck during a
 * day.
 */
const waitsLong = (now: Date): SQL[] => [
  inArray(applications.stage, openStages),
  lt(applications.stageAt, startOfDay(addDays(dayAt(now, timeZone()), -stuckAfter), timeZone())),
];

export const isStuck = (now = new Date()) => and(...waitsLong(now));

/** Returns the days that an application has been in its stage. */
export const daysInStage = ({ stageAt }: Pick<Application, "stageAt">, now = new Date()) =>
  daysBetween(dayAt(stageAt, timeZone()), dayAt(now, timeZone()));

/** Adds the candidate's name and the job's title to the applications. */
export async function withNames<Row extends Pick<Application, "candidateId" | "jobId">>(rows: Row[]) {
  const people = await db
    .select({ id: candidates.id, name: candidates.name })
    .from(candidates)
    .where(
      inArray(
        candidates.id,
        rows.map(({ candidateId }) => candidateId),
      ),
    );
  const names = new Map(people.map(({ id, name }) => [id, name]));
  const titles = await titlesOf(rows.map(({ jobId }) => jobId));
  return rows.map((row) => ({
    ...row,
    candidateName: names.get(row.candidateId) ?? "",
    jobTitle: titles.get(row.jobId) ?? "",
  }));
}

async function titlesOf(jobIds: number[]): Promise<Map<number, string>> {
  const jobs = await db
    .select({ id: careerJobs.id, title: careerJobs.title })
    .from(careerJobs)
    .where(inArray(careerJobs.id, jobIds));
  return new Map(jobs.map(({ id, title }) => [id, title]));
}

/** Returns the applications with the fields that lists show. */
export async function listedApplications(rows: Application[]) {
  const now = new Date();
  return (await withNames(rows)).map((row) => ({
    ...row,
    days: daysInStage(row, now),
    isOver: !(openStages as string[]).includes(row.stage),
  }));
}

type ListedApplication = Awaited<ReturnType<typeof listedApplications>>[number];

export async function applicationsBy(
  column: typeof applications.jobId | typeof applications.candidateId,
  ids: number[],
): Promise<Map<number, number>> {
  const counts = await db
    .select({ id: column, applied: count() })
    .from(applications)
    .where(inArray(column, ids))
    .groupBy(column);
  return new Map(counts.map(({ id, applied }) => [id, applied]));
}

/** The latest of them, of one job or one candidate. */
export async function latestOf(by: SQL, limit: number) {
  return listedApplications(
    await db
      .select()
      .from(applications)
      .where(by)
      .orderBy(desc(applications.appliedAt), desc(applications.id))
      .limit(limit),
  );
}

/** Returns an application with its names by id; undefined if there is none. */
export async function findApplication(written: unknown): Promise<ListedApplication | undefined> {
  return (await latestOf(eq(applications.id, recordId(written)), 1))[0];
}

/** Returns the stage events of an application, latest first. */
export const eventsOf = (applicationId: number) =>
  db
    .select()
    .from(stageEvents)
    .where(eq(stageEvents.applicationId, applicationId))
    .orderBy(desc(stageEvents.at), desc(stageEvents.id));

/** Returns a candidate by id; undefined if there is none. */
export async function findCandidate(written: unknown) {
  return (
    await db
      .select()
      .from(candidates)
      .where(eq(candidates.id, recordId(written)))
  )[0];
}

/** Returns the applications in a period with the columns that charts count; covered by an index. */
export const appliedBetween = (from: Date, to: Date) =>
  db
    .select({ id: applications.id, appliedAt: applications.appliedAt, source: applications.source })
    .from(applications)
    .where(and(gte(applications.appliedAt, from), lt(applications.appliedAt, to)));

export const applicationColumns: Columns<ListedApplication> = {
  application: (row) => row.id,
  candidate: (row) => row.candidateName,
  job: (row) => row.jobTitle,
  source: (row) => row.source,
  applied: (row) => row.appliedAt,
  stage: (row) => row.stage,
  since: (row) => row.stageAt,
  days: (row) => row.days,
};
