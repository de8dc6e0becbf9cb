import { expect, test } from "vitest";
import { fieldNames, fieldPart, fieldValue, compareVersions } from "./versions";

test("a field includes its rows, but not other fields with the same prefix", () => {
  expect(fieldPart({ line: "a", "line.0.price": "1", lines: "b", "lines.0.price": "2" }, "line")).toEqual({
    line: "a",
    "line.0.price": "1",
  });
});

test("rows are equal in whatever order a form sends their parts", () => {
  const mine = { "lines.0.price": "1", "lines.0.count": "2" };
  const theirs = { "lines.0.count": "2", "lines.0.price": "1" };
  expect(compareVersions("lines", { mine, theirs, revision: 2 })).toBe("same");
});

test("rows count as one field with one value, in the order of their numbers", () => {
  const mine = {
    "lines.10.title": "Second",
    "lines.2.title": "First",
    "lines.2.tags": ["a", "b"],
    note: "x",
    colors: [],
  };
  expect(fieldNames({ mine, theirs: { due: "y", "lines.0.title": "Other" } })).toEqual([
    "due",
    "lines",
    "note",
    "colors",
  ]);
  expect(fieldValue(mine, "lines")).toEqual([{ title: "First", tags: ["a", "b"] }, { title: "Second" }]);
  expect([fieldValue(mine, "note"), fieldValue(mine, "colors"), fieldValue(mine, "due")]).toEqual(["x", [], undefined]);
});
