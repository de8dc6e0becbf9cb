/** The period of a request. */
import { timeZone } from "db/company-settings";
import { today } from "~/core/values/today.server";
import { type Period, periodOf } from "./period";

export const periodIn = (request: Request): Period => periodOf(new URL(request.url).searchParams, today());

/** Returns the parts of a period that pages show. */
export const shownPeriod = ({ choice, from, to, versus, notice, search }: Period) => ({
  choice,
  from,
  to,
  versus,
  notice,
  search,
  today: today(),
  timeZone: timeZone(),
});
