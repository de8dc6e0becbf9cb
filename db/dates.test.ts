import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { atTime, dayAt, dayNumber, dayNumberAt, dayOfNumber, startOfDay, startOfNextDay } from "./dates";

describe("a calendar day", () => {
  it.each([
    ["2026-11-21", "UTC", "2026-11-21T00:00:00.000Z"],
    ["2026-11-21", "Asia/Tokyo", "2026-11-20T15:00:00.000Z"],
    ["2026-07-01", "America/New_York", "2026-07-01T04:00:00.000Z"],
    ["2026-03-29", "Europe/Oslo", "2026-03-28T23:00:00.000Z"], // the clocks go forward at two
    ["2026-03-30", "Europe/Oslo", "2026-03-29T22:00:00.000Z"],
    ["2026-10-25", "Europe/Oslo", "2026-10-24T22:00:00.000Z"], // the clocks go back at three
    ["2024-02-29", "Asia/Kathmandu", "2024-02-28T18:15:00.000Z"],
  ])("%s in %s begins at %s", (day, zone, instant) => {
    expect(startOfDay(day, zone).toISOString()).toBe(instant);
  });

  it.each([
    ["2026-11-21T14:05:00", "UTC", "2026-11-21T14:05:00.000Z"],
    ["2026-07-01T09:30:15.250", "America/New_York", "2026-07-01T13:30:15.250Z"],
    ["2026-03-29T01:59", "Europe/Oslo", "2026-03-29T00:59:00.000Z"],
    ["2026-03-29T03:00", "Europe/Oslo", "2026-03-29T01:00:00.000Z"],
  ])("has its %s in %s at %s", (time, zone, instant) => {
    expect(atTime(time, zone).toISOString()).toBe(instant);
  });

  it("has 23, 24 or 25 hours where the clocks change by an hour", () => {
    const days = fc
      .date({ min: new Date("2000-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    fc.assert(
      fc.property(
        days,
        fc.constantFrom("Europe/Berlin", "America/New_York", "Australia/Sydney", "UTC"),
        (day, zone) => {
          const hours = (startOfNextDay(day, zone).getTime() - startOfDay(day, zone).getTime()) / 3_600_000;
          expect([23, 24, 25]).toContain(hours);
        },
      ),
    );
  });

  it("has the same number in both conversions", () => {
    const instants = fc.integer({ min: Date.parse("1990-01-01"), max: Date.parse("2040-01-01") });
    fc.assert(
      fc.property(
        instants,
        fc.constantFrom("America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "Pacific/Apia", "UTC"),
        (instant, zone) => {
          expect(dayOfNumber(dayNumberAt(instant, zone))).toBe(dayAt(new Date(instant), zone));
        },
      ),
      { numRuns: 2000 },
    );
  });

  it.each([
    "America/Santiago",
    "America/Havana",
    "Atlantic/Azores",
    "Asia/Amman",
    "America/Sao_Paulo",
    "America/Asuncion",
    "Europe/Berlin",
  ])("begins in %s with its first instant, however the clocks change", (zone) => {
    for (let number = dayNumber("2012-01-01"); number < dayNumber("2027-01-01"); number++) {
      const begin = startOfDay(dayOfNumber(number), zone).getTime();
      expect([dayNumberAt(begin - 1, zone), dayNumberAt(begin, zone)], dayOfNumber(number)).toEqual([
        number - 1,
        number,
      ]);
    }
  });

  it("begins correctly where the clocks change at midnight", () => {
    const around = Array.from(
      { length: 4 * 96 },
      (_, quarter) => Date.parse("2026-03-28T00:00:00Z") + quarter * 900_000,
    );
    for (const instant of around)
      expect(dayOfNumber(dayNumberAt(instant, "Europe/Oslo"))).toBe(dayAt(new Date(instant), "Europe/Oslo"));
  });
});
