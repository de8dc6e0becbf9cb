import { isDay } from "db/dates";
import { invalidRequest } from "~/core/http/api.server";
import { formatDate } from "~/core/values/time-format";
import { today } from "~/core/values/today.server";

/** Returns the days of a request. Throws a 400 response that names the invalid ones. */
export async function daysIn<Name extends string>(
  search: URLSearchParams,
  days: Record<Name, { optional?: true }>,
): Promise<Record<Name, string>> {
  const now = today();
  const errors: Record<string, string> = {};
  const found = {} as Record<Name, string>;
  for (const name of Object.keys(days) as Name[]) {
    const text = search.get(name)?.trim() ?? "";
    if (text === "" && days[name].optional) found[name] = now;
    else if (!isDay(text)) errors[name] = "Enter a day, such as 2026-10-31";
    else if (text > now) errors[name] = `Enter a day that is not after today, ${formatDate(now)}`;
    else found[name] = text;
  }
  return Object.keys(errors).length > 0 ? invalidRequest(errors) : found;
}
