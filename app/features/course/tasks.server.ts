/** The list of tasks that learners have to hand in. */
import { isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type CourseTask, courseTasks, enrolments } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { dayIn } from "~/core/list/days.server";
import type { Listing } from "~/core/list/listing.server";
import { today } from "~/core/values/today.server";
import { enrolmentFilters, type withEnrolment } from "./learners.server";
import { isOverdue } from "./risk.server";

const states = [
  { value: "open", title: "Open" },
  { value: "overdue", title: "Overdue" },
  { value: "done", title: "Done" },
];

export const taskListing: Listing<typeof courseTasks> = {
  path: "/course/tasks",
  table: courseTasks,
  search: [
    courseTasks.title,
    sql`(select ${enrolments.learnerName} from ${enrolments} where ${enrolments.id} = ${courseTasks.enrolmentId})`,
  ],
  filters: {
    state: { label: "State", options: states, by: inState },
    due: { label: "Due", type: "days", by: dayIn(courseTasks.dueDate) },
    ...enrolmentFilters(courseTasks.enrolmentId),
  },
  sorts: { dueDate: courseTasks.dueDate },
  sort: "dueDate",
  tabs: "state",
};

/** Returns the condition for a state; open tasks include overdue ones. */
function inState(state: string): SQL | undefined {
  if (state === "overdue") return isOverdue();
  return state === "done" ? isNotNull(courseTasks.doneAt) : isNull(courseTasks.doneAt);
}

/** Returns the state of a task: "Done", "Overdue" or "Open". */
export function stateOf(
  { doneAt, dueDate }: Pick<CourseTask, "doneAt" | "dueDate">,
  day = today(),
): "Done" | "Overdue" | "Open" {
  if (doneAt) return "Done";
  return dueDate < day ? "Overdue" : "Open";
}

type Row = Awaited<ReturnType<typeof withEnrolment<CourseTask>>>[number];

export const taskColumns: Columns<Row> = {
  id: (task) => task.id,
  title: (task) => task.title,
  learner: (task) => task.learnerName,
  course: (task) => task.course,
  due: (task) => task.dueDate,
  done: (task) => task.doneAt,
};
