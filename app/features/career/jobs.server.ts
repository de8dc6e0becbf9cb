/** Jobs that the company has or had to give. */
import { count, eq, isNotNull, isNull } from "drizzle-orm";
import { db } from "db";
import { applicationStages } from "db/lookups";
import { applications, type CareerJob, careerJobs } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { recordId } from "~/core/values/ids";
import type { Listing } from "~/core/list/listing.server";
import { applicationsBy } from "./applications.server";

export const jobListing: Listing<typeof careerJobs> = {
  path: "/career/jobs",
  table: careerJobs,
  search: [careerJobs.title, careerJobs.department, careerJobs.location, careerJobs.managerName],
  filters: {
    state: {
      label: "State",
      options: [
        { value: "open", title: "Open" },
        { value: "closed", title: "Closed" },
      ],
      by: (state) => (state === "open" ? isNull(careerJobs.closedAt) : isNotNull(careerJobs.closedAt)),
    },
  },
  sorts: { openedAt: careerJobs.openedAt },
  sort: "-openedAt",
  tabs: "state",
};

/** Returns a job by id; undefined if there is none. */
export async function findJob(written: unknown): Promise<CareerJob | undefined> {
  return (
    await db
      .select()
      .from(careerJobs)
      .where(eq(careerJobs.id, recordId(written)))
  )[0];
}

/** Adds the number of applications to the jobs. */
export async function listedJobs(jobs: CareerJob[]) {
  const applied = await applicationsBy(
    applications.jobId,
    jobs.map(({ id }) => id),
  );
  return jobs.map((job) => ({ ...job, applications: applied.get(job.id) ?? 0 }));
}

/** Counts a job's applications per stage, in the order of the stages, without empty ones. */
export async function stagesOf(jobId: number): Promise<{ stage: string; applied: number }[]> {
  const counts = await db
    .select({ stage: applications.stage, applied: count() })
    .from(applications)
    .where(eq(applications.jobId, jobId))
    .groupBy(applications.stage);
  return applicationStages.flatMap(({ value }) => counts.find(({ stage }) => stage === value) ?? []);
}

export const jobColumns: Columns<Awaited<ReturnType<typeof listedJobs>>[number]> = {
  job: (job) => job.id,
  title: (job) => job.title,
  department: (job) => job.department,
  location: (job) => job.location,
  employment: (job) => job.employment,
  seats: (job) => job.seats,
  manager: (job) => job.managerName,
  opened: (job) => job.openedAt,
  closed: (job) => job.closedAt,
  applications: (job) => job.applications,
};
