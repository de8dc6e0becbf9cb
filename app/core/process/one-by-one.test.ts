import { expect, test } from "vitest";
import { oneByOne } from "./one-by-one.server";

const failing = (isBad: (item: number) => boolean, tried: number[] = []) => ({
  tried,
  act: async (item: number) => {
    tried.push(item);
    if (isBad(item)) throw new Error("odd");
    return item > 1;
  },
});

test("a failing task does not stop the others, and its error is thrown at the end with its name", async () => {
  const { tried, act } = failing((item) => item === 2);
  await expect(oneByOne([1, 2, 3], (item) => `row ${item}`, act)).rejects.toMatchObject({
    message: "1 failed",
    errors: [{ message: "row 2 failed", cause: { message: "odd" } }],
  });
  expect(tried).toEqual([1, 2, 3]);
  expect(await oneByOne([1, 3, 5], String, act)).toBe(2);
});

test("after ten failures in a row the others are left for the next time", async () => {
  const all = Array.from({ length: 30 }, (_, at) => at);
  const late = failing((item) => item > 5);
  await expect(oneByOne(all, String, late.act)).rejects.toThrow("10 failed");
  expect(late.tried).toHaveLength(16);
  const some = failing((item) => item % 2 === 0);
  await expect(oneByOne(all, String, some.act)).rejects.toMatchObject({ message: "15 failed", errors: { length: 10 } });
  expect(some.tried).toHaveLength(30);
});
