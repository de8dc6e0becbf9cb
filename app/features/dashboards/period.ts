/**
 * The period of a dashboard from its URL: `?period=30d`, or `?from=2026-11-01&to=2026-11-21`. `?asOf=2026-11-21` is the
 * 30 days until then.
 */
import { addDays, addMonths, dayNumber, daysBetween, endOfMonth, isDay } from "db/dates";
import { formatNumber } from "~/core/values/noun";
import { formatDate } from "~/core/values/time-format";

export const presets = [
  { value: "7d", title: "7 days" },
  { value: "30d", title: "30 days" },
  { value: "90d", title: "90 days" },
  { value: "12m", title: "12 months" },
] as const;

type Preset = (typeof presets)[number]["value"];

/** Days, the first and the last of them included. */
export interface Days {
  from: string;
  to: string;
}

/** The part of a period that one point of a chart covers. */
export interface Span extends Days {
  /** Full label, such as "3 Nov 2026" or "Nov 2026". */
  label: string;
  /** Label on an axis, such as "3 Nov" or "Nov". */
  short: string;
  /** Whether the day is a Saturday or Sunday; undefined for spans of several days. */
  weekend?: boolean;
  /** The corresponding span of the comparison period. */
  before: Days & { label: string };
}

export interface Period extends Days {
  choice: Preset | "custom";
  /** The comparison period: the same number of days before, or the previous year for twelve months. */
  before: Days;
  /** Its pieces in the order of time, without gaps: days, sevens of days, months or years. There are 1 to 40. */
  spans: Span[];
  /** Returns the spans from `first` on, to omit a long time without data. */
  spansSince(first: string | undefined): Span[];
  /** Name of the comparison period, such as "the 30 days before". */
  versus: string;
  /** Why the requested period is not available, as a sentence. */
  notice?: string;
  /** The period as a URL query, such as `period=7d`. */
  search: string;
}

const defaultPreset: Preset = "30d";
/** The earliest day that a period can begin on. */
export const firstDay = "2000-01-01";

/**
 * Reads the requested period; `today` is the last possible day. Unavailable days are replaced by the nearest, with a
 * notice; an unknown preset by the default.
 */
export function periodOf(params: URLSearchParams, today: string): Period {
  const dayOf = (name: string) => params.get(name)?.trim() ?? "";
  const [from, to] = [dayOf("from"), dayOf("to") || dayOf("asOf")];
  if (from || to) return customPeriod(from, to, today);
  const requested = params.get("period")?.trim() ?? "";
  return presetPeriod(presetCalled(requested) ?? defaultPreset, today);
}

const presetCalled = (text: string) => presets.find(({ value }) => value === text.toLowerCase())?.value;

export const isPreset = (text: string): boolean => presetCalled(text) !== undefined;

function presetPeriod(choice: Preset, today: string): Period {
  if (choice === "12m") {
    const from = addMonths(`${today.slice(0, 7)}-01`, -11);
    return periodFrom({ from, to: today }, choice, yearBefore, "the year before");
  }
  const days = Number.parseInt(choice);
  return daysPeriod({ from: addDays(today, 1 - days), to: today }, choice);
}

function daysPeriod(days: Days, choice: Period["choice"]): Period {
  const length = daysBetween(days.from, days.to) + 1;
  const before = ({ from, to }: Days) => ({ from: addDays(from, -length), to: addDays(to, -length) });
  return periodFrom(days, choice, before, length === 1 ? "the day before" : `the ${formatNumber(length)} days before`);
}

function customPeriod(from: string, to: string, today: string): Period {
  const said: string[] = [];
  const read = (text: string, name: string) => {
    if (text && !isDay(text)) said.push(`There is no day “${text.slice(0, 20)}” to ${name} with.`);
    return isDay(text) ? text : undefined;
  };
  const first = read(from, "begin");
  const last = read(to, "end");
  let days = { from: first ?? addDays(last ?? today, -29), to: last ?? today };
  if (days.from > days.to && first && last) {
    days = { from: days.to, to: days.from };
    said.push("The first day was after the last, so they are swapped.");
  }
  const kept = { from: clamped(days.from, today), to: clamped(days.to, today) };
  if (kept.to < days.to) said.push(`Nothing is known of days to come, so this ends today, on ${formatDate(today)}.`);
  if (kept.from > days.from) said.push(`Nothing here is older than ${formatDate(firstDay)}, so this begins there.`);
  if (kept.from > kept.to) kept.from = kept.to;
  return { ...daysPeriod(kept, "custom"), notice: said.join(" ") || undefined };
}

