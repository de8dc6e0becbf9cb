import { createContext, useContext } from "react";

/** The zone that days are counted in. */
export const TimeZone = createContext("UTC");

interface TimeProps {
  value: Date | string | number;
  /** "5 min ago" for what is less than a day old. */
  relative?: boolean;
  /** With hours and minutes; of what is relative, once it is a day old. */
  clock?: boolean;
  className?: string;
}

/** A moment as `<time>`: "12 Nov 2025". What is relative has the full date and time on hover. */
export function Time({ value, relative, clock, className }: TimeProps) {
  const timeZone = useContext(TimeZone);
  const moment = new Date(value);
  const day = formatDay(moment, timeZone);
  const full = relative || clock ? `${day}, ${formatClock(moment, timeZone)}` : day;
  const shown = (relative && formatAge(moment, new Date())) || (clock ? full : day);
  return (
    // What is relative may be a minute older in the browser than it was on the server.
    <time
      dateTime={moment.toISOString()}
      title={relative ? `${full} ${timeZone}` : undefined}
      className={className}
      suppressHydrationWarning={relative}
    >
      {shown}
    </time>
  );
}

/** A day such as `2026-11-21`, which is the same in every time zone, as "21 Nov 2026". */
export function Day({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={className}>
      {formatDay(new Date(value), "UTC")}
    </time>
  );
}

/** Such as "12 Nov 2025". */
export function formatDay(moment: Date, timeZone: string) {
  return days(timeZone).format(moment).replace("Sept", "Sep");
}

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
