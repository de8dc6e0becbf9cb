import { expect, test } from "vitest";
import { usualSpans } from "./days.server";

test("the suggested ranges of days end today, with the month or with the year", () => {
  expect(usualSpans("2027-03-01").map(({ title, from, to }) => `${title}: ${from}..${to}`)).toEqual([
    "Today: 2027-03-01..2027-03-01",
    "Last 7 days: 2027-02-23..2027-03-01",
    "Last 30 days: 2027-01-31..2027-03-01",
    "This month: 2027-03-01..2027-03-31",
    "Last month: 2027-02-01..2027-02-28",
    "This year: 2027-01-01..2027-12-31",
  ]);
});
