/** Erases a person from the course data. */
import { eq } from "drizzle-orm";
import type { Transaction } from "db";
import { courses, enrolments } from "db/schema";
import { erased } from "~/core/resource/erase.server";

/** Removes a person's name from enrolments and courses; results and durations remain, without a person. */
export async function eraseFromCourses(tx: Transaction, personId: number): Promise<void> {
  await tx.update(enrolments).set({ learnerId: null, learnerName: erased }).where(eq(enrolments.learnerId, personId));
  await tx.update(courses).set({ teacherId: null, teacherName: erased }).where(eq(courses.teacherId, personId));
}
