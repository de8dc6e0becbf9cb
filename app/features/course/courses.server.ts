/** Courses as a list, and one of them with its lessons and learners. */
import { count, desc, eq, inArray } from "drizzle-orm";
import { db } from "db";
import { natural } from "db/compare";
import { courseTopics } from "db/lookups";
import { type Course, courses, enrolments, lessons } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import type { Listing } from "~/core/list/listing.server";

export const courseListing: Listing<typeof courses> = {
  path: "/course/courses",
  table: courses,
  search: [courses.title, courses.topic, courses.teacherName],
  filters: { topic: { label: "Topic", options: courseTopics, by: courses.topic } },
  sorts: { title: natural(courses.title), createdAt: courses.createdAt },
  sort: "title",
};

/** Number of lessons, of learners, and of those who completed the course. */
interface CourseCounts {
  lessons: number;
  learners: number;
  completed: number;
}

export async function withCounts(rows: Course[]): Promise<(Course & CourseCounts)[]> {
  const ids = rows.map(({ id }) => id);
  const parts = await lessonsOf(ids);
  const taken = await db
    .select({ courseId: enrolments.courseId, learners: count(), completed: count(enrolments.completedAt) })
    .from(enrolments)
    .where(inArray(enrolments.courseId, ids))
    .groupBy(enrolments.courseId);
  const known = new Map(taken.map(({ courseId, ...counts }) => [courseId, counts]));
  return rows.map((row) => ({
    ...row,
    lessons: parts(row.id),
    ...(known.get(row.id) ?? { learners: 0, completed: 0 }),
  }));
}

/** Returns a function that gives the number of lessons of a course. */
export async function lessonsOf(courseIds: number[]): Promise<(courseId: number) => number> {
  const found = await db
    .select({ courseId: lessons.courseId, lessons: count() })
    .from(lessons)
    .where(inArray(lessons.courseId, courseIds))
    .groupBy(lessons.courseId);
  const known = new Map(found.map(({ courseId, lessons }) => [courseId, lessons]));
  return (courseId) => known.get(courseId) ?? 0;
}

export const courseColumns: Columns<Course & CourseCounts> = {
  id: (course) => course.id,
  title: (course) => course.title,
  topic: (course) => course.topic,
  teacher: (course) => course.teacherName,
  lessons: (course) => course.lessons,
  learners: (course) => course.learners,
  completed: (course) => course.completed,
  created: (course) => course.createdAt,
};

export async function getCourse(id: number): Promise<Course | undefined> {
  return (await db.select().from(courses).where(eq(courses.id, id)))[0];
}

/**
 * The lessons of a course in their order, with how many people have finished each: they are taken one after the other.
 */
export async function lessonsWithFinishers(courseId: number) {
  const { id, place, title, minutes } = lessons;
  const own = await db
    .select({ id, place, title, minutes })
    .from(lessons)
    .where(eq(lessons.courseId, courseId))
    .orderBy(place);
  const reached = await db
    .select({ done: enrolments.lessonsDone, learners: count() })
    .from(enrolments)
    .where(eq(enrolments.courseId, courseId))
    .groupBy(enrolments.lessonsDone);
  return own.map((lesson) => ({
    ...lesson,
    finished: reached.reduce((sum, { done, learners }) => (done >= lesson.place ? sum + learners : sum), 0),
  }));
}

/** Returns a course's latest enrolments, newest first. */
export const learnersOf = (courseId: number, limit: number) =>
  db
    .select()
    .from(enrolments)
    .where(eq(enrolments.courseId, courseId))
    .orderBy(desc(enrolments.enrolledAt))
    .limit(limit);
