/** Parses dates and times as shops, mail programs and spreadsheets write them, if they are unambiguous. */
import { z } from "zod";
import { atTime, startOfDay } from "db/dates";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const monthName =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?";
const weekday = "(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?\\.?,?\\s+)?";
/** A time with an optional zone, in five groups: clock, seconds, fraction, a.m./p.m., zone. */
const time =
  "(\\d{1,2}:\\d{2})(:\\d{2})?(?:[.,](\\d{1,9}))?(?:\\s?([ap])\\.?m\\.?)?(?:\\s*(z|utc|gmt|[-+]\\d{2}:?\\d{2}|[-+]\\d{2}))?";

const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})(?:(?:t|,?\\s+)${time})?$`, "i");
const dayFirst = new RegExp(
  `^${weekday}(\\d{1,2})(?:\\.?\\s|-)${monthName}(?:,?\\s|-)(\\d{4})(?:,?\\s+${time})?$`,
  "i",
);
const monthFirst = new RegExp(`^${weekday}${monthName}\\s(\\d{1,2}),?\\s(\\d{4})(?:,?\\s+${time})?$`, "i");
const inNumbers = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4})(?:,?\\s+${time})?$`, "i");

/** A date, and the time in the remaining groups of the expression. */
interface ParsedMoment {
  year: string;
  month: string | number;
  day: string;
  time: (string | undefined)[];
}

/** Maximum length of a date and time in any format. */
const maxLength = 60;

/**
 * Returns a cell in ISO format, such as `2026-10-03T10:14:30-04:00`, without a zone if the cell has none, or as a date
 * if it has no time. Returns undefined for what is no date or is ambiguous.
 */
export function isoMoment(cell: string): string | undefined {
  const text = cell.trim();
  if (text.length > maxLength) return undefined;
  const numbers = yearFirst.exec(text);
  if (numbers) {
    const [, year = "", , month = "", day = "", ...time] = numbers;
    return isoText({ year, month, day, time });
  }
  const dayLed = dayFirst.exec(text);
  if (dayLed) {
    const [, day = "", month = "", year = "", ...time] = dayLed;
    return isoText({ year, month: monthNumber(month), day, time });
  }
  const [, month = "", day = "", year = "", ...time] = monthFirst.exec(text) ?? [];
  return year ? isoText({ year, month: monthNumber(month), day, time }) : undefined;
}

const monthNumber = (name: string) => months.indexOf(name.slice(0, 3).toLowerCase()) + 1;

/** Returns the two numbers of a date that ends with its year, such as `10/03/2026 10:14 PM`. */
export function dayInNumbers(cell: string): { first: string; second: string; isDotted: boolean } | undefined {
  const text = cell.trim();
  const [, first, sign, second] = (text.length <= maxLength && inNumbers.exec(text)) || [];
  return first && second ? { first, second, isDotted: sign === "." } : undefined;
}

/** Returns such a date in ISO format, with its day or its month first. */
export function momentInNumbers(cell: string, order: "day-first" | "month-first"): string | undefined {
  const [, first = "", , second = "", year = "", ...time] = inNumbers.exec(cell.trim()) ?? [];
  const [day, month] = order === "day-first" ? [first, second] : [second, first];
  return year && Number(month) <= 12 ? isoText({ year, month, day, time }) : undefined;
}

function isoText({ year, month, day, time: [clock, seconds = ":00", fraction, half, zone] }: ParsedMoment): string {
  const date = `${year}-${String(month).padStart(2, "0")}-${day.padStart(2, "0")}`;
  if (clock === undefined) return date;
  const thousandths = fraction === undefined ? "" : `.${fraction.slice(0, 3).padEnd(3, "0")}`;
  return `${date}T${clockOf(clock, half)}${seconds}${thousandths}${zoneOf(zone)}`;
}

/** Converts to a 24-hour clock; a 12-hour time that does not exist becomes an invalid one. */
function clockOf(clock: string, half: string | undefined): string {
  const [hour = "", minutes = ""] = clock.split(":");
  const isValid = half === undefined || (Number(hour) >= 1 && Number(hour) <= 12);
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === "p" ? 12 : 0);
  return `${isValid ? String(hours).padStart(2, "0") : "99"}:${minutes}`;
}

function zoneOf(zone: string | undefined): string {
  if (zone === undefined) return "";
  const [, sign, hours = "", minutes = "00"] = /^([-+])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  return sign ? `${sign}${hours}:${minutes}` : "Z";
}

const day = z.iso.date();
const localTime = z.iso.datetime({ local: true });

/**
 * Returns a cell as a timestamp in UTC: dates and times without a zone are in `timeZone`. Returns any other cell
 * unchanged.
 */
export function momentIn(cell: string, timeZone: string): string {
  if (day.safeParse(cell).success) return startOfDay(cell, timeZone).toISOString();
  return !cell.endsWith("Z") && localTime.safeParse(cell).success ? atTime(cell, timeZone).toISOString() : cell;
}
