import type { CalendarDay } from "./days.server";
import { DayEntries } from "./entry";
import { type CalendarView, dayHref, shortDayTitle } from "./month";
import { dayHas, isBusy } from "./day-summary";

interface MonthListProps {
  view: CalendarView;
  days: CalendarDay[];
  today: string;
}

/** A month or a week on a phone: the days that have something. */
export function MonthList({ view, days, today }: MonthListProps) {
  const busy = days.filter(isBusy);
  if (busy.length === 0)
    return <p className="calendar-list px-5 py-4 text-muted">Nothing is due, and nothing was delivered.</p>;
  return (
    <ol className="calendar-list">
      {busy.map((of) => (
        <li key={of.day}>
          <a
            href={dayHref(of.day, view)}
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
