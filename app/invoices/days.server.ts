import { config } from "config";
import { addDays, dayAt } from "~/lib/dates";

/** Today, as days are counted here. */
export const today = () => dayAt(new Date(), config.timeZone);

/** How long people have to pay, in days, unless an invoice says otherwise. */
export const usualTerm = 14;

/** The days of an invoice that is made today, with so many days to pay. */
export function termFromToday(days = usualTerm) {
  const issueDate = today();
  return { issueDate, dueDate: addDays(issueDate, days) };
}
