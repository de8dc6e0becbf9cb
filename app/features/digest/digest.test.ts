import { describe, expect, it } from "vitest";
import { isDue, lastDue } from "./digest.server";

describe("the due time of a digest", () => {
  const due = (day: number, hour: number, now: string, zone = "UTC") =>
    lastDue({ day, hour }, new Date(now), zone).toISOString();
  it.each([
    ["at its minute", 2, 13, "2026-03-03T13:00:00Z", "UTC", "2026-03-03T13:00:00.000Z"],
    ["a minute before it", 2, 13, "2026-03-03T12:59:00Z", "UTC", "2026-02-24T13:00:00.000Z"],
    ["on another day", 1, 8, "2026-03-01T23:00:00Z", "UTC", "2026-02-23T08:00:00.000Z"],
    ["where it is another day by now", 3, 8, "2026-03-03T23:30:00Z", "Asia/Tokyo", "2026-03-03T23:00:00.000Z"],
    [
      "where the clocks went forward that night",
      0,
      8,
      "2026-03-29T12:00:00Z",
      "Europe/Oslo",
      "2026-03-29T06:00:00.000Z",
    ],
    ["in the hour that they skip", 0, 2, "2026-03-29T12:00:00Z", "Europe/Oslo", "2026-03-29T01:00:00.000Z"],
    ["where the clocks went back that night", 0, 8, "2026-10-25T12:00:00Z", "Europe/Oslo", "2026-10-25T07:00:00.000Z"],
  ])("is computed correctly %s", (_, day, hour, now, zone, expected) =>
    expect(due(day, hour, now, zone)).toBe(expected),
  );

  it("comes once in the hour that clocks show twice", () => {
    const at = (now: string, last: string | null) =>
      isDue({ day: 0, hour: 2 }, last === null ? null : new Date(last), new Date(now), "Europe/Oslo");
    expect(at("2026-10-25T01:30:00Z", null)).toBe(true);
    expect(at("2026-10-25T01:30:00Z", "2026-10-25T00:30:00Z")).toBe(false);
    expect(at("2026-10-25T02:30:00Z", "2026-10-25T01:30:00Z")).toBe(false);
  });
});
