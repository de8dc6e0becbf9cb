/** Courses and enrolments for tests. */
import { write } from "db";
import type { CourseTopic } from "db/lookups";
import { courses, courseTasks, enrolments, lessons, studySessions, testResults } from "db/schema";

const born = new Date("2026-01-05T09:00:00Z");

interface Done {
  course?: number;
  learner?: { id: number; name: string };
  enrolled: string;
  completed?: string;
  lessonsDone?: number;
  /** Study sessions, with minutes. */
  studied?: [at: string, minutes: number][];
  results?: [at: string, topic: CourseTopic, score: number][];
  tasks?: [due: string, done?: string][];
}

/** Inserts two courses of two lessons each: 1 about tools, 2 about selling. */
export async function addCourses() {
  await write(async (tx) => {
    await tx.insert(courses).values([
      { id: 1, title: "Tools of the trade", topic: "Tools", teacherId: 2, teacherName: "Ben Active", createdAt: born },
      { id: 2, title: "First sale", topic: "Selling", teacherId: null, teacherName: "Somebody Else", createdAt: born },
    ]);
    await tx.insert(lessons).values(
      [1, 2].flatMap((courseId) =>
        [1, 2].map((place) => ({
          id: courseId * 10 + place,
          courseId,
          place,
          title: `Lesson ${place} of ${courseId}`,
          minutes: 30,
        })),
      ),
    );
  });
}

/** Enrols a learner, with what they have done in the course, and returns the enrolment's number. */
export async function enrol({
  course = 1,
  learner = { id: 1, name: "Ada Active" },
  enrolled,
  completed,
  lessonsDone = completed ? 2 : 0,
  studied = [],
  results = [],
  tasks = [],
}: Done): Promise<number> {
  return write(async (tx) => {
    const lastStudiedAt = studied.length > 0 ? new Date(studied.at(-1)?.[0] ?? "") : null;
    const row = {
      courseId: course,
      learnerId: learner.id,
      learnerName: learner.name,
      enrolledAt: new Date(enrolled),
      completedAt: completed ? new Date(completed) : null,
      lessonsDone,
      lastStudiedAt,
    };
    const [added] = await tx.insert(enrolments).values(row).returning({ id: enrolments.id });
    const enrolmentId = added?.id ?? 0;
    for (const [at, minutes] of studied)
      await tx.insert(studySessions).values({ enrolmentId, lessonId: course * 10 + 1, at: new Date(at), minutes });
    for (const [at, topic, score] of results)
      await tx.insert(testResults).values({ enrolmentId, at: new Date(at), topic, score });
    for (const [dueDate, done] of tasks)
      await tx
        .insert(courseTasks)
        .values({ enrolmentId, title: `Due ${dueDate}`, dueDate, doneAt: done ? new Date(done) : null });
    return enrolmentId;
  });
}
