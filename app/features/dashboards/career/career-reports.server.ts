/** The tables of the career dashboard. */
import { asc, count, inArray, isNull, sql } from "drizzle-orm";
import { daysInStage, isStuck, withNames } from "~/features/career/applications.server";
import { nextInterviews } from "~/features/career/interviews.server";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { dayAt, daysBetween } from "db/dates";
import { applications, careerJobs } from "db/schema";
import { onDays } from "~/core/list/days.server";
import { pick } from "~/core/values/pick";
import { today } from "~/core/values/today.server";
import type { Period } from "../period";
import type { Report } from "../reports.server";

async function openJobs(period: Period, most: number) {
  const jobs = await db
    .select()
    .from(careerJobs)
    .where(isNull(careerJobs.closedAt))
    .orderBy(asc(careerJobs.openedAt), asc(careerJobs.id))
    .limit(most);
  const inPeriod = onDays(applications.appliedAt, period);
  const counts = await db
    .select({ id: applications.jobId, all: count(), now: sql<number>`count(*) filter (where ${inPeriod})` })
    .from(applications)
    .where(
      inArray(
        applications.jobId,
        jobs.map(({ id }) => id),
      ),
    )
    .groupBy(applications.jobId);
  const counted = new Map(counts.map(({ id, ...of }) => [id, of]));
  return jobs.map((job) => ({
    ...pick(job, "id", "title", "department", "location", "openedAt"),
    ...(counted.get(job.id) ?? { all: 0, now: 0 }),
    daysOpen: daysBetween(dayAt(job.openedAt, timeZone()), today()),
  }));
}

/** Candidates who wait, the longest first. */
async function longestWaiting(_: Period, most: number) {
  const now = new Date();
  const waiting = await db
    .select()
    .from(applications)
    .where(isStuck(now))
    .orderBy(asc(applications.stageAt), asc(applications.id))
    .limit(most);
  return (await withNames(waiting)).map((row) => ({
    ...pick(row, "id", "candidateId", "candidateName", "jobId", "jobTitle", "stage", "stageAt"),
    days: daysInStage(row, now),
  }));
}

const report = <Row>(of: Report<Row>) => of;

export const careerReports = {
  "open-jobs": report({
    rows: openJobs,
    columns: {
      job: ({ id }) => id,
      title: ({ title }) => title,
      department: ({ department }) => department,
      location: ({ location }) => location,
      opened: ({ openedAt }) => openedAt,
      days: ({ daysOpen }) => daysOpen,
      applications: ({ all }) => all,
      inPeriod: ({ now }) => now,
    },
  }),
  stuck: report({
    now: true,
    rows: longestWaiting,
    columns: {
      application: ({ id }) => id,
      candidate: ({ candidateName }) => candidateName,
      job: ({ jobTitle }) => jobTitle,
      stage: ({ stage }) => stage,
      since: ({ stageAt }) => stageAt,
      days: ({ days }) => days,
    },
  }),
  "next-interviews": report({
    now: true,
    rows: (_: Period, most: number) => nextInterviews(most),
    columns: {
      starts: ({ startsAt }) => startsAt,
      minutes: ({ minutes }) => minutes,
      kind: ({ kind }) => kind,
      candidate: ({ candidateName }) => candidateName,
      job: ({ jobTitle }) => jobTitle,
      interviewer: ({ interviewerName }) => interviewerName,
    },
  }),
};
