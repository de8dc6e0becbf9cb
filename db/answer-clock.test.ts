import { describe, expect, it } from "vitest";
import { usualHours, workClockOf, workingHoursText } from "./work-clock";
import { afterWorkingTime, answerDue, answerSum, type StatusSince, workingTime } from "./answer-clock";

const hour = 3_600_000;
const at = (text: string) => new Date(`${text}Z`);
const span = (from: string, to: string) => ({ from: at(from), to: at(to) });
const clock = (timeZone = "UTC", hours = usualHours) => workClockOf(timeZone, hours);
const hours = (from: string, to: string, timeZone?: string) => workingTime(span(from, to), clock(timeZone)) / hour;
const said = (rows: ReturnType<typeof answerSum>["rows"]) =>
  rows.map((row) =>
    row.kind === "before"
      ? `before ${row.until.toISOString()}: ${row.time / hour}`
      : `${row.kind} ${row.from.toISOString().slice(5, 16)} ${row.to.toISOString().slice(5, 16)}`,
  );

describe("working time", () => {
  it("is from 8 to 18 on working days", () => {
    expect(hours("2026-11-20T15:10", "2026-11-20T17:40")).toBe(2.5);
    expect(hours("2026-11-20T06:00", "2026-11-20T23:00")).toBe(10);
    expect(hours("2026-11-20T18:00", "2026-11-21T08:00")).toBe(0);
    expect(hours("2026-11-20T10:00", "2026-11-20T09:00")).toBe(0);
  });

  it("is that of the company's own days and hours", () => {
    const nights = { workDays: ["saturday" as const, "sunday" as const], workFrom: "20:30", workTo: "00:00" };
    const span = { from: at("2026-11-20T12:00"), to: at("2026-11-23T12:00") };
    expect(workingTime(span, clock("UTC", nights))).toBe(2 * 3.5 * hour);
    expect(afterWorkingTime(span.from, 4 * hour, clock("UTC", nights))).toEqual(at("2026-11-22T21:00"));
    expect(workingHoursText(clock("UTC", nights))).toBe("Saturday and Sunday, 20:30 to 24:00");
    expect(workingHoursText(clock())).toBe("Monday to Friday, 8:00 to 18:00");
  });

  it("skips weekends, and counts the days in between", () => {
    expect(hours("2026-11-20T17:00", "2026-11-23T09:00")).toBe(2);
    expect(hours("2026-11-21T09:00", "2026-11-22T17:00")).toBe(0);
    expect(hours("2026-11-02T08:00", "2026-11-30T08:00")).toBe(20 * 10);
    expect(hours("2026-11-05T12:00", "2026-11-16T12:00")).toBe(6 + 6 * 10 + 4);
  });

  it("follows the company's time zone", () => {
    expect(hours("2026-11-20T07:00", "2026-11-20T08:00", "Europe/Oslo")).toBe(1);
    expect(hours("2026-11-20T07:00", "2026-11-20T13:00", "America/New_York")).toBe(0);
    expect(hours("2026-11-19T23:00", "2026-11-20T09:00", "Asia/Tokyo")).toBe(10);
    expect(hours("2026-11-20T02:30", "2026-11-20T03:30", "Asia/Kolkata")).toBe(1);
  });

  it("is correct on days when the clocks change", () => {
    // In Oslo clocks go forward on 29 March 2026 and back on 25 October.
    expect(hours("2026-03-27T16:00", "2026-03-30T07:00", "Europe/Oslo")).toBe(2);
    expect(hours("2026-10-23T15:00", "2026-10-26T08:00", "Europe/Oslo")).toBe(2);
  });

  it("has passed at a time within the span", () => {
    expect(afterWorkingTime(at("2026-11-20T15:00"), 4 * hour, clock("UTC"))).toEqual(at("2026-11-23T09:00"));
    expect(afterWorkingTime(at("2026-11-21T12:00"), 1 * hour, clock("UTC"))).toEqual(at("2026-11-23T09:00"));
    expect(afterWorkingTime(at("2026-11-20T06:00"), 10 * hour, clock("UTC"))).toEqual(at("2026-11-20T18:00"));
    expect(afterWorkingTime(at("2026-03-27T16:30"), 1 * hour, clock("Europe/Oslo"))).toEqual(at("2026-03-30T06:30"));
  });
});

const open: StatusSince[] = [{ at: at("2026-11-16T09:00"), status: "Open" }];

describe("the due time of an answer", () => {
  const due = (statuses: StatusSince[], since = "2026-11-16T09:00", target = 8) =>
    answerDue({ since: at(since), target: target * hour, statuses, clock: clock() });

  it("is the target in working hours after the question", () => {
    expect(due(open)).toEqual(at("2026-11-16T17:00"));
    expect(due(open, "2026-11-20T14:00")).toEqual(at("2026-11-23T12:00"));
  });

  it("moves later while the ticket waits for the customer", () => {
    const paused = [...open, { at: at("2026-11-16T11:00"), status: "Pending" }];
    expect(due(paused)).toBeNull();
    expect(due([...paused, { at: at("2026-11-18T10:00"), status: "Open" }])).toEqual(at("2026-11-18T16:00"));
  });

  it("stays the same if it had passed before the pause", () => {
    const late = [
      ...open,
      { at: at("2026-11-17T11:00"), status: "Pending" },
      { at: at("2026-11-19T11:00"), status: "Open" },
    ];
    expect(due(late)).toEqual(at("2026-11-16T17:00"));
  });

  it("does not exist while a ticket is solved", () => {
    expect(due([...open, { at: at("2026-11-16T10:00"), status: "Solved" }])).toBeNull();
  });
});

describe("the calculation of the due time", () => {
  it("lists each day and each pause", () => {
    const statuses = [
      ...open,
      { at: at("2026-11-20T16:00"), status: "Pending" },
      { at: at("2026-11-23T09:00"), status: "Open" },
    ];
    const { rows, total } = answerSum(span("2026-11-19T17:00", "2026-11-23T10:30"), statuses, clock("UTC"));
    expect(said(rows)).toEqual([
      "worked 11-19T17:00 11-19T18:00",
      "worked 11-20T08:00 11-20T16:00",
      "paused 11-20T16:00 11-23T09:00",
      "worked 11-23T09:00 11-23T10:30",
    ]);
    expect(total).toBe(10.5 * hour);
  });

  it("combines old spans into one line, quickly even for years", () => {
    const { rows, total } = answerSum(span("2016-11-21T08:00", "2026-11-20T18:00"), open, clock("Europe/Oslo"));
    expect(rows).toHaveLength(7);
    expect(rows[0]).toMatchObject({ kind: "before" });
    expect(rows.reduce((sum, row) => sum + ("time" in row ? row.time : 0), 0)).toBe(total);
  });

  it("ignores the moment between a message and its status", () => {
    const statuses = [
      ...open,
      { at: at("2026-11-19T09:00:30"), status: "Open" },
      { at: at("2026-11-18T09:00"), status: "Pending" },
    ].sort((one, other) => one.at.getTime() - other.at.getTime());
    expect(said(answerSum(span("2026-11-19T09:00", "2026-11-19T10:00"), statuses, clock("UTC")).rows)).toEqual([
      "worked 11-19T09:00 11-19T10:00",
    ]);
  });
});
