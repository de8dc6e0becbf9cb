import type { Counted } from "./counted";

export interface LinePoint {
  /** In full, such as "Nov 2026". */
  label: string;
  /** For the axis. */
  short: string;
  text: string;
  counted: Counted;
  /** The same piece of what it is compared with. */
  before?: { label: string; value: number; text: string };
  /** Whether it is a Saturday or a Sunday; nothing where it is more than a day. */
  weekend?: boolean;
}

/** How the points of a line are added up: what a sum reads, and where the rows are from the first point to another. */
export interface Sums {
  text(value: number): string;
  href(to: number): string;
}

/** Each point with all before it; `alone` is what it was by itself. */
export function addedUp(points: LinePoint[], { text, href }: Sums): (LinePoint & { alone: string })[] {
  let [sum, sumBefore] = [0, 0];
  return points.map((point, at) => {
    sum += point.counted.value;
    sumBefore += point.before?.value ?? 0;
    return {
      ...point,
      alone: point.text,
      text: text(sum),
      counted: { ...point.counted, value: sum, href: href(at) },
      before: point.before && { label: `Until ${point.before.label}`, value: sumBefore, text: text(sumBefore) },
    };
  });
}
