import { curve, isSparse, round } from "./geometry.server";
import { draw } from "./parts.server";

/** Maximum points of a sparkline. */
const most = 15;

/**
 * Draws the trend of a figure without an axis: a line from its lowest to its highest value, or small columns if at
 * least half are 0. Null values have no point, and with `adds`, many points are summed into fewer.
 */
export function sparkline({ values: all, adds = false }: { values: (number | null)[]; adds?: boolean }): string {
  const values = adds && all.length > most ? merged(all) : all;
  const known = values.flatMap((value, at) => (value === null ? [] : [{ value, at }]));
  if (known.length === 0) return "";
  const sparse =
    known.length > 1 &&
    known.every(({ value }) => value >= 0) &&
    known.some(({ value }) => value > 0) &&
    isSparse(known.map(({ value }) => value));
  const Shape = sparse ? Columns : Line;
  return draw(
    <div className="plot spark" aria-hidden="true">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" fill="none">
        <Shape known={known} count={values.length} />
      </svg>
    </div>,
  );
}

/** Returns the sums of groups of neighbours, formed from the end. */
function merged(values: (number | null)[]): number[] {
  const size = Math.ceil(values.length / 10);
  const sums: number[] = [];
  for (let end = values.length; end > 0; end -= size)
    sums.push(values.slice(Math.max(0, end - size), end).reduce<number>((sum, value) => sum + (value ?? 0), 0));
  return sums.reverse();
}

interface Shape {
  /** Known values, with their positions among all. */
  known: { value: number; at: number }[];
  count: number;
}

function Line({ known, count }: Shape) {
  const [least, most] = [Math.min(...known.map(({ value }) => value)), Math.max(...known.map(({ value }) => value))];
  const places = known.map(({ value, at }) => ({
    x: count > 1 ? (at / (count - 1)) * 100 : 50,
    y: most > least ? 92 - ((value - least) / (most - least)) * 84 : 50,
  }));
  const last = places.at(-1) ?? { x: 50, y: 50 };
  return (
    <>
      <path d={curve(places)} className="stroke-chart-1" strokeWidth="1.75" strokeLinecap="round" />
      <path
        d={`M${round(last.x)} ${round(last.y)}h0`}
        className="stroke-chart-1"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </>
  );
}

function Columns({ known, count }: Shape) {
  const max = Math.max(1, ...known.map(({ value }) => value));
  return (
    <>
      <path d="M0 96h100" className="stroke-chart-grid" strokeWidth="1" />
      {known.map(
        ({ value, at }) =>
          value > 0 && (
            <rect
              key={at}
              x={round(((at + 0.2) / count) * 100)}
              width={round(60 / count)}
              y={round(96 - (value / max) * 88)}
              height={round((value / max) * 88)}
              className="fill-chart-1"
            />
          ),
      )}
    </>
  );
}
