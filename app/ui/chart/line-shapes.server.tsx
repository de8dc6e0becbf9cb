/** Shapes on the plot of a line chart. */
import { areaUnder, columnWidth, curve, type Place, round } from "./geometry.server";

export interface Shape {
  now: Place[];
  before: Place[];
  /** Vertical position of 0. */
  zero: number;
}

export function Lines({ now, before, zero }: Shape) {
  return (
    <>
      <path d={areaUnder(now, zero)} className="fill-chart-1 opacity-10" />
      {before.length > 0 && (
        <path
          d={curve(before)}
          className="stroke-chart-6"
          strokeWidth="1.5"
          strokeDasharray="3 4"
          strokeLinecap="round"
        />
      )}
      <path d={curve(now)} className="stroke-chart-1" strokeWidth="2.25" strokeLinecap="round" />
    </>
  );
}

/**
 * Draws a column for each value, over a paler and wider bar for the comparison. Both stay visible, whichever is
 * higher.
 */
export function Columns({ now, before, zero }: Shape) {
  const width = (columnWidth(now.length) / now.length) * 100;
  const isCompared = before.length > 0;
  return (
    <>
      <Bars places={before} width={width * 1.25} zero={zero} className="bar-before" />
      <Bars places={now} width={isCompared ? width * 0.7 : width} zero={zero} className="fill-chart-1" />
    </>
  );
}

function Bars({ places, width, zero, className }: { places: Place[]; width: number; zero: number; className: string }) {
  return places
    .filter(({ y }) => y !== zero)
    .map(({ x, y }) => (
      <rect
        key={x}
        x={round(x - width / 2)}
        width={round(width)}
        y={round(Math.min(y, zero))}
        height={round(Math.abs(zero - y))}
        className={className}
      />
    ));
}

/** Shades weekends; adjacent days form one band. */
export function Weekends({ days }: { days: boolean[] }) {
  const bands = days.flatMap((isFree, from) => {
    if (!isFree || days[from - 1]) return [];
    const next = days.indexOf(false, from);
    return { from, length: (next < 0 ? days.length : next) - from };
  });
  return bands.map(({ from, length }) => (
    <rect
      key={from}
      x={round((from / days.length) * 100)}
      width={round((length / days.length) * 100)}
      height="100"
      className="weekend"
    />
  ));
}

/**
 * The last point's value beside it. It is drawn outside the plot, whose stretching would distort the letters, and
 * takes its width from a hidden copy of the text.
 */
export function LastValue({ at: { y }, text }: { at: Place; text: string }) {
  return (
    <div className="last-value" aria-hidden="true">
      <span>{text}</span>
      <svg>
        <text y={`${round(y)}%`} dy=".35em">
          {text}
        </text>
      </svg>
    </div>
  );
}
