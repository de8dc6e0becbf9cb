import { timeZone } from "db/company-settings";
import { addDays, dayAt } from "db/dates";

/** Returns today's date, such as `2026-11-21`, in the configured time zone. */
export const today = () => dayAt(new Date(), timeZone());

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** Returns the date of a timestamp as a title: "Today", "Yesterday" or such as "Friday, 27 November 2026". */
export function dayTitle(moment: Date): string {
  const [day, now] = [dayAt(moment, timeZone()), today()];
  if (day === now) return "Today";
  const midnight = new Date(day);
  return day === addDays(now, -1) ? "Yesterday" : `${weekday.format(midnight)}, ${date.format(midnight)}`;
}
