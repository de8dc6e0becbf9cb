import { expect, it } from "vitest";
import { changeOf } from "./figures";

it.each([
  [50, 1, "×50", "up"],
  [1_100, 100, "×11", "up"],
  [12_345_678, 10, "×1,234,568", "up"],
  [1_099, 100, "999%", "up"],
  [3, 1, "200%", "up"],
  [0, 5_000, "100%", "down"],
  [1, 1, "0%", "same"],
  [7, 0, "–", "same"],
])("%d after %d is shown as %s", (now, before, text, direction) =>
  expect(changeOf(now, before)).toMatchObject({ text, direction }),
);
