import fc from "fast-check";
import { expect, test } from "vitest";
import { areaUnder, axisTo, columnAt, columnWidth, curve, heightOf, heightsOf, stack } from "./geometry.server";

/** Returns the numbers of a path, in pairs. */
function pairsOf(path: string): { x: number; y: number }[] {
  const numbers = [...path.matchAll(/-?\d+(\.\d+)?/g)].map(([number]) => Number(number));
  return Array.from({ length: numbers.length / 2 }, (_, at) => ({
    x: numbers[at * 2] ?? 0,
    y: numbers[at * 2 + 1] ?? 0,
  }));
}

const amounts = fc.integer({ min: 0, max: 2_000_000_000_000 });

test("an axis begins at 0, has two to five equal steps of whole values, includes the maximum, and is at least half full", () => {
  fc.assert(
    fc.property(amounts, (most) => {
      const axis = axisTo(most);
      const steps = axis.slice(1).map((value, at) => value - (axis[at] ?? 0));
      const top = axis.at(-1) ?? 0;
      expect(axis[0]).toBe(0);
      expect(axis.length).toBeGreaterThanOrEqual(2);
      expect(axis.length).toBeLessThanOrEqual(5);
      expect(new Set(steps).size).toBe(1);
      expect(axis.every(Number.isInteger)).toBe(true);
      expect(top).toBeGreaterThanOrEqual(most);
      if (most > 0) expect(top).toBeLessThan(Math.max(2, most * 2));
    }),
  );
});

test("an axis with values below 0 includes 0 and both ends, with six values at most", () => {
  fc.assert(
    fc.property(amounts, fc.integer({ min: -2_000_000_000, max: -1 }), (most, least) => {
      const axis = axisTo(most, least);
      expect(axis).toContain(0);
      expect(axis.length).toBeLessThanOrEqual(6);
      expect(axis[0]).toBeLessThanOrEqual(least);
      expect(axis.at(-1)).toBeGreaterThanOrEqual(most);
    }),
  );
});

test("the steps of an axis are round numbers", () => {
  expect(axisTo(0)).toEqual([0, 1]);
  expect(axisTo(1)).toEqual([0, 1]);
  expect(axisTo(3)).toEqual([0, 1, 2, 3]);
  expect(axisTo(9)).toEqual([0, 5, 10]);
  expect(axisTo(48_200)).toEqual([0, 20_000, 40_000, 60_000]);
  expect(axisTo(4_000, -3_100)).toEqual([-4_000, -2_000, 0, 2_000, 4_000]);
});

test("a curve passes through all points and never leaves the range of the two that it joins", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 3, maxLength: 40 }), (heights) => {
      const places = heights.map((y, at) => ({ x: columnAt(at, heights.length), y }));
      const [first, ...drawn] = pairsOf(curve(places));
      expect(first?.y).toBe(heights[0]);
      for (const [at, y] of heights.slice(1).entries()) {
        const from = heights[at] ?? 0;
        // A Bézier curve stays within the hull of its end points and handles.
        const joined = drawn.slice(at * 3, at * 3 + 3);
        expect(joined[2]?.y).toBe(y);
        for (const handle of joined) {
          expect(handle.y).toBeGreaterThanOrEqual(Math.min(from, y) - 0.01);
          expect(handle.y).toBeLessThanOrEqual(Math.max(from, y) + 0.01);
        }
      }
    }),
  );
});

test("one point is a dot, two are a line, none is nothing; and neither a dot nor nothing encloses an area", () => {
  expect(curve([])).toBe("");
  expect(curve([{ x: 50, y: 20 }])).toBe("M50,20Z");
  expect(
    curve([
      { x: 25, y: 20 },
      { x: 75, y: 40 },
    ]),
  ).toBe("M25,20L75,40");
  expect(areaUnder([{ x: 50, y: 20 }], 100)).toBe("");
  expect(
    areaUnder(
      [
        { x: 0, y: 20 },
        { x: 100, y: 20 },
      ],
      60,
    ),
  ).toMatch(/L100 60L0 60Z$/);
});

test("values are between the ends of their axis, whatever they are", () => {
  expect(heightOf(0, [0, 10, 20])).toBe(100);
  expect(heightOf(5, [0, 10, 20])).toBe(75);
  expect(heightOf(99, [0, 10, 20])).toBe(0);
  expect(heightOf(0, [-10, 0, 10])).toBe(50);
});

test("parts are stacked, and those below 0 hang below the zero line", () => {
  expect(stack([2, 3, 5], [0, 5, 10])).toEqual([
    { top: 80, bottom: 100 },
    { top: 50, bottom: 80 },
    { top: 0, bottom: 50 },
  ]);
  expect(stack([5, -5, 5, -5], [-10, 0, 10]).map(({ top, bottom }) => [top, bottom])).toEqual([
    [25, 50],
    [50, 75],
    [0, 25],
    [75, 100],
  ]);
  expect(heightsOf([5, -5, 5, -2])).toEqual({ most: 10, least: -7 });
});

test("a few columns are not too wide, and many have gaps between them", () => {
  expect(columnWidth(1)).toBeCloseTo(0.07);
  expect(columnWidth(40)).toBe(0.64);
});
