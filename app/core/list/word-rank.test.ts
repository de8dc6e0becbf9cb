import { expect, it } from "vitest";
import { hasWholeWords, wordRank } from "./word-rank";

it("a whole word ranks before the beginning of a word, and that before its middle", () => {
  const texts = ["deactivation", "no hit", "vatican", "privat, a vat"];
  expect(texts.toSorted((one, other) => wordRank(other, ["vat"]) - wordRank(one, ["vat"]))).toEqual([
    "privat, a vat",
    "vatican",
    "deactivation",
    "no hit",
  ]);
});

it("whole words and phrases are matched in one query", () => {
  expect(hasWholeWords("new york, usa", ["new york", "usa"])).toBe(true);
  expect(hasWholeWords("new yorker, usa", ["new york", "usa"])).toBe(false);
});
