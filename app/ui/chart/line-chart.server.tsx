import { capital } from "~/core/values/noun";
import { proof } from "./counted";
import { axisTo, columnAt, heightOf, isSparse, type Place, round } from "./geometry.server";
import { runningTotals, type LinePoint, type Sums } from "./line-points.server";
import { Columns, LastValue, Lines, Weekends } from "./line-shapes.server";
import { AsTable, draw } from "./parts.server";
import { Plot, Tip } from "./plot.server";

interface LineChart {
  /** Description for screen readers, in a sentence. */
  label: string;
  /** Names of the two lines. */
  names: { now: string; before?: string };
  /** Points in chronological order, at least one. */
  points: LinePoint[];
  /** Formats a value of the axis as short as possible. */
  axis(value: number): string;
  /** Set for values that can be added up. Days are then columns, because a curve would suggest values between them. */
  sums?: Sums;
  /** The day of the first data, if it is later than the period's start, such as "28 Oct 2026". */
  since?: string;
}

/**
 * Draws a value over time, with the comparison period dashed; days that add up become columns over pale bars, and each
 * point links to its rows. If half of the points are 0, a line would suggest values between them, so the running total
 * is drawn, or columns if there is none.
 */
export function lineChart({ label, names, points, axis, sums, since }: LineChart): string {
  const sparse = isSparse(points.map(({ counted }) => counted.value));
  const isSum = sparse && sums !== undefined && points.length > 1;
  const shown: ShownPoint[] = isSum ? runningTotals(points, sums) : points;
  const all = shown.flatMap(({ counted, before }) => [counted.value, before?.value ?? 0]);
  const isEmpty = all.every((value) => value === 0);
  const values = axisTo(Math.max(0, ...all), Math.min(0, ...all));
  const place = (value: number, at: number): Place => ({ x: columnAt(at, points.length), y: heightOf(value, values) });
  const now = shown.map(({ counted }, at) => place(counted.value, at));
  const compared = shown.some(({ before }) => before && before.value !== 0);
  const before = shown.flatMap((point, at) => (compared && point.before ? [place(point.before.value, at)] : []));
  const zero = heightOf(0, values);
  const isLine = isSum || !(sparse || (sums && areDays(points)));
  const Shape = isLine ? Lines : Columns;
  const weekends = points.map(({ weekend = false }) => weekend);
  const [last, lastPlace] = [shown.at(-1), now.at(-1)];
  return draw(
    <>
      <Key
        names={isSum ? { ...names, now: `${names.now}, added up` } : names}
        isLine={isLine}
        compared={compared}
        weekends={weekends.includes(true)}
        since={since}
      />
      <Plot
        label={label}
        values={values}
        axis={axis}
        names={points.map(({ short }) => short)}
        empty={isEmpty}
        drawing={
          <>
            <Weekends days={weekends} />
            <Shape now={now} before={before} zero={zero} />
          </>
        }
        end={isLine && !isEmpty && last && lastPlace && <LastValue at={lastPlace} text={last.text} />}
      >
        {shown.map((point, at) => (
          <Hit key={at} point={point} names={names} y={now[at]?.y ?? zero} dot={isLine} at={at} count={points.length} />
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

const areDays = (points: LinePoint[]) => points.every(({ weekend }) => weekend !== undefined);

/** A point of a running total, with its own value as `alone`. */
type ShownPoint = LinePoint & { alone?: string };

interface KeyProps {
  names: LineChart["names"];
  isLine: boolean;
  compared: boolean;
  weekends: boolean;
  since?: string;
}

/** The legend. A comparison period without any values is not drawn, and the legend says so. */
function Key({ names, isLine, compared, weekends, since }: KeyProps) {
  return (
    <ul className="chart-key" aria-hidden="true">
      <li>
        <i className={isLine ? "h-0.5 w-4 rounded bg-chart-1" : "key bg-chart-1"} />
        {names.now}
      </li>
      {names.before && (
        <li>
          {compared && <i className={isLine ? "w-4 border-t-2 border-dashed border-chart-6" : "key bar-before"} />}
          {compared ? capital(names.before) : `Nothing in ${names.before}`}
        </li>
      )}
      {weekends && (
        <li>
          <i className="key key-weekend" />
          Weekend
        </li>
      )}
      {since && <li>Begins {since}, with the first there is</li>}
    </ul>
  );
}

interface HitProps {
  point: ShownPoint;
  names: LineChart["names"];
  y: number;
  /** Whether the point is marked on the line. */
  dot: boolean;
  at: number;
  count: number;
}

/** A column of the plot: a link that shows the values of its point. */
function Hit({ point: { label, text, counted, before, alone }, names, y, dot, at, count }: HitProps) {
  const versus = names.before && before ? [{ name: before.label, text: before.text, color: 6, quiet: true }] : [];
  const own = alone === undefined ? [] : [{ name: "Of that, then", text: alone, quiet: true }];
  const said = alone === undefined ? `${label}: ${text}` : `${label}: ${alone}, ${text} until then`;
  return (
    <a
      {...proof(counted)}
      className="hit"
      aria-label={`${said}${versus.length > 0 ? `, ${names.before} ${before?.text}` : ""}`}
      tabIndex={at === count - 1 ? 0 : -1}
    >
      <svg viewBox="0 0 1 100" preserveAspectRatio="none" className="guide" aria-hidden="true">
        <path d="M.5 0v100" className="stroke-border-control" strokeWidth="1" />
        {dot && <path d={`M.5 ${round(y)}h0`} className="stroke-surface" strokeWidth="13" strokeLinecap="round" />}
        {dot && <path d={`M.5 ${round(y)}h0`} className="stroke-chart-1" strokeWidth="9" strokeLinecap="round" />}
      </svg>
      <Tip title={label} rows={[{ name: names.now, text, color: 1 }, ...own, ...versus]} late={at >= count / 2} />
    </a>
  );
}
