/** Where the lines and areas of charts run, in a square of 100 by 100 whose origin is the upper start corner. */

import { curveMonotoneX, line } from "d3-shape";

export interface Place {
  x: number;
  y: number;
}

/** What an axis goes up by, times a power of ten. */
const factors = [1, 2, 2.5, 5];

/**
 * The values of an axis, the lowest first, in equal steps over whole numbers, four at most (one more where it goes
 * below 0). 0 is always among them; the last is not below `most`, the first not above `least`.
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

/** The middle of each of so many equal columns. */
export const columnAt = (place: number, count: number) => ((place + 0.5) / count) * 100;

/** The part of its place that a column is wide, 0 to 1: a few columns are no walls. */
export const columnWidth = (count: number) => Math.min(0.64, 0.07 * count);

/** How far down a value stands on an axis of these values. */
export function heightOf(value: number, axis: number[]): number {
  const [lowest, highest] = [axis[0] ?? 0, axis.at(-1) ?? 1];
  return 100 - ((Math.min(highest, Math.max(lowest, value)) - lowest) / (highest - lowest)) * 100;
}

/** Two decimals are finer than any screen. */
export const round = (number: number) => Math.round(number * 100) / 100;

const monotone = line<Place>(
  ({ x }) => x,
  ({ y }) => y,
)
  .curve(curveMonotoneX)
  .digits(2);

/** A curve through all places that rises and falls only where they do. */
export const curve = (places: Place[]): string => monotone(places) ?? "";

/** What a curve over its axis encloses. */
export function areaUnder(places: Place[], zero: number): string {
  const [first, last] = [places[0], places.at(-1)];
  return first && last && places.length > 1
    ? `${curve(places)}L${round(last.x)} ${round(zero)}L${round(first.x)} ${round(zero)}Z`
    : "";
}

/** Parts on top of each other: from where to where each goes, in the order given. What is below 0 hangs beneath it. */
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

/** How high and how low a stack of these goes. */
export const heightsOf = (values: number[]) => ({
  most: values.reduce((sum, value) => sum + Math.max(0, value), 0),
  least: values.reduce((sum, value) => sum + Math.min(0, value), 0),
});

/** Whether columns say more than a line: there is one value, or at least half of them are 0. */
export const isSparse = (values: number[]) =>
  values.length === 1 || values.filter((value) => value !== 0).length * 2 <= values.length;
