/** Jobs and applications for tests. */
import { write } from "db";
import type { ApplicationSource, ApplicationStage } from "db/lookups";
import { applications, candidates, careerJobs, interviews, stageEvents } from "db/schema";

type Step = [stage: ApplicationStage, at: string];

const first = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error("Nothing was written.");
  return row;
};

/** Inserts a job, open since the start of 2026 by default, and returns its number. */
export const addJob = (values: Partial<typeof careerJobs.$inferInsert> = {}): Promise<number> =>
  write(async (tx) => {
    const job = {
      title: "Painter",
      department: "Works",
      location: "Oslo",
      employment: "Full-time",
      managerName: "Nobody",
      openedAt: new Date("2026-01-01T09:00:00Z"),
      ...values,
    };
    return first(await tx.insert(careerJobs).values(job).returning()).id;
  });

interface NewApplication {
  job: number;
  name?: string;
  source?: ApplicationSource;
  /** The time of the application, and the steps after it. */
  applied: string;
  then?: Step[];
}

/** Inserts a candidate with an application and its steps, and returns the application's number. */
export const addApplication = ({
  job,
  name = "Cleo Candidate",
  source = "Job board",
  applied,
  then = [],
}: NewApplication): Promise<number> =>
  write(async (tx) => {
    const candidate = first(
      await tx
        .insert(candidates)
        .values({ name, email: "cleo@example.com", createdAt: new Date(applied) })
        .returning(),
    );
    const steps: Step[] = [["Applied", applied], ...then];
    const [stage, at] = steps.at(-1) ?? ["Applied", applied];
    const application = first(
      await tx
        .insert(applications)
        .values({
          jobId: job,
          candidateId: candidate.id,
          source,
          appliedAt: new Date(applied),
          stage,
          stageAt: new Date(at),
        })
        .returning(),
    );
    await tx
      .insert(stageEvents)
      .values(
        steps.map(([stage, at]) => ({ applicationId: application.id, stage, at: new Date(at), byName: "Portico" })),
      );
    return application.id;
  });

/** Inserts an interview for an application. */
export const addInterview = (
  applicationId: number,
  startsAt: Date,
  values: Partial<typeof interviews.$inferInsert> = {},
) =>
  write(
    async (tx) =>
      void (await tx
        .insert(interviews)
        .values({ applicationId, kind: "Video", startsAt, minutes: 30, interviewerName: "Ada Active", ...values })),
  );
