/** Talks with candidates, past and to come. */
import { asc, eq, gte, inArray, lt, sql } from "drizzle-orm";
import { db } from "db";
import { interviewKinds } from "db/lookups";
import { applications, candidates, type Interview, interviews } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import type { Listing } from "~/core/list/listing.server";
import { momentIn } from "~/core/list/days.server";
import { withNames } from "./applications.server";

const candidateName = sql`(select ${candidates.name} from ${candidates} inner join ${applications} on ${applications.candidateId} = ${candidates.id} where ${applications.id} = ${interviews.applicationId})`;

export const interviewListing: Listing<typeof interviews> = {
  path: "/career/interviews",
  table: interviews,
  search: [candidateName, interviews.interviewerName, interviews.outcome],
  filters: {
    upcoming: {
      label: "Time",
      options: [
        { value: "yes", title: "Upcoming" },
        { value: "no", title: "Past" },
      ],
      by: (upcoming) =>
        upcoming === "yes" ? gte(interviews.startsAt, new Date()) : lt(interviews.startsAt, new Date()),
    },
    kind: { label: "Kind", options: interviewKinds, by: interviews.kind },
    when: { label: "On", type: "days", by: momentIn(interviews.startsAt) },
  },
  sorts: { startsAt: interviews.startsAt },
  sort: "-startsAt",
  tabs: "upcoming",
};

/** Adds the candidate's name and the job to the interviews. */
export async function listedInterviews(rows: Interview[]) {
  const { id, candidateId, jobId } = applications;
  const applied = await db
    .select({ id, candidateId, jobId })
    .from(applications)
    .where(
      inArray(
        id,
        rows.map(({ applicationId }) => applicationId),
      ),
    );
  const known = new Map((await withNames(applied)).map(({ id, ...names }) => [id, names]));
  return rows.map((row) => ({
    ...row,
    candidateId: 0,
    jobId: 0,
    candidateName: "",
    jobTitle: "",
    ...known.get(row.applicationId),
  }));
}

type ListedInterview = Awaited<ReturnType<typeof listedInterviews>>[number];

/** Returns the upcoming interviews, soonest first. */
export const nextInterviews = async (limit: number, now = new Date()) =>
  listedInterviews(
    await db
      .select()
      .from(interviews)
      .where(gte(interviews.startsAt, now))
      .orderBy(asc(interviews.startsAt), asc(interviews.id))
      .limit(limit),
  );

/** Returns the interviews of an application, oldest first. */
export const interviewsOf = (applicationId: number) =>
  db.select().from(interviews).where(eq(interviews.applicationId, applicationId)).orderBy(asc(interviews.startsAt));

export const interviewColumns: Columns<ListedInterview> = {
  interview: (row) => row.id,
  starts: (row) => row.startsAt,
  minutes: (row) => row.minutes,
  kind: (row) => row.kind,
  candidate: (row) => row.candidateName,
  job: (row) => row.jobTitle,
  interviewer: (row) => row.interviewerName,
  outcome: (row) => row.outcome,
};
