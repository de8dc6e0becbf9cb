/** The career data of a colleague: removed when they are erased, and part of the download of their data. */
import { asc, eq } from "drizzle-orm";
import { db, type Transaction } from "db";
import { applications, careerJobs, interviews, stageEvents, type User } from "db/schema";
import { erased } from "~/core/resource/erase.server";

/**
 * Takes a person's name off the jobs that they give, the interviews that they hold and the steps that they wrote down.
 */
export async function eraseFromCareer(tx: Transaction, personId: number): Promise<void> {
  await tx.update(careerJobs).set({ managerId: null, managerName: erased }).where(eq(careerJobs.managerId, personId));
  await tx
    .update(interviews)
    .set({ interviewerId: null, interviewerName: erased })
    .where(eq(interviews.interviewerId, personId));
  await tx.update(stageEvents).set({ byId: null, byName: erased }).where(eq(stageEvents.byId, personId));
}

/** The jobs that they give and the interviews that they hold. Candidates are other people, so they are left out. */
export async function careerOf({ id }: User) {
  const { title, department, openedAt, closedAt } = careerJobs;
  const { kind, startsAt, minutes, outcome } = interviews;
  return {
    jobs: await db
      .select({ title, department, openedAt, closedAt })
      .from(careerJobs)
      .where(eq(careerJobs.managerId, id))
      .orderBy(asc(careerJobs.id)),
    interviews: await db
      .select({ job: title, kind, startsAt, minutes, outcome })
      .from(interviews)
      .innerJoin(applications, eq(applications.id, interviews.applicationId))
      .innerJoin(careerJobs, eq(careerJobs.id, applications.jobId))
      .where(eq(interviews.interviewerId, id))
      .orderBy(asc(startsAt), asc(interviews.id)),
  };
}
