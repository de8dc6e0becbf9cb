import { usualTerm } from "db/billing";
import { addDays } from "db/dates";
import { lastDay } from "~/core/form/rules";
import { today } from "~/core/values/today.server";

/** The days of an invoice that is made today, with so many days to pay. */
export const termFromToday = (days = usualTerm) => termFrom(today(), days);

/**
 * Returns the issue and due dates for an invoice issued on this day; the due date is capped at the last supported
 * day.
 */
export function termFrom(issueDate: string, days = usualTerm) {
  const due = addDays(issueDate, days);
  return { issueDate, dueDate: due < lastDay ? due : lastDay };
}
