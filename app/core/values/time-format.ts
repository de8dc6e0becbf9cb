/** Moments as text. Browser-safe. */

/** Such as "12 Nov 2025". */
export function formatDay(moment: Date, timeZone: string) {
  return days(timeZone).format(moment).replace("Sept", "Sep");
}

/** A day such as `2025-11-12`, in the same way. */
export const formatDate = (day: string) => formatDay(new Date(day), "UTC");

/** Such as "09:14". */
export function formatClock(moment: Date, timeZone: string) {
  return clocks(timeZone).format(moment);
}

const days = formatters({ day: "numeric", month: "short", year: "numeric" });
const clocks = formatters({ hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** One formatter for each time zone: making one takes longer than drawing a whole row. */
function formatters(options: Intl.DateTimeFormatOptions) {
  const made = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string) => {
    const known = made.get(timeZone) ?? new Intl.DateTimeFormat("en-GB", { ...options, timeZone });
    made.set(timeZone, known);
    return known;
  };
}

/** Such as "5 min ago"; nothing for what is a day old or in the future. */
export function formatAge(moment: Date, now: Date): string | undefined {
  const minutes = Math.floor((now.getTime() - moment.getTime()) / 60_000);
  if (minutes < 0 || minutes >= 24 * 60) return undefined;
  if (minutes === 0) return "just now";
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}
