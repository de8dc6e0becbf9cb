import { describe, expect, it } from "vitest";
import { db } from "db";
import { applicationSources, applicationStages } from "db/lookups";
import { applications, candidates, careerJobs, interviews, stageEvents, users } from "db/schema";
import { isStuck } from "~/features/career/applications.server";
import { testDatabase } from "~/testing/database";
import { seedSamples } from ".";
import { sampleCareer } from "./career";
import { sampleUsers } from "./users";

testDatabase({ samples: true });

const now = new Date();
const names = <Row extends { name: string }>(rows: Row[]) => rows.map(({ name }) => name);
/** Times at which the sample is created: two per day of a week that includes a clock change. */
const moments = Array.from({ length: 7 }, (_, day) =>
  ["00:10", "23:50"].map((clock) => new Date(`2026-10-${22 + day}T${clock}:00Z`)),
).flat();

describe("the sample's career area", () => {
  it("has seven jobs, of which two are closed, given by HR managers of the sample", async () => {
    const jobs = await db.select().from(careerJobs);
    expect([jobs.length, jobs.filter(({ closedAt }) => closedAt).length]).toEqual([7, 2]);
    const hired = (await db.select().from(applications)).filter(({ stage }) => stage === "Hired");
    for (const { id, seats, closedAt } of jobs) {
      const taken = hired.filter(({ jobId }) => jobId === id).length;
      expect(taken === seats, `job ${id}`).toBe(closedAt !== null);
    }
    const people = await db.select().from(users);
    for (const { managerId, managerName } of jobs)
      expect(people.find(({ id }) => id === managerId)).toMatchObject({ name: managerName, role: "HR Manager" });
  });

  it("has candidates of its own, whose addresses reach nobody", async () => {
    const people = await db.select().from(candidates);
    expect(people.length).toBeGreaterThanOrEqual(44);
    expect(new Set(names(people)).size).toBe(people.length);
    const staff = names(await db.select().from(users));
    for (const { name, email } of people)
      expect([staff.includes(name), email.endsWith("@example.com")]).toEqual([false, true]);
  });

  it("uses every source and every stage, and has some who are stuck and some who are invited", async () => {
    const rows = await db.select().from(applications);
    expect(new Set(rows.map(({ source }) => source))).toEqual(new Set(applicationSources.map(({ value }) => value)));
    expect(new Set(rows.map(({ stage }) => stage))).toEqual(new Set(applicationStages.map(({ value }) => value)));
    expect((await db.select().from(applications).where(isStuck())).length).toBeGreaterThanOrEqual(3);
    const talks = await db.select().from(interviews);
    expect(talks.filter(({ startsAt }) => startsAt > now).length).toBeGreaterThanOrEqual(4);
    for (const { startsAt, outcome } of talks) expect(outcome === null).toBe(startsAt > now);
  });

  it("has for each application the steps that led to where it is", async () => {
    const events = await db.select().from(stageEvents).orderBy(stageEvents.at);
    for (const { id, appliedAt, stage, stageAt } of await db.select().from(applications)) {
      const own = events.filter(({ applicationId }) => applicationId === id);
      expect(own[0]).toMatchObject({ stage: "Applied", at: appliedAt });
      expect(own.at(-1)).toMatchObject({ stage, at: stageAt });
    }
  });

  it("is sound whatever the day and the hour on which it is made, in any time zone", () => {
    for (const zone of ["America/Los_Angeles", "Pacific/Auckland"]) {
      for (const moment of moments) {
        const { jobs, applications, events, interviews } = sampleCareer(moment, sampleUsers(moment), zone);
        for (const application of applications) {
          const job = jobs.find(({ id }) => id === application.jobId);
          const own = events
            .filter(({ applicationId }) => applicationId === application.id)
            .map(({ at }) => at.getTime());
          const about = `${application.id}, ${zone}, ${moment.toISOString()}`;
          expect(own, about).toEqual([...new Set(own)].toSorted((one, two) => one - two));
          expect(own.at(-1), about).toBeLessThanOrEqual(moment.getTime());
          expect(own[0], about).toBeGreaterThan(job?.openedAt.getTime() ?? Infinity);
          if (job?.closedAt) expect(own.at(-1), about).toBeLessThanOrEqual(job.closedAt.getTime());
          for (const talk of interviews.filter(({ applicationId }) => applicationId === application.id))
            expect(talk.startsAt.getTime(), about).toBeGreaterThan(own[0] ?? 0);
        }
        for (const { startsAt, outcome } of interviews)
          expect(outcome === null, `${startsAt.toISOString()} ${moment.toISOString()}`).toBe(startsAt > moment);
      }
    }
  });

  it("is the same whenever it is made at the same moment", async () => {
    expect(sampleCareer(now, sampleUsers(now), "UTC")).toEqual(sampleCareer(now, sampleUsers(now), "UTC"));
    await seedSamples({ instead: true, now });
    expect((await db.select().from(applications)).length).toBe(46);
  });
});
