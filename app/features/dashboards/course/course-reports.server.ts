/** The tables of the course dashboard. */
import { and, asc, count, desc, eq, gte, lt, lte, sum } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { db } from "db";
import { addDays, startOfDay, startOfNextDay } from "db/dates";
import { courses, courseTasks, enrolments, testResults } from "db/schema";
import { overdueTasks, withCourse } from "~/features/course/enrolments.server";
import { withEnrolment, withLearner } from "~/features/course/learners.server";
import { lastSeen, riskReason, whereAtRisk } from "~/features/course/risk.server";
import { taskStateOn, whereTaskOpen } from "~/features/course/task-state.server";
import { today } from "~/core/values/today.server";
import { ratio } from "../figures";
import type { Period } from "../period";
import type { Report } from "../reports.server";

/** Open tasks are shown when they are due within so many days. */
const dueWithinDays = 14;

/** The last day of the tasks that are shown. */
export const soonDay = () => addDays(today(), dueWithinDays);

/** Courses with who enrolled in a period, and the tests that were taken in it. */
export async function coursesIn({ from, to }: Period, most: number) {
  const [first, next] = [startOfDay(from, timeZone()), startOfNextDay(to, timeZone())];
  const learners = count(enrolments.id);
  const taken = await db
    .select({
      id: courses.id,
      title: courses.title,
      topic: courses.topic,
      learners,
      completed: count(enrolments.completedAt),
    })
    .from(courses)
    .leftJoin(
      enrolments,
      and(eq(enrolments.courseId, courses.id), gte(enrolments.enrolledAt, first), lt(enrolments.enrolledAt, next)),
    )
    .groupBy(courses.id)
    .orderBy(desc(learners), asc(courses.title))
    .limit(most);
  const tests = await db
    .select({ courseId: enrolments.courseId, results: count(), points: sum(testResults.score).mapWith(Number) })
    .from(testResults)
    .innerJoin(enrolments, eq(enrolments.id, testResults.enrolmentId))
    .where(and(gte(testResults.at, first), lt(testResults.at, next)))
    .groupBy(enrolments.courseId);
  const scores = new Map(tests.map(({ courseId, ...of }) => [courseId, of]));
  return taken.map((course) => {
    const { results, points } = scores.get(course.id) ?? { results: 0, points: 0 };
    return { ...course, rate: ratio(course.completed, course.learners), results, mean: ratio(points, results) };
  });
}

/** Asks for the enrolments at risk. */
export const riskQuery = (most: number) =>
  db.select().from(enrolments).where(whereAtRisk()).orderBy(lastSeen, enrolments.id).limit(most);

/** Returns the learners at risk of not finishing, longest inactive first. */
export async function learnersAtRisk(_: Period, most: number) {
  const found = await riskQuery(most);
  const overdue = await overdueTasks(found.map(({ id }) => id));
  const rows = await withLearner(await withCourse(found));
  return rows.map(({ id, learner, course, lessonsDone, lessons, lastStudiedAt, enrolledAt, completedAt }) => ({
    id,
    learner,
    course,
    lessonsDone,
    lessons,
    lastStudiedAt,
    why: riskReason({ lastStudiedAt, enrolledAt, completedAt }, overdue(id)),
  }));
}

/** Asks for the open tasks that are due soon, or were. */
export function dueQuery(most: number) {
  const due = and(whereTaskOpen, lte(courseTasks.dueDate, soonDay()));
  return db.select().from(courseTasks).where(due).orderBy(courseTasks.dueDate, courseTasks.id).limit(most);
}

/** Returns the overdue tasks, and those due soon. */
export async function tasksDue(_: Period, most: number) {
  const found = await dueQuery(most);
  const rows = await withLearner(await withEnrolment(found));
  return rows.map((row) => ({
    id: row.id,
    enrolmentId: row.enrolmentId,
    title: row.title,
    learner: row.learner,
    course: row.course,
    dueDate: row.dueDate,
    state: taskStateOn(row),
  }));
}

const report = <Row>(of: Report<Row>) => of;

export const courseReports = {
  "by-course": report({
    rows: coursesIn,
    columns: {
      course: ({ id }) => id,
      title: ({ title }) => title,
      topic: ({ topic }) => topic,
      enrolled: ({ learners }) => learners,
      completed: ({ completed }) => completed,
      completionRate: ({ rate }) => rate,
      results: ({ results }) => results,
      meanScore: ({ mean }) => mean,
    },
  }),
  "at-risk": report({
    now: true,
    rows: learnersAtRisk,
    columns: {
      enrolment: ({ id }) => id,
      learner: ({ learner }) => learner.name,
      course: ({ course }) => course,
      lessonsDone: ({ lessonsDone }) => lessonsDone,
      lessons: ({ lessons }) => lessons,
      lastStudied: ({ lastStudiedAt }) => lastStudiedAt,
      why: ({ why }) => why,
    },
  }),
  due: report({
    now: true,
    rows: tasksDue,
    columns: {
      task: ({ id }) => id,
      title: ({ title }) => title,
      learner: ({ learner }) => learner.name,
      course: ({ course }) => course,
      due: ({ dueDate }) => dueDate,
      state: ({ state }) => state,
    },
  }),
};
