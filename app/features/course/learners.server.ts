/** Finds the learners that course records refer to. */
import { and, desc, eq, inArray, isNull, type SQL } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import { db } from "db";
import { courses, enrolments, users } from "db/schema";
import { recordId } from "~/core/values/ids";
import type { FilterRule } from "~/core/list/listing.server";

interface OfEnrolment {
  learnerId: number | null;
  learnerName: string;
  courseId: number;
  course: string;
}

/** A person as they were copied; `inDirectory` says whether they are still there. */
export interface Person {
  id: number;
  name: string;
  image: string | null;
  inDirectory: boolean;
}

export async function withEnrolment<Row extends { enrolmentId: number }>(rows: Row[]): Promise<(Row & OfEnrolment)[]> {
  const { id, learnerId, learnerName, courseId } = enrolments;
  const ids = [...new Set(rows.map(({ enrolmentId }) => enrolmentId))];
  const found = await db
    .select({ id, learnerId, learnerName, courseId, course: courses.title })
    .from(enrolments)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(inArray(id, ids));
  const known = new Map(found.map(({ id, ...enrolment }) => [id, enrolment]));
  return rows.map((row) => ({
    ...row,
    ...(known.get(row.enrolmentId) ?? { learnerId: null, learnerName: "", courseId: 0, course: "" }),
  }));
}

/** Adds to rows the person who learns, for a picture and a link. */
export async function withLearner<Row extends { learnerId: number | null; learnerName: string }>(
  rows: Row[],
): Promise<(Row & { learner: Person })[]> {
  const person = await peopleOf(rows.map(({ learnerId, learnerName }) => ({ id: learnerId, name: learnerName })));
  return rows.map((row) => ({ ...row, learner: person({ id: row.learnerId, name: row.learnerName }) }));
}

/** Looks people up in the directory. */
export async function peopleOf(
  named: { id: number | null; name: string }[],
): Promise<(of: { id: number | null; name: string }) => Person> {
  const ids = [...new Set(named.flatMap(({ id }) => id ?? []))];
  const found = await db
    .select({ id: users.id, image: users.image })
    .from(users)
    .where(and(inArray(users.id, ids), isNull(users.deletedAt)));
  const images = new Map(found.map(({ id, image }) => [id, image]));
  return ({ id, name }) => ({
    id: id ?? 0,
    name,
    image: images.get(id ?? 0) ?? null,
    inDirectory: images.has(id ?? 0),
  });
}

/** Filters of lists whose rows belong to an enrolment: by its course and its learner. */
export const enrolmentFilters = (enrolmentId: AnySQLiteColumn): Record<"course" | "learner", FilterRule> => ({
  course: {
    label: "Course",
    type: "record",
    title: courseTitle,
    by: (id) => ofEnrolments(enrolmentId, eq(enrolments.courseId, recordId(id))),
  },
  learner: {
    label: "Learner",
    type: "record",
    title: learnerName,
    by: (id) => ofEnrolments(enrolmentId, eq(enrolments.learnerId, recordId(id))),
    person: enrolments.learnerId,
  },
});

const ofEnrolments = (enrolmentId: AnySQLiteColumn, which: SQL) =>
  inArray(enrolmentId, db.select({ id: enrolments.id }).from(enrolments).where(which));

export async function courseTitle(id: string): Promise<string | undefined> {
  return (
    await db
      .select({ title: courses.title })
      .from(courses)
      .where(eq(courses.id, recordId(id)))
  )[0]?.title;
}

/** Returns a learner's name; for a deleted user the name as last copied to an enrolment. */
export async function learnerName(id: string): Promise<string | undefined> {
  const [person] = await db
    .select({ name: users.name })
    .from(users)
    .where(eq(users.id, recordId(id)));
  if (person) return person.name;
  const [copy] = await db
    .select({ name: enrolments.learnerName })
    .from(enrolments)
    .where(eq(enrolments.learnerId, recordId(id)))
    .orderBy(desc(enrolments.enrolledAt))
    .limit(1);
  return copy?.name;
}
