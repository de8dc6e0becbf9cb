/** Finds enrolments at risk, with the same rule for the dashboard and the list that it links to. */
import { and, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { config } from "config";
import { addDays, dayAt, daysBetween, startOfDay } from "db/dates";
import { courseTasks, type Enrolment, enrolments } from "db/schema";
import { howMany } from "~/core/values/noun";
import { today } from "~/core/values/today.server";

/** Days without studying after which a learner is at risk. */
const maxIdleDays = 14;

export const riskRule = `Not studied for more than ${maxIdleDays} days, or a task is overdue`;

/** Time of the last study session, or of the enrolment if there is none. */
export const lastSeen = sql<number>`coalesce(${enrolments.lastStudiedAt}, ${enrolments.enrolledAt})`;

/** Enrolments that are not completed, and not gone on with or behind. */
export function atRisk(day = today()): SQL | undefined {
  const since = startOfDay(addDays(day, -maxIdleDays), config.timeZone).getTime();
  const overdue = sql`exists (select 1 from ${courseTasks} where ${courseTasks.enrolmentId} = ${enrolments.id} and ${isOverdue(day)})`;
  return and(isNull(enrolments.completedAt), or(sql`${lastSeen} < ${since}`, overdue));
}

/** Tasks that are not done, and their day is over. */
export const isOverdue = (day = today()): SQL | undefined =>
  and(isNull(courseTasks.doneAt), lt(courseTasks.dueDate, day));

/** Why an enrolment is at risk, such as "Not studied for 21 days, 2 tasks overdue". */
export function reasonOf(
  { lastStudiedAt, enrolledAt }: Pick<Enrolment, "lastStudiedAt" | "enrolledAt">,
  overdue: number,
  day = today(),
): string {
  const days = daysBetween(dayAt(lastStudiedAt ?? enrolledAt, config.timeZone), day);
  const idle =
    days > maxIdleDays ? [lastStudiedAt ? `Not studied for ${days} days` : `Not begun for ${days} days`] : [];
  const late = overdue > 0 ? [`${howMany(overdue, "task")} overdue`] : [];
  return [...idle, ...late].join(", ");
}
