/** Finds enrolments at risk, with the same rule for the dashboard and the list that it links to. */
import { and, isNull, or, type SQL, sql } from "drizzle-orm";
import { timeZone } from "db/company-settings";
import { addDays, dayAt, daysBetween, startOfDay } from "db/dates";
import { courseTasks, type Enrolment, enrolments } from "db/schema";
import { howMany } from "~/core/values/noun";
import { today } from "~/core/values/today.server";
import { whereTaskOverdue } from "./task-state.server";

/** Days without studying after which a learner is at risk. */
const maxIdleDays = 14;

export const riskRule = `Not studied for more than ${maxIdleDays} days, or a task is overdue`;

/** Time of the last study session, or of the enrolment if there is none. */
export const lastSeen = sql<number>`coalesce(${enrolments.lastStudiedAt}, ${enrolments.enrolledAt})`;

/** Returns the condition for enrolments that have a `riskReason`. */
export function whereAtRisk(day = today()): SQL | undefined {
  const since = startOfDay(addDays(day, -maxIdleDays), timeZone()).getTime();
  const overdue = sql`exists (select 1 from ${courseTasks} where ${courseTasks.enrolmentId} = ${enrolments.id} and ${whereTaskOverdue(day)})`;
  return and(isNull(enrolments.completedAt), or(sql`${lastSeen} < ${since}`, overdue));
}

/** Returns why an enrolment is at risk, such as "Not studied for 21 days, 2 tasks overdue"; "" if it is not. */
export function riskReason(
  { lastStudiedAt, enrolledAt, completedAt }: Pick<Enrolment, "lastStudiedAt" | "enrolledAt" | "completedAt">,
  overdue: number,
  day = today(),
): string {
  if (completedAt) return "";
  const days = daysBetween(dayAt(lastStudiedAt ?? enrolledAt, timeZone()), day);
  const idle =
    days > maxIdleDays ? [lastStudiedAt ? `Not studied for ${days} days` : `Not begun for ${days} days`] : [];
  const late = overdue > 0 ? [`${howMany(overdue, "task")} overdue`] : [];
  return [...idle, ...late].join(", ");
}
