import { createContext, useContext } from "react";
import { formatDate, formatAge, formatClock, formatDay } from "~/core/values/time-format";

/** The time zone that days are counted in. */
export const TimeZone = createContext("UTC");

interface TimeProps {
  value: Date | string | number;
  /** Shows "5 min ago" for the last 24 hours. */
  relative?: boolean;
  /** Shows hours and minutes; with `relative`, once it is a day old. "alone" omits the day. */
  clock?: boolean | "alone";
  className?: string;
}

/** A moment as `<time>`: "12 Nov 2025". Relative times show the full date and time on hover. */
export function Time({ value, relative, clock, className }: TimeProps) {
  const timeZone = useContext(TimeZone);
  const moment = new Date(value);
  const day = formatDay(moment, timeZone);
  const hour = relative || clock ? formatClock(moment, timeZone) : "";
  const full = hour ? `${day}, ${hour}` : day;
  const shown = (relative && formatAge(moment, new Date())) || (clock === "alone" ? hour : clock ? full : day);
  return (
    // A relative time may have changed between server rendering and hydration.
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

/** A day such as `2026-11-21`, independent of time zones, as "21 Nov 2026". */
export function Day({ value, className }: { value: string; className?: string }) {
  return (
    <time dateTime={value} className={className}>
      {formatDate(value)}
    </time>
  );
}
