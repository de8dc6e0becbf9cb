/** Formats dates and times. Browser-safe. */

/** Formats a date, such as "12 Nov 2025". */
export function formatDay(moment: Date, timeZone: string) {
  return days(timeZone).format(moment).replace("Sept", "Sep");
}

/** Formats a date given as `2025-11-12`. */
export const formatDate = (day: string) => formatDay(new Date(day), "UTC");

/** Formats a time, such as "09:14". */
export function formatClock(moment: Date, timeZone: string) {
  return clocks(timeZone).format(moment);
}

const days = formatters({ day: "numeric", month: "short", year: "numeric" });
const clocks = formatters({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** Caches one formatter per time zone: creating one takes longer than rendering a whole row. */
function formatters(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string) => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
    made.set(timeZone, known);
    return known;
  };
}

/** Returns the age, such as "5 min ago"; undefined for a day or more and for the future. */
export function formatAge(moment: Date, now: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000);
  if (minutes < 0 || minutes >= 24 * 60) return undefined;
  if (minutes === 0) return "just now";
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}
