import type { Counted } from "./counted";

export interface LinePoint {
  /** Full label, such as "Nov 2026". */
  label: string;
  /** Label on the axis. */
  short: string;
  text: string;
  counted: Counted;
  /** Corresponding point of the comparison period. */
  before?: { label: string; value: number; text: string };
  /** Whether it is a Saturday or Sunday; undefined for periods longer than a day. */
  weekend?: boolean;
}

/** Running totals of a line: formats a sum, and links to the rows from the first point up to another. */
export interface Sums {
  text(value: number): string;
  href(to: number): string;
}

/** Returns running totals; `alone` is the point's own value. */
export function runningTotals(points: LinePoint[], { text, href }: Sums): (LinePoint & { alone: string })[] {
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
