/** The list of enrolments, and one enrolment with its progress. */
import { and, asc, desc, eq, inArray, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { db } from "db";
import { courses, courseTasks, type Enrolment, enrolments, lessons, studySessions, testResults } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { recordId } from "~/core/values/ids";
import type { Listing } from "~/core/list/listing.server";
import { momentIn } from "~/core/list/days.server";
import { findPersonByName } from "~/core/list/find-people.server";
import { today } from "~/core/values/today.server";
import { lessonsOf } from "./courses.server";
import { courseTitle, learnerName } from "./learners.server";
import { whereAtRisk } from "./risk.server";
import { whereTaskOverdue } from "./task-state.server";

const states = [
  { value: "in-progress", title: "In progress" },
  { value: "completed", title: "Completed" },
];

export const enrolmentListing: Listing<typeof enrolments> = {
  path: "/course/enrolments",
  table: enrolments,
  search: [
    enrolments.learnerName,
    sql`(select ${courses.title} from ${courses} where ${courses.id} = ${enrolments.courseId})`,
  ],
  filters: {
    state: { label: "State", options: states, by: whereInState },
    risk: { label: "Risk", options: [{ value: "at-risk", title: "At risk" }], by: () => whereAtRisk() },
    course: { label: "Course", type: "record", title: courseTitle, by: (id) => eq(enrolments.courseId, recordId(id)) },
    learner: {
      label: "Learner",
      type: "record",
      title: learnerName,
      named: findPersonByName,
      by: (id) => eq(enrolments.learnerId, recordId(id)),
      person: enrolments.learnerId,
    },
    enrolled: { label: "Enrolled", type: "days", by: momentIn(enrolments.enrolledAt) },
    completed: { label: "Completed on", type: "days", by: momentIn(enrolments.completedAt) },
  },
  sorts: { enrolledAt: enrolments.enrolledAt },
  sort: "-enrolledAt",
  tabs: "state",
};

function whereInState(state: string): SQL {
  return state === "completed" ? isNotNull(enrolments.completedAt) : isNull(enrolments.completedAt);
}

/** Adds the course of each enrolment, and how many lessons it has. */
export async function withCourse<Row extends Pick<Enrolment, "courseId">>(
  rows: Row[],
): Promise<(Row & { course: string; lessons: number })[]> {
  const ids = [...new Set(rows.map(({ courseId }) => courseId))];
  const found = await db.select({ id: courses.id, title: courses.title }).from(courses).where(inArray(courses.id, ids));
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  const parts = await lessonsOf(ids);
  return rows.map((row) => ({ ...row, course: titles.get(row.courseId) ?? "", lessons: parts(row.courseId) }));
}

export const enrolmentColumns: Columns<Enrolment & { course: string; lessons: number }> = {
  id: (enrolment) => enrolment.id,
  learner: (enrolment) => enrolment.learnerName,
  course: (enrolment) => enrolment.course,
  enrolled: (enrolment) => enrolment.enrolledAt,
  lessonsDone: (enrolment) => enrolment.lessonsDone,
  lessons: (enrolment) => enrolment.lessons,
  lastStudied: (enrolment) => enrolment.lastStudiedAt,
  completed: (enrolment) => enrolment.completedAt,
};

export async function getEnrolment(id: number): Promise<Enrolment | undefined> {
  return (await db.select().from(enrolments).where(eq(enrolments.id, id)))[0];
}

/**
 * The lessons of an enrolment's course in their order, each with the minutes spent on it and the moment in which it was
 * finished.
 */
export async function lessonsTaken({ id, courseId }: Pick<Enrolment, "id" | "courseId">) {
  const { place, title, minutes } = lessons;
  const own = await db
    .select({ id: lessons.id, place, title, minutes })
    .from(lessons)
    .where(eq(lessons.courseId, courseId))
    .orderBy(place);
  const { lessonId, at, finished } = studySessions;
  const spent = await db
    .select({
      lessonId,
      minutes: sql<number>`sum(${studySessions.minutes})`,
      finishedAt: sql<number | null>`max(${at}) filter (where ${finished})`,
    })
    .from(studySessions)
    .where(eq(studySessions.enrolmentId, id))
    .groupBy(lessonId);
  const known = new Map(spent.map(({ lessonId, ...of }) => [lessonId, of]));
  return own.map((lesson) => ({
    ...lesson,
    spent: known.get(lesson.id)?.minutes ?? 0,
    finishedAt: known.get(lesson.id)?.finishedAt ?? null,
  }));
}

/** The last times of study of an enrolment. */
export function sessionsOf(enrolmentId: number, limit: number) {
  const { id, at, minutes, finished } = studySessions;
  return db
    .select({ id, at, minutes, finished, lesson: lessons.title })
    .from(studySessions)
    .innerJoin(lessons, eq(lessons.id, studySessions.lessonId))
    .where(eq(studySessions.enrolmentId, enrolmentId))
    .orderBy(desc(at))
    .limit(limit);
}

/** Its tests in the order in which they were taken, and its tasks in that of their days. */
export async function testsAndTasksOf(enrolmentId: number) {
  const tests = await db
    .select()
    .from(testResults)
    .where(eq(testResults.enrolmentId, enrolmentId))
    .orderBy(asc(testResults.at));
  const tasks = await db
    .select()
    .from(courseTasks)
    .where(eq(courseTasks.enrolmentId, enrolmentId))
    .orderBy(asc(courseTasks.dueDate));
  return { tests, tasks };
}

/** Returns a function that gives the number of overdue tasks of an enrolment. */
export async function overdueTasks(enrolmentIds: number[], day = today()): Promise<(enrolmentId: number) => number> {
  const found = await db
    .select({ enrolmentId: courseTasks.enrolmentId, tasks: sql<number>`count(*)` })
    .from(courseTasks)
    .where(and(inArray(courseTasks.enrolmentId, enrolmentIds), whereTaskOverdue(day)))
    .groupBy(courseTasks.enrolmentId);
  const known = new Map(found.map(({ enrolmentId, tasks }) => [enrolmentId, tasks]));
  return (enrolmentId) => known.get(enrolmentId) ?? 0;
}
