import type { CalendarDay } from "./days.server";
import { DayEntries } from "./entry";
import { dayHref, shortDayTitle } from "./month";
import { dayHas, isBusy } from "./day-summary";

interface MonthListProps {
  days: CalendarDay[];
  today: string;
}

/** A month on a phone: the days that have something. */
export function MonthList({ days, today }: MonthListProps) {
  return (
    <ol className="calendar-list">
      {days.filter(isBusy).map((of) => (
        <li key={of.day}>
          <a
            href={dayHref(of.day)}
            className="calendar-list-day num"
            aria-current={of.day === today ? "date" : undefined}
          >
            <span className="font-medium">{shortDayTitle(of.day)}</span>
            <span className="text-sm text-muted">{dayHas(of)}</span>
          </a>
          <DayEntries day={of} />
        </li>
      ))}
    </ol>
  );
}
