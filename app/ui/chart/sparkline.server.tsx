import { curve } from "./geometry.server";
import { draw } from "./parts.server";

/** How a figure went, as a line without axis: from the lowest value to the highest. Where nothing is known, "–", there is no point. */
export function sparkline({ values }: { values: (number | null)[] }): string {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  const [least, most] = [Math.min(...known.map(({ value }) => value)), Math.max(...known.map(({ value }) => value))];
  const places = known.map(({ value, at }) => ({ x: values.length > 1 ? (at / (values.length - 1)) * 100 : 50, y: most > least ? 92 - ((value - least) / (most - least)) * 84 : 50 }));
  const last = places.at(-1);
  if (!last) return "";
  return draw(
    <div className="plot spark" aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" fill="none">
        <path d={curve(places)} className="stroke-chart-1" strokeWidth="1.75" strokeLinecap="round" />
        <path d={`M${last.x} ${last.y}h0`} className="stroke-chart-1" strokeWidth="6" strokeLinecap="round" />
      </svg>
    </div>,
  );
}
