import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { dayNumber, isDay, weekdayOf } from "db/dates";
import { dayByKey, monthBeside, monthOf, readMonth, weekBeside, weekOf, weeksOf, weekTitle } from "./month";

const today = "2026-11-21";
const read = (search: string) => readMonth(new URLSearchParams(search), today);

describe("the URL of the calendar", () => {
  test("means this month without parameters, with today's list", () => {
    expect(read("")).toEqual({ month: "2026-11", day: today });
  });

  test("can name a month; today's list is shown only if it has that day", () => {
    expect(read("month=2026-12")).toEqual({ month: "2026-12" });
    expect(read("month=2026-11")).toEqual({ month: "2026-11", day: today });
  });

  test("can name month and year separately, as the form does", () => {
    const jump = (search: string) => readMonth(new URLSearchParams(search), "2026-11-21");
    expect(jump("month=03&year=2024")).toEqual({ month: "2024-03" });
    expect(jump("month=3&year=2024")).toEqual({ month: "2024-03" });
    expect(jump("month=11&year=2026")).toEqual({ month: "2026-11", day: "2026-11-21" });
    expect(jump("month=03&year=3024")).toMatchObject({
      month: "2999-12",
      notice: expect.stringContaining("goes from January 1900") as string,
    });
    expect(jump("month=13&year=2024")).toMatchObject({
      month: "2026-11",
      notice: expect.stringContaining("no month “2024-13”") as string,
    });
    expect(jump("month=03&year=soon")).toMatchObject({
      month: "2026-11",
      notice: expect.stringContaining("no month") as string,
    });
    expect(jump("month=2024-03&year=2026")).toEqual({ month: "2024-03" });
  });

  test("can name a day, which implies the month", () => {
    expect(read("day=2024-02-29")).toEqual({ month: "2024-02", day: "2024-02-29" });
    expect(read("day=2024-02-29&month=2024-02")).toEqual({ month: "2024-02", day: "2024-02-29" });
  });

  test.each([
    ["month=soon", "2026-11", today, "There is no month “soon”. This is November 2026."],
    ["month=2026-13", "2026-11", today, "There is no month “2026-13”. This is November 2026."],
    ["month=2026-1", "2026-11", today, "There is no month “2026-1”. This is November 2026."],
    ["day=2026-02-31", "2026-02", "2026-02-28", "February 2026 ends on day 28, so that is the day shown."],
    ["day=0050-02-30", "2026-11", today, "There is no day “0050-02-30”. This is November 2026."],
    [
      "day=2026-12-03&month=2026-11",
      "2026-12",
      "2026-12-03",
      "That day is not in the month of the address. This is December 2026.",
    ],
    [
      "month=1066-10",
      "1900-01",
      undefined,
      "The calendar goes from January 1900 to December 2999. This is January 1900.",
    ],
    [
      "day=9999-12-31",
      "2999-12",
      "2999-12-31",
      "The calendar goes from January 1900 to December 2999. This is December 2999.",
    ],
  ])("%s becomes the nearest valid one, and says so", (search, month, day, notice) => {
    expect(read(search)).toEqual({ month, ...(day && { day }), notice });
  });

  test("always results in an existing month and day", () => {
    const dayLike = fc
      .tuple(fc.nat(9999), fc.nat(14), fc.nat(33))
      .map(([year, month, day]) =>
        [String(year).padStart(4, "0"), String(month).padStart(2, "0"), String(day).padStart(2, "0")].join("-"),
      );
    const text = fc.oneof(fc.string(), dayLike, dayLike.map(monthOf));
    fc.assert(
      fc.property(text, text, (month, day) => {
        const shown = readMonth(new URLSearchParams({ month, day }), today);
        expect(isDay(`${shown.month}-01`) && shown.month >= "1900-01" && shown.month <= "2999-12").toBe(true);
        if (shown.day) expect(isDay(shown.day) && monthOf(shown.day) === shown.month).toBe(true);
        expect(shown.notice ?? "There.").toMatch(/^[A-Z].*\.$/s);
      }),
    );
  });
});

