import { expect, test } from "vitest";
import { chunks } from "./chunks";

test.each([
  [[], []],
  [[1, 2], [[1, 2]]],
  [
    [1, 2, 3, 4],
    [
      [1, 2],
      [3, 4],
    ],
  ],
  [
    [1, 2, 3, 4, 5],
    [[1, 2], [3, 4], [5]],
  ],
])("%j in chunks of two", (items, parts) => {
  expect([...chunks<number>(items, 2)]).toEqual(parts);
});
