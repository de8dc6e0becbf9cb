/** The chart of the home page. It has few points, because it delays the page after every sign-in. */
import { addDays } from "db/dates";
import { today } from "~/core/values/today.server";
import { periodOf } from "~/features/dashboards/period";
import { revenueLine } from "~/features/dashboards/sales/sales.server";

/** Length of the chart's period, in days: eight weeks that end today. */
const length = 8 * 7;

export function revenueByWeek(): Promise<string> {
  const to = today();
  return revenueLine(periodOf(new URLSearchParams({ from: addDays(to, 1 - length), to }), to));
}
