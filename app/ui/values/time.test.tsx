import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { formatAge, formatClock, formatDay } from "~/core/values/time-format";
import { Time, TimeZone } from "./time";

afterEach(cleanup);

const noon = new Date("2025-11-12T12:00:00Z");
const after = (minutes: number) => new Date(noon.getTime() + minutes * 60_000);

test("a date is shown in short form, in the configured time zone", () => {
  expect(formatDay(noon, "UTC")).toBe("12 Nov 2025");
  expect(formatDay(new Date("2025-09-30T23:30:00Z"), "Europe/Oslo")).toBe("1 Oct 2025");
  expect(formatDay(new Date("2025-09-02T00:00:00Z"), "UTC")).toBe("2 Sep 2025");
});

test("a time less than a day ago is shown as its age", () => {
  expect(formatAge(noon, after(0.5))).toBe("just now");
  expect(formatAge(noon, after(5))).toBe("5 min ago");
  expect(formatAge(noon, after(59.9))).toBe("59 min ago");
  expect(formatAge(noon, after(60))).toBe("1 h ago");
  expect(formatAge(noon, after(24 * 60 - 1))).toBe("23 h ago");
  expect(formatAge(noon, after(24 * 60))).toBeUndefined();
  expect(formatAge(noon, after(-1))).toBeUndefined();
});

test("the full time is always in the datetime attribute, and on hover where only the age is shown", () => {
  const ago = new Date(Date.now() - 5 * 60_000);
  const { container } = render(
    <>
      <Time value="2025-11-12T09:14:00Z" clock />
      <Time value={ago} relative clock />
      <Time value="2025-11-12T09:14:00Z" relative />
      <Time value="2025-11-12T09:14:00Z" relative clock />
    </>,
  );
  const [exact, relative, day, old] = container.querySelectorAll("time");
  expect(exact?.textContent).toBe("12 Nov 2025, 09:14");
  expect(exact?.dateTime).toBe("2025-11-12T09:14:00.000Z");
  expect([relative, day, old].map((time) => time?.textContent)).toEqual([
    "5 min ago",
    "12 Nov 2025",
    "12 Nov 2025, 09:14",
  ]);
  expect(relative?.title).toBe(`${formatDay(ago, "UTC")}, ${formatClock(ago, "UTC")} UTC`);
});

test("where the date is shown already, only the time is shown", () => {
  const { container } = render(<Time value="2025-11-12T09:14:00Z" clock="alone" />);
  expect(container.textContent).toBe("09:14");
});

test("times are shown in the page's time zone", () => {
  const { container } = render(
    <TimeZone.Provider value="Asia/Tokyo">
      <Time value="2025-11-12T20:14:00Z" clock />
    </TimeZone.Provider>,
  );
  expect(container.querySelector("time")?.textContent).toBe("13 Nov 2025, 05:14");
});
