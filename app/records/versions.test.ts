import { expect, test } from "vitest";
import { fieldPart, verdict } from "./versions";

test("a field is itself and its rows, not what only begins like it", () => {
  expect(fieldPart({ line: "a", "line.0.price": "1", lines: "b", "lines.0.price": "2" }, "line")).toEqual({ line: "a", "line.0.price": "1" });
});

test("rows are the same in whatever order a form sends their parts", () => {
  const mine = { "lines.0.price": "1", "lines.0.count": "2" };
  const theirs = { "lines.0.count": "2", "lines.0.price": "1" };
  expect(verdict("lines", { mine, theirs, revision: 2 })).toBe("same");
});
