import { expect, it } from "vitest";
import { db, write } from "db";
import { careerJobs, interviews, stageEvents } from "db/schema";
import { addApplication, addInterview, addJob } from "~/testing/career";
import { cast, testDatabase } from "~/testing/database";
import { careerOf, eraseFromCareer } from "./erase.server";

testDatabase();

const { ada, ben } = cast;
const startsAt = new Date("2026-03-02T10:00:00Z");

/** A job of Ada's with a candidate whom Ben interviews. */
async function fixture() {
  const job = await addJob({ managerId: ada.id, managerName: ada.name });
  const id = await addApplication({ job, applied: "2026-03-01T10:00:00Z" });
  await addInterview(id, startsAt, { interviewerId: ben.id, interviewerName: ben.name });
  await write(async (tx) => void (await tx.update(stageEvents).set({ byId: ada.id, byName: ada.name })));
}

it("the data download contains the jobs and interviews of a user, and nothing about candidates", async () => {
  await fixture();
  expect(await careerOf(ada)).toMatchObject({ jobs: [{ title: "Painter" }], interviews: [] });
  const ofBen = await careerOf(ben);
  expect(ofBen).toMatchObject({ jobs: [], interviews: [{ job: "Painter", kind: "Video", startsAt, minutes: 30 }] });
  expect(JSON.stringify(ofBen)).not.toContain("Cleo");
});

it("erasing a person removes their name from jobs, interviews and steps, and keeps those of others", async () => {
  await fixture();
  const names = async () => [
    (await db.select().from(careerJobs))[0]?.managerName,
    (await db.select().from(interviews))[0]?.interviewerName,
    (await db.select().from(stageEvents))[0]?.byName,
  ];
  await write((tx) => eraseFromCareer(tx, ada.id));
  const [manager, interviewer, by] = await names();
  expect([manager, interviewer, by]).toEqual([by, ben.name, manager]);
  expect(manager).not.toBe(ada.name);
  await write((tx) => eraseFromCareer(tx, ben.id));
  expect(await names()).toEqual([manager, manager, manager]);
});
