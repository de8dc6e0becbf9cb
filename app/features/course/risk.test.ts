import type { SQL } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { db } from "db";
import { addDays } from "db/dates";
import { courseTasks, enrolments } from "db/schema";
import { addCourses, enrol } from "~/testing/courses";
import { testDatabase } from "~/testing/database";
import { overdueTasks } from "./enrolments.server";
import { riskReason, whereAtRisk } from "./risk.server";
import { taskStateOn, whereTaskDone, whereTaskOpen, whereTaskOverdue } from "./task-state.server";

testDatabase();

const day = "2026-11-21";
const at = (daysAgo: number) => `${addDays(day, -daysAgo)}T12:00:00Z`;

/** Enrols learners with each last day of study, completed or not, and with tasks of each due date, done or not. */
async function enrolAllCombinations() {
  await addCourses();
  let id = 0;
  for (const studied of [undefined, 13, 14, 15])
    for (const completed of [undefined, at(1)])
      for (const due of [undefined, -1, 0, 1])
        for (const done of [undefined, at(2)])
          await enrol({
            learner: { id: ++id, name: `Learner ${id}` },
            enrolled: at(14 + (id % 2)),
            completed,
            ...(studied && { studied: [[at(studied), 30]] }),
            ...(due !== undefined && { tasks: [[addDays(day, -due), done]] }),
          });
}

describe("the same rule in TypeScript and SQL", () => {
  it("finds the enrolments at risk", async () => {
    await enrolAllCombinations();
    const rows = await db.select().from(enrolments).orderBy(enrolments.id);
    const overdue = await overdueTasks(
      rows.map(({ id }) => id),
      day,
    );
    const wanted = rows.filter((row) => riskReason(row, overdue(row.id), day) !== "").map(({ id }) => id);
    const found = await db
      .select({ id: enrolments.id })
      .from(enrolments)
      .where(whereAtRisk(day))
      .orderBy(enrolments.id);
    expect(found.map(({ id }) => id)).toEqual(wanted);
    expect(wanted.length).toBeGreaterThan(5);
    expect(wanted.length).toBeLessThan(rows.length - 5);
  });

  it("tells open, overdue and done tasks apart", async () => {
    await enrolAllCombinations();
    const tasks = await db.select().from(courseTasks).orderBy(courseTasks.id);
    const idsWhere = async (condition: SQL | undefined) =>
      (await db.select({ id: courseTasks.id }).from(courseTasks).where(condition).orderBy(courseTasks.id)).map(
        ({ id }) => id,
      );
    const idsIn = (...states: string[]) =>
      tasks.filter((task) => states.includes(taskStateOn(task, day))).map(({ id }) => id);
    expect(await idsWhere(whereTaskOverdue(day))).toEqual(idsIn("Overdue"));
    expect(await idsWhere(whereTaskOpen)).toEqual(idsIn("Open", "Overdue"));
    expect(await idsWhere(whereTaskDone)).toEqual(idsIn("Done"));
  });
});
