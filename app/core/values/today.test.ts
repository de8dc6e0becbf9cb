import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTimeZone, testDatabase } from "~/testing/database";
import { dayTitle } from "./today.server";

testDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-29T23:30:00Z") }));
afterEach(() => void vi.useRealTimers());

test("the title of a day is Today, Yesterday or the full date, in the company's time zone", async () => {
  const moments = ["2026-11-29T00:00:00Z", "2026-11-28T23:59:59Z", "2026-11-27T12:00:00Z"].map((at) => new Date(at));
  expect(moments.map(dayTitle)).toEqual(["Today", "Yesterday", "Friday, 27 November 2026"]);
  await inTimeZone("Europe/Oslo", async () =>
    expect(moments.map(dayTitle)).toEqual(["Yesterday", "Yesterday", "Friday, 27 November 2026"]),
  );
});