const clamped = (day: string, today: string) => (day > today ? today : day < firstDay ? firstDay : day);

function periodFrom(days: Days, choice: Period["choice"], earlier: (days: Days) => Days, versus: string): Period {
  const spansIn = (days: Days) =>
    spansOf(days).map((span) => {
      const before = earlier(span);
      return { ...span, before: { ...before, label: labelOf(before) } };
    });
  const spans = spansIn(days);
  const before = { from: spans[0]?.before.from ?? days.from, to: spans.at(-1)?.before.to ?? days.to };
  const search = choice === "custom" ? `from=${days.from}&to=${days.to}` : `period=${choice}`;
  const isLong = daysBetween(days.from, days.to) >= 31;
  const spansSince = (first = days.from) =>
    isLong && first > days.from && first <= days.to ? spansIn({ from: first, to: days.to }) : spans;
  return { choice, ...days, before, spans, spansSince, versus, search };
}

/** Pieces that a chart has room for. */
function spansOf({ from, to }: Days): Omit<Span, "before">[] {
  const length = daysBetween(from, to) + 1;
  if (length <= 31)
    return pieces(
      { from, to },
      (day) => day,
      (day) => shortDay(day),
    );
  if (length <= 200)
    return pieces(
      { from, to },
      (day) => addDays(day, 6),
      (day) => shortDay(day),
    );
  if (length <= 3 * 366)
    return pieces({ from, to }, endOfMonth, (day) => month.format(new Date(day)).replace("Sept", "Sep"));
  return pieces(
    { from, to },
    (day) => `${day.slice(0, 4)}-12-31`,
    (day) => day.slice(0, 4),
  );
}

function pieces(
  { from, to }: Days,
  endOf: (day: string) => string,
  short: (day: string) => string,
): Omit<Span, "before">[] {
  const all: Omit<Span, "before">[] = [];
  for (let day = from; day <= to;) {
    const end = endOf(day) < to ? endOf(day) : to;
    const weekend = day === end ? [0, 6].includes(new Date(day).getUTCDay()) : undefined;
    all.push({ from: day, to: end, label: labelOf({ from: day, to: end }), short: short(day), weekend });
    day = addDays(end, 1);
  }
  return all;
}

/** Returns the same days a year earlier. A period that ends with its month still does, also in leap years. */
function yearBefore({ from, to }: Days): Days {
  const end = addMonths(to, -12);
  return { from: addMonths(from, -12), to: to === endOfMonth(to) ? endOfMonth(end) : end };
}

const month = new Intl.DateTimeFormat("en-GB", { month: "short", timeZone: "UTC" });
const dayAndMonth = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", timeZone: "UTC" });

/** Returns a day such as "3 Nov". */
export const shortDay = (day: string) => dayAndMonth.format(new Date(day)).replace("Sept", "Sep");

/** Returns a label such as "3 Nov 2026", "3 Nov – 9 Nov 2026", "Nov 2026" or "2026". */
export function labelOf({ from, to }: Days): string {
  if (from === to) return formatDate(from);
  const year = from.slice(0, 4);
  if (from === `${year}-01-01` && to === `${year}-12-31`) return year;
  if (from.endsWith("-01") && to === endOfMonth(from)) return formatDate(from).slice(2);
  return `${year === to.slice(0, 4) ? shortDay(from) : formatDate(from)} – ${formatDate(to)}`;
}

/** Returns a day for comparison, such as "3 Nov", with the year if it differs from that of the period's end. */
export const comparedDay = (day: string, { to }: Days) =>
  day.slice(0, 4) === to.slice(0, 4) ? shortDay(day) : formatDate(day);

/** Returns the start of a chart if it is later than that of its period. */
export const sinceOf = ({ from }: Days, [first]: Span[]) =>
  first && first.from > from ? formatDate(first.from) : undefined;

/** All days from the first piece to another. */
export const untilSpan = (spans: Span[], at: number): Days => ({
  from: spans[0]?.from ?? firstDay,
  to: spans[at]?.to ?? firstDay,
});

/** The days of a period as the sums of the database have them. */
export const numbersOf = ({ from, to }: Days) => ({ first: dayNumber(from), last: dayNumber(to) });