describe("the weeks of a month", () => {
  test("begin on Mondays, and include days of the adjacent months", () => {
    expect(weeksOf("2026-11").map((week) => [week[0], week.at(-1)])).toEqual([
      ["2026-10-26", "2026-11-01"],
      ["2026-11-02", "2026-11-08"],
      ["2026-11-09", "2026-11-15"],
      ["2026-11-16", "2026-11-22"],
      ["2026-11-23", "2026-11-29"],
      ["2026-11-30", "2026-12-06"],
    ]);
    expect(weeksOf("2021-02")).toHaveLength(4); // from a Monday to a Sunday
  });
});

describe("a calendar week", () => {
  test("goes from Monday to Sunday", () => {
    expect([weekOf("2026-11-16"), weekOf("2026-11-22")].map((week) => [week[0], week.at(-1)])).toEqual([
      ["2026-11-16", "2026-11-22"],
      ["2026-11-16", "2026-11-22"],
    ]);
  });

  test("is titled by its first and its last day", () => {
    expect([weekTitle("2026-11-18"), weekTitle("2026-12-01"), weekTitle("2026-01-01")]).toEqual([
      "16–22 November 2026",
      "30 November – 6 December 2026",
      "29 December 2025 – 4 January 2026",
    ]);
  });

  test("has no previous one where the calendar begins, and no next one where it ends", () => {
    expect([weekBeside("1900-01-03", -1), weekBeside("2999-12-30", 1), weekBeside("2026-11-18", 1)]).toEqual([
      undefined,
      undefined,
      "2026-11-25",
    ]);
  });
});

describe("the keys of the calendar", () => {
  test.each([
    ["ArrowRight", "2026-11-22"],
    ["ArrowLeft", "2026-11-20"],
    ["ArrowDown", "2026-11-28"],
    ["ArrowUp", "2026-11-14"],
    ["Home", "2026-11-16"],
    ["End", "2026-11-22"],
    ["PageUp", "2026-10-21"],
    ["PageDown", "2026-12-21"],
    ["Enter", undefined],
    ["constructor", undefined],
  ])("%s moves from 21 November 2026 to %s", (key, day) => {
    expect(dayByKey(today, key)).toBe(day);
  });

  test("arrows are reversed in right-to-left layout", () => {
    expect([dayByKey(today, "ArrowRight", { rtl: true }), dayByKey(today, "ArrowLeft", { rtl: true })]).toEqual([
      "2026-11-20",
      "2026-11-22",
    ]);
  });

  test("the keys of the calendar with Shift Page Up and Down move by years, and a shorter month has its last day", () => {
    expect(dayByKey(today, "PageDown", { shift: true })).toBe("2027-11-21");
    expect(dayByKey("2026-01-31", "PageDown")).toBe("2026-02-28");
    expect(dayByKey("2024-02-29", "PageUp", { shift: true })).toBe("2023-02-28");
  });

  test("never lead out of the calendar", () => {
    expect([
      dayByKey("1900-01-01", "ArrowLeft"),
      dayByKey("2999-12-31", "ArrowRight"),
      dayByKey("2999-12-31", "PageDown"),
    ]).toEqual([undefined, undefined, undefined]);
    expect([monthBeside("1900-01", -1), monthBeside("2999-12", 1), monthBeside("2999-11", 1)]).toEqual([
      undefined,
      undefined,
      "2999-12",
    ]);
  });

  test("Home and End stay in the week, whatever the day", () => {
    fc.assert(
      fc.property(fc.integer({ min: dayNumber("1900-02-01"), max: dayNumber("2999-12-01") }), (number) => {
        const day = new Date(number * 86_400_000).toISOString().slice(0, 10);
        const [home, end] = [dayByKey(day, "Home") ?? "", dayByKey(day, "End") ?? ""];
        expect([weekdayOf(dayNumber(home)), dayNumber(end) - dayNumber(home)]).toEqual([0, 6]);
        expect(home <= day && day <= end).toBe(true);
      }),
    );
  });
});
