import { addDays } from "db/dates";
import { lastDay } from "~/core/form/rules";
import { readCompany } from "~/features/company/company.server";
import { today } from "~/core/values/today.server";

/** Returns the days of an invoice that is made today: its issue date, and its due date so many days later. */
export const datesFromToday = (days: number) => datesFrom(today(), days);

/** Returns the days of an invoice issued on this day, by default today, with the company's payment term. */
export async function defaultDates(issueDate = today(), from?: Parameters<typeof readCompany>[0]) {
  return datesFrom(issueDate, (await readCompany(from)).paymentTerm);
}

/**
 * Returns the issue and due dates for an invoice issued on this day; the due date is capped at the last supported
 * day.
 */
function datesFrom(issueDate: string, days: number) {
  const due = addDays(issueDate, days);
  return { issueDate, dueDate: due < lastDay ? due : lastDay };
}
