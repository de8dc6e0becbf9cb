import { capital } from "~/core/values/noun";
import { type Counted, proof } from "./counted";
import {
  areaUnder,
  axisTo,
  columnAt,
  columnWidth,
  curve,
  heightOf,
  isSparse,
  type Place,
  round,
} from "./geometry.server";
import { AsTable, draw } from "./parts.server";
import { Plot, Tip } from "./plot.server";

interface LinePoint {
  /** In full, such as "Nov 2026". */
  label: string;
  /** For the axis. */
  short: string;
  text: string;
  counted: Counted;
  /** The same piece of what it is compared with. */
  before?: { label: string; value: number; text: string };
}

interface LineChart {
  /** What it shows, in a sentence, for who does not see it. */
  label: string;
  /** What the two lines are called. */
  names: { now: string; before?: string };
  /** In the order of time; at least one. */
  points: LinePoint[];
  /** A value of the axis, as short as can be. */
  axis(value: number): string;
}

/**
 * A value over time as a line over its area, and what it is compared with as a dashed one. Each point is a link to its
 * rows, with a readout. Where half of the points are 0, or more, they are columns: a line would claim that there was
 * something in between.
 */
export function lineChart({ label, names, points, axis }: LineChart): string {
  const all = points.flatMap(({ counted, before }) => [counted.value, before?.value ?? 0]);
  const values = axisTo(Math.max(0, ...all), Math.min(0, ...all));
  const place = (value: number, at: number): Place => ({ x: columnAt(at, points.length), y: heightOf(value, values) });
  const now = points.map(({ counted }, at) => place(counted.value, at));
  const before = points.flatMap((point, at) => (point.before ? [place(point.before.value, at)] : []));
  const sparse = isSparse(points.map(({ counted }) => counted.value));
  const zero = heightOf(0, values);
  const Shape = sparse ? Columns : Lines;
  return draw(
    <>
      <Key names={names} sparse={sparse} compared={points.some(({ before }) => before && before.value !== 0)} />
      <Plot
        label={label}
        values={values}
        axis={axis}
        names={points.map(({ short }) => short)}
        empty={all.every((value) => value === 0)}
        drawing={<Shape now={now} before={before} zero={zero} />}
      >
        {points.map((point, at) => (
          <Hit
            key={at}
            point={point}
            names={names}
            y={now[at]?.y ?? zero}
            dot={!sparse}
            at={at}
            count={points.length}
          />
        ))}
      </Plot>
      <AsTable
        heads={["When", names.now, ...(names.before ? [names.before] : [])]}
        rows={points.map(({ label, text, counted, before }) => [
          label,
          <a key="now" {...proof(counted)} className="link">
            {text}
          </a>,
          ...(names.before ? [before?.text ?? "–"] : []),
        ])}
      />
    </>,
  );
}

/** What is drawn how. Where there was nothing to compare with, nothing is drawn of it, and that is said. */
function Key({ names, sparse, compared }: { names: LineChart["names"]; sparse: boolean; compared: boolean }) {
  return (
    <ul className="chart-key" aria-hidden="true">
      <li>
        <i className={sparse ? "key bg-chart-1" : "h-0.5 w-4 rounded bg-chart-1"} />
        {names.now}
      </li>
      {names.before && (
        <li>
          {compared && <i className="w-4 border-t-2 border-dashed border-chart-6" />}
          {compared ? capital(names.before) : `Nothing in ${names.before}`}
        </li>
      )}
    </ul>
  );
}

interface Shape {
  now: Place[];
  before: Place[];
  /** How far down 0 stands. */
  zero: number;
}

function Lines({ now, before, zero }: Shape) {
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

/** What it is compared with are dashes at the height that it had. */
function Columns({ now, before, zero }: Shape) {
  const width = (columnWidth(now.length) / now.length) * 100;
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
      {before.map(
        ({ x, y }) =>
          y !== zero && (
            <path
              key={x}
              d={`M${round(x - width * 0.7)} ${round(y)}h${round(width * 1.4)}`}
              className="stroke-chart-6"
              strokeWidth="2"
              strokeDasharray="3 2"
            />
          ),
      )}
    </>
  );
}

interface HitProps {
  point: LinePoint;
  names: LineChart["names"];
  y: number;
  /** Its place on the line is marked. */
  dot: boolean;
  at: number;
  count: number;
}

/** A column of the plot: a link that shows what its point says. */
function Hit({ point, names, y, dot, at, count }: HitProps) {
  const { label, text, counted, before } = point;
  const versus = names.before && before ? [{ name: before.label, text: before.text, color: 6, quiet: true }] : [];
  return (
    <a
      {...proof(counted)}
      className="hit"
      aria-label={`${label}: ${text}${versus.length > 0 ? `, ${names.before} ${before?.text}` : ""}`}
      tabIndex={at === count - 1 ? 0 : -1}
    >
      <svg viewBox="0 0 1 100" preserveAspectRatio="none" className="guide" aria-hidden="true">
        <path d="M.5 0v100" className="stroke-border-control" strokeWidth="1" />
        {dot && <path d={`M.5 ${round(y)}h0`} className="stroke-surface" strokeWidth="13" strokeLinecap="round" />}
        {dot && <path d={`M.5 ${round(y)}h0`} className="stroke-chart-1" strokeWidth="9" strokeLinecap="round" />}
      </svg>
      <Tip title={label} rows={[{ name: names.now, text, color: 1 }, ...versus]} late={at >= count / 2} />
    </a>
  );
}
