import { expect, it } from "vitest";
import { ambiguousWhole, ungrouped, withoutZeroDecimals } from "./whole";

it.each([
  ["1,234", "1234"],
  ["1.234", "1.234"],
  ["1.234.567", "1234567"],
  ["1 234", "1234"],
  ["1\u202f234", "1234"],
  ["1'234", "1234"],
  ["12’345’678", "12345678"],
  [" 1.000 ", " 1.000 "],
  ["-1,234", "-1234"],
  ["1234", "1234"],
  ["12.5", "12.5"],
  ["12,50", "12,50"],
  ["0.500", "0.500"],
  ["1.2345", "1.2345"],
  ["1,234.567", "1,234.567"],
  ["1,234.00", "1,234.00"],
  ["ten", "ten"],
  ["", ""],
])("%j becomes %j without separators of thousands", (typed, read) => expect(ungrouped(typed)).toBe(read));

it.each([
  ["1.000", "“1.000” can mean 1,000 or 1: enter 1000 or 1"],
  [" 12.000 ", "“12.000” can mean 12,000 or 12: enter 12000 or 12"],
  ["1.234", "“1.234” can mean 1,234 or a decimal number: enter 1234, or a number without a point"],
  ["-1.000", "“-1.000” can mean -1,000 or -1: enter -1000 or -1"],
])("%j is ambiguous, and both meanings are offered", (typed, sentence) => expect(ambiguousWhole(typed)).toBe(sentence));

it.each(["1,000", "1 000", "1.000.000", "1.5", "0.500", "1000", "", "one"])("%j has one meaning at most", (typed) =>
  expect(ambiguousWhole(typed)).toBeUndefined(),
);

it.each([
  ["2.0", "2"],
  ["-12.000", "-12"],
  ["2.50", "2.50"],
  ["1,000", "1,000"],
  [".0", ".0"],
])("%j without decimals that are zeros is %j", (number, expected) =>
  expect(withoutZeroDecimals(number)).toBe(expected),
);
