/** Geometry of charts, in a square of 100 by 100 whose origin is the upper start corner. */

import { curveMonotoneX, line } from "d3-shape";

export interface Place {
  x: number;
  y: number;
}

/** Step sizes of an axis, times a power of ten. */
const factors = [1, 2, 2.5, 5];

/**
 * Returns the values of an axis in ascending equal steps of whole numbers, at most four steps (five if it extends
 * below 0). They include 0 and cover `least` to `most`.
 */
export function axisTo(most: number, least = 0): number[] {
  const [up, down] = [Math.max(0, most), Math.max(0, -least)];
  if (up === 0 && down === 0) return [0, 1];
  const room = up > 0 && down > 0 ? 5 : 4;
  const power = 10 ** (Math.floor(Math.log10(Math.max(up, down))) - 1);
  const candidates = [power, power * 10, power * 100]
    .flatMap((power) => factors.map((factor) => factor * power))
    .filter(Number.isInteger);
  const stepsOf = (step: number) => ({ above: Math.ceil(up / step), below: Math.ceil(down / step) });
  const fits = (step: number) => stepsOf(step).above + stepsOf(step).below <= room;
  const step = candidates.find(fits) ?? Math.ceil(Math.max(up, down));
  const { above, below } = stepsOf(step);
  return Array.from({ length: above + below + 1 }, (_, place) => (place - below) * step);
}

/** Returns the centre of a column, with `count` equal columns across. */
export const columnAt = (place: number, count: number) => ((place + 0.5) / count) * 100;

/** Returns a column's width relative to its place, 0 to 1. A few columns stay narrow. */
export const columnWidth = (count: number) => Math.min(0.64, 0.07 * count);

/** Returns the vertical position of a value on an axis, from the top. */
export function heightOf(value: number, axis: number[]): number {
  const [lowest, highest] = [axis[0] ?? 0, axis.at(-1) ?? 1];
  return 100 - ((Math.min(highest, Math.max(lowest, value)) - lowest) / (highest - lowest)) * 100;
}

/** Rounds to two decimals, which is finer than any screen. */
export const round = (number: number) => Math.round(number * 100) / 100;

const monotone = line<Place>(
  ({ x }) => x,
  ({ y }) => y,
)
  .curve(curveMonotoneX)
  .digits(2);

/** Returns the path of a curve through all points that rises and falls only where they do. */
export const curve = (places: Place[]): string => monotone(places) ?? "";

/** Returns the path of the area between a curve and the zero line. */
export function areaUnder(places: Place[], zero: number): string {
  const [first, last] = [places[0], places.at(-1)];
  return first && last && places.length > 1
    ? `${curve(places)}L${round(last.x)} ${round(zero)}L${round(first.x)} ${round(zero)}Z`
    : "";
}

/** Stacks parts in the given order and returns their positions. Negative parts stack downwards from 0. */
export function stack(values: number[], axis: number[]): { top: number; bottom: number }[] {
  let [above, below] = [0, 0];
  return values.map((value) => {
    const from = value < 0 ? below : above;
    const to = from + value;
    if (value < 0) below = to;
    else above = to;
    return { top: heightOf(Math.max(from, to), axis), bottom: heightOf(Math.min(from, to), axis) };
  });
}

/** Returns the highest and the lowest total of a stack. */
export const heightsOf = (values: number[]) => ({
  most: values.reduce((sum, value) => sum + Math.max(0, value), 0),
  least: values.reduce((sum, value) => sum + Math.min(0, value), 0),
});

/** Whether to draw columns instead of a line: there is one value, or at least half are 0. */
export const isSparse = (values: number[]) =>
  values.length === 1 || values.filter((value) => value !== 0).length * 2 <= values.length;
