/** What is drawn on the plot of a line chart. */
import { areaUnder, columnWidth, curve, type Place, round } from "./geometry.server";

export interface Shape {
  now: Place[];
  before: Place[];
  /** How far down 0 stands. */
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
 * What it is compared with are dashes at the height that it had. They are a little wider than the columns, and where
 * they cross one they have the colour of the card: holes in it, not a gap that cuts it in two.
 */
export function Columns({ now, before, zero }: Shape) {
  const width = (columnWidth(now.length) / now.length) * 100;
  const [reach, side] = [width * 0.75, width * 0.25];
  const dashes = before.filter(({ y }) => y !== zero);
  const crosses = ({ x, y }: Place) => {
    const column = now.find((other) => other.x === x)?.y ?? zero;
    return y >= Math.min(column, zero) && y <= Math.max(column, zero);
  };
  const whole = ({ x, y }: Place) => `M${round(x - reach)} ${round(y)}h${round(2 * reach)}`;
  const sides = ({ x, y }: Place) =>
    `M${round(x - reach)} ${round(y)}h${round(side)}M${round(x + width / 2)} ${round(y)}h${round(side)}`;
  const inside = ({ x, y }: Place) => `M${round(x - width / 2)} ${round(y)}h${round(width)}`;
  return (
    <>
      {now.map(
        ({ x, y }) =>
          y !== zero && (
            <rect
              key={x}
              x={round(x - width / 2)}
              width={round(width)}
              y={round(Math.min(y, zero))}
              height={round(Math.abs(zero - y))}
              className="fill-chart-1"
            />
          ),
      )}
      <Dashed d={dashes.map((at) => (crosses(at) ? sides(at) : whole(at))).join("")} className="stroke-chart-6" />
      <Dashed d={dashes.filter(crosses).map(inside).join("")} className="stroke-surface" />
    </>
  );
}

const Dashed = ({ d, className }: { d: string; className: string }) =>
  d && <path d={d} className={className} strokeWidth="2" strokeDasharray="3 2" />;

/** Bands behind the Saturdays and Sundays; those that touch are one. */
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
 * The value of the last point, beside it. The plot's drawing is stretched, which would stretch the letters: this one is
 * as wide as the unseen copy of its text.
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
