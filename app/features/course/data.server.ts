/** The course data in the download of a user's own data. */
import { asc, eq } from "drizzle-orm";
import { db } from "db";
import { courses, courseTasks, enrolments, lessons, studySessions, testResults, type User } from "db/schema";
import { pick } from "~/core/values/pick";

/** The courses that they take, with all that they have done for each. */
export async function* coursesOf(me: User) {
  const taken = await db
    .select({ enrolment: enrolments, course: courses.title })
    .from(enrolments)
    .innerJoin(courses, eq(courses.id, enrolments.courseId))
    .where(eq(enrolments.learnerId, me.id))
    .orderBy(asc(enrolments.enrolledAt));
  for (const { enrolment, course } of taken) {
    const studied = await db
      .select({ lesson: lessons.title, session: studySessions })
      .from(studySessions)
      .innerJoin(lessons, eq(lessons.id, studySessions.lessonId))
      .where(eq(studySessions.enrolmentId, enrolment.id))
      .orderBy(asc(studySessions.at));
    const tests = await db
      .select()
      .from(testResults)
      .where(eq(testResults.enrolmentId, enrolment.id))
      .orderBy(asc(testResults.at));
    const tasks = await db
      .select()
      .from(courseTasks)
      .where(eq(courseTasks.enrolmentId, enrolment.id))
      .orderBy(asc(courseTasks.dueDate));
    yield {
      course,
      ...pick(enrolment, "enrolledAt", "lessonsDone", "lastStudiedAt", "completedAt"),
      studied: studied.map(({ lesson, session }) => ({ lesson, ...pick(session, "at", "minutes", "finished") })),
      results: tests.map((test) => pick(test, "topic", "at", "score")),
      tasks: tasks.map((task) => pick(task, "title", "dueDate", "doneAt")),
    };
  }
}

/** The courses that they teach. */
export const taughtBy = (me: User) =>
  db
    .select({ course: courses.title, topic: courses.topic, since: courses.createdAt })
    .from(courses)
    .where(eq(courses.teacherId, me.id))
    .orderBy(asc(courses.id));
