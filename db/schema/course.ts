/** Courses for the company's employees. */
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { CourseTopic } from "../lookups";
import { natural } from "../compare";
import { time } from "./columns";

export const courses = sqliteTable(
  "courses",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    title: text("title").notNull(),
    topic: text("topic").notNull().$type<CourseTopic>(),
    description: text("description").notNull().default(""),
    /** The teacher; the name is a copy. */
    teacherId: integer("teacher_id"),
    teacherName: text("teacher_name").notNull(),
    createdAt: time("created_at").notNull(),
  },
  (table) => [
    index("courses_title").on(natural(table.title), table.id),
    index("courses_created").on(table.createdAt, table.id),
    index("courses_teacher").on(table.teacherId),
  ],
);

export const lessons = sqliteTable(
  "lessons",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    courseId: integer("course_id")
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    /** Position in the course, from 1. */
    place: integer("place").notNull(),
    title: text("title").notNull(),
    /** Expected duration. */
    minutes: integer("minutes").notNull(),
  },
  (table) => [index("lessons_course").on(table.courseId, table.place)],
);

/** A learner's enrollment in a course. */
export const enrolments = sqliteTable(
  "enrolments",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    courseId: integer("course_id")
      .notNull()
      .references(() => courses.id, { onDelete: "cascade" }),
    /** The learner; the name is a copy that survives deletion, but not erasure. */
    learnerId: integer("learner_id"),
    learnerName: text("learner_name").notNull(),
    enrolledAt: time("enrolled_at").notNull(),
    /** Null before the first study session. */
    lastStudiedAt: time("last_studied_at"),
    lessonsDone: integer("lessons_done").notNull().default(0),
    /** When the last lesson was finished; null before. */
    completedAt: time("completed_at"),
  },
  (table) => [
    index("enrolments_enrolled").on(table.enrolledAt, table.id, table.completedAt),
    index("enrolments_completed").on(table.completedAt, table.enrolledAt),
    index("enrolments_course").on(table.courseId, table.enrolledAt),
    index("enrolments_learner").on(table.learnerId, table.enrolledAt),
    index("enrolments_studied").on(table.completedAt, table.lastStudiedAt),
  ],
);

/** A study session; `finished` tells whether it completed the lesson. */
export const studySessions = sqliteTable(
  "study_sessions",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    enrolmentId: integer("enrolment_id")
      .notNull()
      .references(() => enrolments.id, { onDelete: "cascade" }),
    lessonId: integer("lesson_id")
      .notNull()
      .references(() => lessons.id, { onDelete: "cascade" }),
    at: time("at").notNull(),
    minutes: integer("minutes").notNull(),
    finished: integer("finished", { mode: "boolean" }).notNull().default(false),
  },
  (table) => [
    index("study_sessions_at").on(table.at, table.id, table.minutes),
    index("study_sessions_enrolment").on(table.enrolmentId, table.at),
  ],
);

/** A learner's test result. */
export const testResults = sqliteTable(
  "test_results",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    enrolmentId: integer("enrolment_id")
      .notNull()
      .references(() => enrolments.id, { onDelete: "cascade" }),
    topic: text("topic").notNull().$type<CourseTopic>(),
    at: time("at").notNull(),
    /** 0 to 100. */
    score: integer("score").notNull(),
  },
  (table) => [
    index("test_results_at").on(table.at, table.id, table.topic, table.score),
    index("test_results_enrolment").on(table.enrolmentId, table.at),
  ],
);

/** An assignment that a learner has to hand in. */
export const courseTasks = sqliteTable(
  "course_tasks",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    enrolmentId: integer("enrolment_id")
      .notNull()
      .references(() => enrolments.id, { onDelete: "cascade" }),
    title: text("title").notNull(),
    /** The day, such as `2026-11-21`. */
    dueDate: text("due_date").notNull(),
    doneAt: time("done_at"),
  },
  (table) => [
    index("course_tasks_due").on(table.doneAt, table.dueDate, table.id),
    index("course_tasks_day").on(table.dueDate, table.id),
    index("course_tasks_enrolment").on(table.enrolmentId, table.dueDate),
  ],
);

export type Course = typeof courses.$inferSelect;
export type Lesson = typeof lessons.$inferSelect;
export type Enrolment = typeof enrolments.$inferSelect;
export type StudySession = typeof studySessions.$inferSelect;
export type TestResult = typeof testResults.$inferSelect;
export type CourseTask = typeof courseTasks.$inferSelect;
