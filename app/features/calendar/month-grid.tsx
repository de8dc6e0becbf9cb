import { classes } from "~/ui/classes";
import type { CalendarDay } from "./days.server";
import { DayEntries } from "./entry";
import { type CalendarView, dayHref, dayTitle, monthOf, weekdayTitle } from "./month";
import { dayHas } from "./day-summary";
import { useDateGrid } from "./use-date-grid";

interface MonthGridProps {
  view: CalendarView;
  month: string;
  /** The weeks shown; a month includes adjacent days of the neighboring months. */
  weeks: CalendarDay[][];
  today: string;
  chosen?: string;
}

/**
 * A month, or a week, as a table of links. Scripts make it one stop for the Tab key, with arrow keys from day to day
 * and Page Up and Page Down from month to month.
 */
export function MonthGrid({ view, month, weeks, today, chosen }: MonthGridProps) {
  const start = chosen && (view === "week" || monthOf(chosen) === month) ? chosen : `${month}-01`;
  const { grid, active } = useDateGrid(
    weeks.flat().map(({ day }) => day),
    start,
    view,
  );
  const isBeside = (day: string) => view === "month" && monthOf(day) !== month;
  const isGrid = active !== undefined;
  return (
    <table
      className={classes("calendar-grid", view === "week" && "is-week")}
      aria-labelledby="month"
      role={isGrid ? "grid" : undefined}
      ref={grid}
    >
      <thead>
        <tr>
          {weeks[0]?.map(({ day }) => (
            <th key={day} scope="col" abbr={weekdayTitle(day)}>
              {weekdayTitle(day).slice(0, 3)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeks.map((week) => (
          <tr key={week[0]?.day}>
            {week.map((of) => {
              const tabIndex = isGrid ? (of.day === active ? 0 : -1) : undefined;
              return (
                <td
                  key={of.day}
                  role={isGrid ? "gridcell" : undefined}
                  aria-selected={isGrid ? of.day === chosen : undefined}
                  className={classes(isBeside(of.day) && "is-beside", of.day === chosen && "is-chosen")}
                >
                  <a
                    href={dayHref(of.day, view)}
                    className="calendar-day num"
                    data-day={of.day}
                    aria-current={of.day === today ? "date" : undefined}
                    aria-label={`${dayTitle(of.day)}: ${dayHas(of)}`}
                    tabIndex={tabIndex}
                  >
                    {Number(of.day.slice(8))}
                  </a>
                  <DayEntries day={of} tabIndex={tabIndex} />
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
