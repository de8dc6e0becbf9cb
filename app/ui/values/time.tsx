import { createContext, useContext } from "react";
import { formatDate, formatAge, formatClock, formatDay } from "~/core/values/time-format";

/** The zone that days are counted in. */
export const TimeZone = createContext("UTC");

interface TimeProps {
  value: Date | string | number;
  /** "5 min ago" for what is less than a day old. */
  relative?: boolean;
  /** With hours and minutes; of what is relative, once it is a day old. "alone" where the day is said already. */
  clock?: boolean | "alone";
  className?: string;
}

/** A moment as `<time>`: "12 Nov 2025". What is relative has the full date and time on hover. */
export function Time({ value, relative, clock, className }: TimeProps) {
  const timeZone = useContext(TimeZone);
  const moment = new Date(value);
  const day = formatDay(moment, timeZone);
  const hour = formatClock(moment, timeZone);
  const full = relative || clock ? `${day}, ${hour}` : day;
  const shown = (relative && formatAge(moment, new Date())) || (clock === "alone" ? hour : clock ? full : day);
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
      {formatDate(value)}
    </time>
  );
}
