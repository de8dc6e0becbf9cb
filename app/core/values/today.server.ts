import { config } from "config";
import { addDays, dayAt } from "db/dates";

/** The day it is, such as `2026-11-21`, as days are counted here. */
export const today = () => dayAt(new Date(), config.timeZone);

const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long", timeZone: "UTC" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

/** The day of a moment, as a title: "Today", "Yesterday" or such as "Friday, 27 November 2026". */
export function dayTitle(moment: Date): string {
  const [day, now] = [dayAt(moment, config.timeZone), today()];
  if (day === now) return "Today";
  const midnight = new Date(day);
  return day === addDays(now, -1) ? "Yesterday" : `${weekday.format(midnight)}, ${date.format(midnight)}`;
}
