/** The list of study sessions. */
import { inArray, sql } from "drizzle-orm";
import { db } from "db";
import { courses, enrolments, lessons, type StudySession, studySessions } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { sumMatching } from "~/core/list/counting.server";
import type { Listing } from "~/core/list/listing.server";
import { momentIn } from "~/core/list/days.server";
import { enrolmentFilters, withEnrolment } from "./learners.server";

export const studyListing: Listing<typeof studySessions> = {
  path: "/course/study",
  table: studySessions,
  search: [
    sql`(select ${enrolments.learnerName} || ' ' || ${courses.title} from ${enrolments} inner join ${courses} on ${courses.id} = ${enrolments.courseId} where ${enrolments.id} = ${studySessions.enrolmentId})`,
    sql`(select ${lessons.title} from ${lessons} where ${lessons.id} = ${studySessions.lessonId})`,
  ],
  filters: {
    studied: { label: "Studied", type: "days", by: momentIn(studySessions.at) },
    ...enrolmentFilters(studySessions.enrolmentId),
  },
  sorts: { at: studySessions.at },
  sort: "-at",
  sums: async (query) => [
    { label: "Minutes", as: "number", value: await sumMatching(studyListing, query, studySessions.minutes) },
  ],
};

/** Adds the learner and the lesson to study sessions. */
export async function withLesson(rows: StudySession[]) {
  const ids = [...new Set(rows.map(({ lessonId }) => lessonId))];
  const found = await db.select({ id: lessons.id, title: lessons.title }).from(lessons).where(inArray(lessons.id, ids));
  const titles = new Map(found.map(({ id, title }) => [id, title]));
  return (await withEnrolment(rows)).map((row) => ({ ...row, lesson: titles.get(row.lessonId) ?? "" }));
}

export const studyColumns: Columns<Awaited<ReturnType<typeof withLesson>>[number]> = {
  id: (session) => session.id,
  learner: (session) => session.learnerName,
  course: (session) => session.course,
  lesson: (session) => session.lesson,
  studied: (session) => session.at,
  minutes: (session) => session.minutes,
  finishedLesson: (session) => (session.finished ? "yes" : "no"),
};
