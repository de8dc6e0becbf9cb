import { config } from "config";
import { usualTerm } from "db/billing";
import { addDays, dayAt } from "db/dates";

/** Today, as days are counted here. */
export const today = () => dayAt(new Date(), config.timeZone);

/** The days of an invoice that is made today, with so many days to pay. */
export function termFromToday(days = usualTerm) {
  const issueDate = today();
  return { issueDate, dueDate: addDays(issueDate, days) };
}
