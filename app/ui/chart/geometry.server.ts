/** Where the lines and areas of charts run, in a square of 100 by 100 whose origin is the upper start corner. */

export interface Place {
  x: number;
  y: number;
}

/** The values of an axis from 0 to a round number that is not below `most`, in two to four equal steps. */
export function axisTo(most: number): number[] {
  if (most <= 0) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most));
  const candidates = [0.1, 0.2, 0.25, 0.5, 1, 2, 2.5, 5].map((factor) => factor * power).filter((step) => step >= 1);
  const step = candidates.find((candidate) => Math.ceil(most / candidate) <= 4) ?? 1;
  const steps = Math.max(1, Math.ceil(most / step));
  return Array.from({ length: steps + 1 }, (_, place) => place * step);
}

/** The middle of each of so many equal columns. */
export const columnAt = (place: number, count: number) => ((place + 0.5) / count) * 100;

/** How far down a value stands beneath the top of an axis. */
export const heightOf = (value: number, top: number) => 100 - (Math.max(0, value) / top) * 100;

/** Two decimals are finer than any screen. */
export const round = (number: number) => Math.round(number * 100) / 100;

/** A curve through all places that rises and falls only where they do (monotone cubic, Fritsch and Carlson 1980). */
export function curve(places: Place[]): string {
  const [first] = places;
  if (!first) return "";
  const slopes = slopesOf(places);
  const rest = places.slice(1).map((place, at) => {
    const from = places[at] ?? place;
    const third = (place.x - from.x) / 3;
    const control = [from.x + third, from.y + third * (slopes[at] ?? 0), place.x - third, place.y - third * (slopes[at + 1] ?? 0), place.x, place.y];
    return `C${control.map(round).join(" ")}`;
  });
  return `M${round(first.x)} ${round(first.y)}${places.length === 1 ? "h0" : ""}${rest.join("")}`;
}

function slopesOf(places: Place[]): number[] {
  const secants = places.slice(1).map((place, at) => {
    const from = places[at] ?? place;
    return (place.y - from.y) / (place.x - from.x);
  });
  return places.map((_, at) => {
    const [before, after] = [secants[at - 1], secants[at]];
    if (before === undefined || after === undefined) return before ?? after ?? 0;
    if (before * after <= 0) return 0;
    return (2 * before * after) / (before + after);
  });
}
