// @vitest-environment jsdom
import { expect, test } from "vitest";
import { heatMap } from "./heat-map.server";

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0"));

/** Returns the hours that remain visible on small screens, for a map with values at some hours. */
function leftOf(...held: number[]) {
  const cell = (value: number) => ({ text: String(value), counted: { value, href: "/rows", is: "rows" } });
  document.body.innerHTML = heatMap({
    label: "Visits",
    corner: "Day",
    rows: ["Mon", "Tue"],
    columns: hours,
    cells: [hours.map(() => cell(0)), hours.map((_, hour) => cell(held.includes(hour) ? 1 : 0))],
  });
  const left = [...document.querySelectorAll("tr")].map((row) =>
    [...row.children].slice(1).flatMap(({ className }, hour) => (className.includes("heat-outer") ? [] : hour)),
  );
  expect(left[1]).toEqual(left[0]);
  expect(left[2]).toEqual(left[0]);
  return { first: left[0]?.at(0), last: left[0]?.at(-1), count: left[0]?.length };
}

test("with little room a heat map begins with the first column that has a value, and ends with the last", () => {
  expect(leftOf(9, 10, 20)).toEqual({ first: 9, last: 20, count: 12 });
  expect(leftOf(0, 23)).toEqual({ first: 0, last: 23, count: 24 });
});

test("a heat map shows at least as many columns as fit, and all of them if it is empty", () => {
  expect(leftOf(9)).toEqual({ first: 9, last: 16, count: 8 });
  expect(leftOf(22)).toEqual({ first: 16, last: 23, count: 8 });
  expect(leftOf()).toEqual({ first: 0, last: 23, count: 24 });
});
