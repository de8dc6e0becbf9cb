/** The list of tasks that learners have to hand in. */
import { type SQL, sql } from "drizzle-orm";
import { type CourseTask, courseTasks, enrolments } from "db/schema";
import type { Columns } from "~/core/list/export.server";
import { dayIn } from "~/core/list/days.server";
import type { Listing } from "~/core/list/listing.server";
import { enrolmentFilters, type withEnrolment } from "./learners.server";
import { whereTaskDone, whereTaskOpen, whereTaskOverdue } from "./task-state.server";

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
    state: { label: "State", options: states, by: whereInState },
    due: { label: "Due", type: "days", by: dayIn(courseTasks.dueDate) },
    ...enrolmentFilters(courseTasks.enrolmentId),
  },
  sorts: { dueDate: courseTasks.dueDate },
  sort: "dueDate",
  tabs: "state",
};

/** Returns the condition for a state; open tasks include overdue ones. */
function whereInState(state: string): SQL | undefined {
  if (state === "overdue") return whereTaskOverdue();
  return state === "done" ? whereTaskDone : whereTaskOpen;
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
