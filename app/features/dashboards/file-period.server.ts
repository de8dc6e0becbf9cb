/** The period of a file, which can show no notice of replaced days as a page does. */
import { daysIn } from "~/core/api/days-in.server";
import { invalidRequest } from "~/core/http/api.server";
import { formatDate } from "~/core/values/time-format";
import { today } from "~/core/values/today.server";
import { firstDay, isPreset, type Period, periodOf } from "./period";

/** Returns the period that an address names; `to` is today by default. Throws a 400 response if it cannot be. */
export async function filePeriodIn(request: Request): Promise<Period> {
  const search = new URL(request.url).searchParams;
  const preset = search.get("period")?.trim() ?? "";
  if (search.get("from")?.trim() || search.get("to")?.trim()) {
    const { from, to } = await daysIn(search, { from: {}, to: { optional: true } });
    if (from > to) return invalidRequest({ to: "Enter a day that is not before the first" });
    if (from < firstDay) return invalidRequest({ from: `Enter a day that is not before ${formatDate(firstDay)}` });
  } else if (preset && !isPreset(preset))
    return invalidRequest({ period: "Enter 7d, 30d, 90d or 12m, or name days by from and to" });
  return periodOf(search, today());
}
