/** The state of a learner's task, for rows and for queries. */
import { and, isNotNull, isNull, lt, type SQL } from "drizzle-orm";
import { type CourseTask, courseTasks } from "db/schema";
import { today } from "~/core/values/today.server";

/** Returns the state on a day; a task is overdue from the day after its due date. */
export function taskStateOn(
  { doneAt, dueDate }: Pick<CourseTask, "doneAt" | "dueDate">,
  day = today(),
): "Done" | "Overdue" | "Open" {
  if (doneAt) return "Done";
  return dueDate < day ? "Overdue" : "Open";
}

export const whereTaskDone = isNotNull(courseTasks.doneAt);

/** Condition for open tasks, including overdue ones. */
export const whereTaskOpen = isNull(courseTasks.doneAt);

/** Returns the condition for tasks that are overdue on a day. */
export const whereTaskOverdue = (day = today()): SQL | undefined => and(whereTaskOpen, lt(courseTasks.dueDate, day));
