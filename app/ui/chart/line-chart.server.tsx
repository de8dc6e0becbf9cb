import { capital } from "~/core/values/noun";
import { proof } from "./counted";
import { axisTo, columnAt, heightOf, isSparse, type Place, round } from "./geometry.server";
import { addedUp, type LinePoint, type Sums } from "./line-points.server";
import { Columns, LastValue, Lines, Weekends } from "./line-shapes.server";
import { AsTable, draw } from "./parts.server";
import { Plot, Tip } from "./plot.server";

interface LineChart {
  /** What it shows, in a sentence, for who does not see it. */
  label: string;
  /** What the two lines are called. */
  names: { now: string; before?: string };
  /** In the order of time; at least one. */
  points: LinePoint[];
  /** A value of the axis, as short as can be. */
  axis(value: number): string;
  /** Of what adds up: then each day is a column, as a curve would rise and fall between them. */
  sums?: Sums;
  /** Where it begins, if that is later than was asked for, such as "28 Oct 2026". */
  since?: string;
}

/**
 * A value over time as a line over its area, and what it is compared with as a dashed one; of days that add up, as
 * columns over pale bars. Each point is a link to its rows, with a readout. Where half of the points are 0, or more, a
 * line from one to the next would claim that there was something in between: then it is what they add up to, or columns
 * where sums mean nothing.
 */
export function lineChart({ label, names, points, axis, sums, since }: LineChart): string {
  const sparse = isSparse(points.map(({ counted }) => counted.value));
  const isSum = sparse && sums !== undefined && points.length > 1;
  const shown: ShownPoint[] = isSum ? addedUp(points, sums) : points;
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

/** With what it was by itself, where it is a sum of all until it. */
type ShownPoint = LinePoint & { alone?: string };

interface KeyProps {
  names: LineChart["names"];
  isLine: boolean;
  compared: boolean;
  weekends: boolean;
  since?: string;
}

/** What is drawn how. Where there was nothing to compare with, nothing is drawn of it, and that is said. */
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
  /** Its place on the line is marked. */
  dot: boolean;
  at: number;
  count: number;
}

/** A column of the plot: a link that shows what its point says. */
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
