import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, daysBetween } from "db/dates";
import { periodOf } from "./period";

const period = (search: string, today = "2026-11-22") => periodOf(new URLSearchParams(search), today);
const days = ({ from, to }: { from: string; to: string }) => `${from}..${to}`;

describe("the period of a dashboard", () => {
  test("is the last 30 days by default, and is compared with the 30 before", () => {
    const { choice, from, to, before, versus, notice, spans } = period("");
    expect({ choice, from, to, before, versus, notice, spans: spans.length }).toEqual({
      choice: "30d",
      from: "2026-10-24",
      to: "2026-11-22",
      before: { from: "2026-09-24", to: "2026-10-23" },
      versus: "the 30 days before",
      notice: undefined,
      spans: 30,
    });
  });

  test("the period of a dashboard of 90 days is shown in weeks, the last of which may be short", () => {
    const { spans, versus } = period("period=90d");
    expect(spans).toHaveLength(13);
    expect(spans.at(-1)).toMatchObject({
      from: "2026-11-17",
      to: "2026-11-22",
      label: "17 Nov – 22 Nov 2026",
      before: { from: "2026-08-19", to: "2026-08-24" },
    });
    expect(versus).toBe("the 90 days before");
  });

  test("the period of a dashboard of twelve months begins with a month and is compared with the same days a year earlier", () => {
    const { from, to, before, spans, versus } = period("period=12m");
    expect([from, to, days(before), versus]).toEqual([
      "2025-12-01",
      "2026-11-22",
      "2024-12-01..2025-11-22",
      "the year before",
    ]);
    expect(spans.map(({ short }) => short)).toEqual([
      "Dec",
      "Jan",
      "Feb",
      "Mar",
      "Apr",
      "May",
      "Jun",
      "Jul",
      "Aug",
      "Sep",
      "Oct",
      "Nov",
    ]);
    expect(spans[0]?.label).toBe("Dec 2025");
  });

  test("includes all of February, whatever the year before had", () => {
    expect(days(period("period=12m", "2025-02-28").spans.at(-1)!.before)).toBe("2024-02-01..2024-02-29");
    expect(days(period("period=12m", "2024-02-29").spans.at(-1)!.before)).toBe("2023-02-01..2023-02-28");
    expect(days(period("period=12m", "2024-02-28").spans.at(-1)!.before)).toBe("2023-02-01..2023-02-28");
  });

  test("the period of a dashboard of a long time has steps from its first data, as fine as the space allows", () => {
    const { spansSince, spans } = period("period=12m");
    expect(spansSince(undefined)).toBe(spans);
    expect(spansSince("2024-01-01")).toBe(spans);
    expect(spansSince("2026-11-23")).toBe(spans);
    const since = spansSince("2026-11-02");
    expect(since).toHaveLength(21);
    expect(since[0]).toMatchObject({ from: "2026-11-02", label: "2 Nov 2026", before: { from: "2025-11-02" } });
    expect(since.at(-1)).toMatchObject({ to: "2026-11-22", before: { to: "2025-11-22" } });
    expect(period("period=90d").spansSince("2026-09-15")[0]).toMatchObject({ from: "2026-09-15", to: "2026-09-21" });
    const short = period("period=30d");
    expect(short.spansSince("2026-11-02")).toBe(short.spans);
  });

  test("knows which of its days are Saturdays and Sundays", () => {
    const free = period("period=7d").spans.filter(({ weekend }) => weekend);
    expect(free.map(({ from }) => from)).toEqual(["2026-11-21", "2026-11-22"]);
    expect(period("period=90d").spans.some(({ weekend }) => weekend)).toBe(false);
  });

  test("can be any days, across the end of a month and a leap day", () => {
    const { choice, before, spans, versus, search } = period("from=2024-02-28&to=2024-03-01");
    expect([choice, days(before), versus, search]).toEqual([
      "custom",
      "2024-02-25..2024-02-27",
      "the 3 days before",
      "from=2024-02-28&to=2024-03-01",
    ]);
    expect(spans.map(({ from }) => from)).toEqual(["2024-02-28", "2024-02-29", "2024-03-01"]);
    expect(period("from=2026-11-20&to=2026-11-20").versus).toBe("the day before");
  });

  test("the period of a dashboard that is unknown becomes the default, without a message", () => {
    const unknown = period("period=fortnight");
    expect([unknown.choice, days(unknown), unknown.notice]).toEqual(["30d", "2026-10-24..2026-11-22", undefined]);
  });

  test.each([
    [
      "from=2026-03-01&to=2026-02-01",
      "2026-02-01..2026-03-01",
      "The first day was after the last, so they are swapped.",
    ],
    [
      "from=2026-11-01&to=2027-01-01",
      "2026-11-01..2026-11-22",
      "Nothing is known of days to come, so this ends today, on 22 Nov 2026.",
    ],
    [
      "from=1999-12-30&to=2000-01-02",
      "2000-01-01..2000-01-02",
      "Nothing here is older than 1 Jan 2000, so this begins there.",
    ],
    [
      "from=2027-01-01&to=2028-01-01",
      "2026-11-22..2026-11-22",
      "Nothing is known of days to come, so this ends today, on 22 Nov 2026.",
    ],
    ["from=2026-02-30&to=2026-03-02", "2026-02-01..2026-03-02", "There is no day “2026-02-30” to begin with."],
    ["to=yesterday", "2026-10-24..2026-11-22", "There is no day “yesterday” to end with."],
    ["to=2026-11-10", "2026-10-12..2026-11-10", undefined],
  ])("the period of a dashboard of %s becomes the nearest valid one, and says so", (search, expected, notice) => {
    const asked = period(search);
    expect(days(asked)).toBe(expected);
    expect(asked.notice).toBe(notice);
  });

  test("can always be parsed; its steps contain each of its days once, and so do the compared ones", () => {
    const day = fc
      .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const asked = fc.oneof(
      fc.record({ from: fc.oneof(day, fc.string()), to: fc.oneof(day, fc.string()) }, { requiredKeys: [] }),
      fc.record({ period: fc.constantFrom("7d", "30d", "90D", "12m", "x") }),
    );
    fc.assert(
      fc.property(
        asked,
        day.filter((day) => day >= "2001-03-01"),
        (asked, today) => {
          const { from, to, before, spans } = periodOf(new URLSearchParams(asked), today);
          expect(from <= to && to <= today && from >= "2000-01-01").toBe(true);
          expect(spans.length).toBeLessThanOrEqual(41);
          for (const [whole, pieces] of [
            [{ from, to }, spans],
            [before, spans.map((span) => span.before)],
          ] as const) {
            expect(pieces.map(({ from }) => from)).toEqual([
              whole.from,
              ...pieces.slice(0, -1).map(({ to }) => addDays(to, 1)),
            ]);
            expect(pieces.at(-1)?.to).toBe(whole.to);
          }
          expect(days(periodOf(new URLSearchParams(`from=${from}&to=${to}`), today))).toBe(days({ from, to }));
          expect(daysBetween(before.to, from)).toBeGreaterThanOrEqual(1);
        },
      ),
    );
  });
});
