import { type Counted, proof } from "./counted";
import { axisTo, columnAt, curve, heightOf, type Place } from "./geometry.server";
import { AsTable, AxisNames, AxisValues, draw, Grid } from "./parts.server";

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

/** A value over time as a line over its area, and what it is compared with as a dashed one. Each point is a link to its rows, with a readout. */
export function lineChart({ label, names, points, axis }: LineChart): string {
  const values = axisTo(Math.max(0, ...points.map(({ counted, before }) => Math.max(counted.value, before?.value ?? 0))));
  const top = values.at(-1) ?? 1;
  const now = points.map(({ counted }, at) => ({ x: columnAt(at, points.length), y: heightOf(counted.value, top) }));
  const before = points.flatMap((point, at) => (point.before ? [{ x: columnAt(at, points.length), y: heightOf(point.before.value, top) }] : []));
  return draw(
    <>
      <div className="chart">
        <AxisValues values={values.map(axis)} />
        <div className="plot" role="group" aria-label={label}>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" fill="none" aria-hidden="true">
            <Grid steps={values.length - 1} />
            <path d={areaUnder(now)} className="fill-chart-1 opacity-10" />
            {before.length > 0 && <path d={curve(before)} className="stroke-chart-6" strokeWidth="1.5" strokeDasharray="3 4" strokeLinecap="round" />}
            <path d={curve(now)} className="stroke-chart-1" strokeWidth={points.length === 1 ? 8 : 2.25} strokeLinecap="round" />
          </svg>
          <div className="hits">
            {points.map((point, at) => (
              <Hit key={point.label} point={point} names={names} y={now[at]?.y ?? 100} late={at >= points.length / 2} />
            ))}
          </div>
        </div>
        <AxisNames names={points.map(({ short }) => short)} />
      </div>
      <AsTable
        heads={["When", names.now, ...(names.before ? [names.before] : [])]}
        rows={points.map(({ label, text, counted, before }) => [label, <a key="now" {...proof(counted)} className="link">{text}</a>, ...(names.before ? [before?.text ?? "–"] : [])])}
      />
    </>,
  );
}

/** A column of the plot: a link that shows what its point says. */
function Hit({ point, names, y, late }: { point: LinePoint; names: LineChart["names"]; y: number; late: boolean }) {
  return (
    <a {...proof(point.counted)} className="hit" aria-label={readout(point, names)}>
      <svg viewBox="0 0 1 100" preserveAspectRatio="none" className="guide" aria-hidden="true">
        <path d="M.5 0v100" className="stroke-border-control" strokeWidth="1" />
        <path d={`M.5 ${y}h0`} className="stroke-surface" strokeWidth="13" strokeLinecap="round" />
        <path d={`M.5 ${y}h0`} className="stroke-chart-1" strokeWidth="9" strokeLinecap="round" />
      </svg>
      <span className={late ? "tipbox side-start" : "tipbox side-end"} aria-hidden="true">
        <b>{point.label}</b>
        <span>
          <i className="key bg-chart-1" />
          {names.now}
          <b>{point.text}</b>
        </span>
        {point.before && names.before && (
          <span className="text-muted">
            <i className="key bg-chart-6" />
            {point.before.label}
            <span>{point.before.text}</span>
          </span>
        )}
      </span>
    </a>
  );
}

const readout = ({ label, text, before }: LinePoint, names: LineChart["names"]) => `${label}: ${text}${before && names.before ? `, ${names.before} ${before.text}` : ""}`;

function areaUnder(places: Place[]): string {
  const [first, last] = [places[0], places.at(-1)];
  return first && last && places.length > 1 ? `${curve(places)}L${last.x} 100L${first.x} 100Z` : "";
}
