/** Working hours, and how they are written. Browser-safe. */

const dayNames = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const;
export type Weekday = (typeof dayNames)[number];

/** The days of a week, as a lookup; in a file of their own, because few pages need them. */
export const weekdays = dayNames.map((value, index) => ({
  id: index + 1,
  title: value.charAt(0).toUpperCase() + value.slice(1),
  value,
}));

/** The hours at which the company works, in its time zone. */
export interface WorkClock {
  timeZone: string;
  /** Working days; 0 is Sunday. */
  days: number[];
  /** The hours at which they begin and end, from 0 to 24, with fractions. */
  from: number;
  to: number;
}

/** Working hours as the company's settings store them. */
export interface EnteredHours {
  workDays: Weekday[];
  /** Such as `08:30`. */
  workFrom: string;
  /** Such as `18:00`; `00:00` is the end of the day. */
  workTo: string;
}

/** The working hours of a new company. */
export const usualHours: EnteredHours = {
  workDays: ["monday", "tuesday", "wednesday", "thursday", "friday"],
  workFrom: "08:00",
  workTo: "18:00",
};

export const workClockOf = (timeZone: string, { workDays, workFrom, workTo }: EnteredHours): WorkClock => ({
  timeZone,
  days: workDays.map((day) => (weekdays.findIndex(({ value }) => value === day) + 1) % 7),
  from: hourOf(workFrom),
  to: hourOf(workTo) || 24,
});

const hourOf = (clock: string) => Number(clock.slice(0, 2)) + Number(clock.slice(3)) / 60;

const clockText = (hour: number) => `${Math.floor(hour)}:${String(Math.round((hour % 1) * 60)).padStart(2, "0")}`;

/** Returns such as "Monday to Friday, 8:00 to 18:00". */
export const workingHoursText = ({ days, from, to }: WorkClock) =>
  `${daysText(days)}, ${clockText(from)} to ${clockText(to)}`;

function daysText(days: number[]) {
  const titles = weekdays.filter((_, place) => days.includes((place + 1) % 7)).map(({ title }) => title);
  const places = weekdays.flatMap((_, place) => (days.includes((place + 1) % 7) ? [place] : []));
  const [first, last] = [titles[0] ?? "", titles.at(-1) ?? ""];
  if (titles.length === 7) return "Every day";
  const isRow = (places.at(-1) ?? 0) - (places[0] ?? 0) === places.length - 1;
  if (isRow && titles.length > 2) return `${first} to ${last}`;
  return [titles.slice(0, -1).join(", "), last].filter(Boolean).join(" and ");
}
