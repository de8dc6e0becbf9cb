import { type Counted, proof } from "./counted";
import { axisTo, columnWidth, heightOf, heightsOf, round, stack } from "./geometry.server";
import { AsTable, draw, fills } from "./parts.server";
import { Plot, type Readout, Tip } from "./plot.server";

interface Series {
  name: string;
  /** Colour, 1 to 6. */
  color: number;
}

interface ColumnPoint {
  /** Full label, such as "Nov 2026". */
  label: string;
  /** Label on the axis. */
  short: string;
  /** Parts in the order of the series. */
  parts: { text: string; counted: Counted }[];
}

interface ColumnChart {
  /** Description for screen readers, in a sentence. */
  label: string;
  series: Series[];
  /** Points in chronological order, at least one. */
  points: ColumnPoint[];
  /** Formats a value of the axis as short as possible. */
  axis(value: number): string;
  /** Formats the total of a column; by default like the axis. */
  total?(value: number): string;
}

/** Draws stacked columns over time, with parts in the order of the series. Each part links to its rows. */
export function columnChart({ label, series, points, axis, total = axis }: ColumnChart): string {
  const heights = points.map(({ parts }) => heightsOf(valuesOf(parts)));
  const values = axisTo(
    Math.max(0, ...heights.map(({ most }) => most)),
    Math.min(0, ...heights.map(({ least }) => least)),
  );
  const sumOf = ({ parts }: ColumnPoint) =>
    series.length > 1 ? [total(valuesOf(parts).reduce((sum, value) => sum + value, 0))] : [];
  const last = points.findLastIndex(({ parts }) => series.length === 1 || valuesOf(parts).some((value) => value !== 0));
  const columns = points.map((point, at) => {
    const named = series.map(({ name, color }, place) => ({ name, color, text: point.parts[place]?.text ?? "–" }));
    const sums = sumOf(point).map((text) => ({ name: "Total", text }));
    const readout = { title: point.label, rows: [...named.toReversed(), ...sums], late: at >= points.length / 2 };
    return { ...point, series, values, readout, count: points.length, stop: at === last };
  });
  return draw(
    <>
      <Plot
        label={label}
        values={values}
        axis={axis}
        names={points.map(({ short }) => short)}
        empty={heights.every(({ most, least }) => most === 0 && least === 0)}
      >
        {columns.map((column, at) =>
          series.length === 1 ? <Single key={at} {...column} /> : <Stacked key={at} {...column} />,
        )}
      </Plot>
      <AsTable
        heads={["When", ...series.map(({ name }) => name), ...(series.length > 1 ? ["Total"] : [])]}
        rows={points.map((point) => [
          point.label,
          ...point.parts.map(({ text, counted }, place) => (
            <a key={place} {...proof(counted)} className="link">
              {text}
            </a>
          )),
          ...sumOf(point),
        ])}
      />
    </>,
  );
}

const valuesOf = (parts: ColumnPoint["parts"]) => parts.map(({ counted }) => counted.value);

interface ColumnProps extends ColumnPoint {
  series: Series[];
  /** Values of the axis. */
  values: number[];
  readout: Readout;
  count: number;
  /** Whether it is the chart's tab stop. */
  stop: boolean;
}

/** A column with one part, whose whole area is the link. */
function Single({ label, parts: [part], series, values, readout, count, stop }: ColumnProps) {
  if (!part) return <span className="hit" />;
  const [box] = boxesOf([part.counted.value], values, count);
  return (
    <a {...proof(part.counted)} className="hit" aria-label={`${label}: ${part.text}`} tabIndex={stop ? 0 : -1}>
      <svg viewBox="0 0 1 100" preserveAspectRatio="none" className="column" aria-hidden="true">
        {box && <rect {...box} className={fills[(series[0]?.color ?? 1) - 1]} />}
      </svg>
      <Tip {...readout} />
    </a>
  );
}

/** A column with several parts, each of them a link, and one readout for all. */
function Stacked({ label, parts, series, values, readout, count, stop }: ColumnProps) {
  const boxes = boxesOf(valuesOf(parts), values, count);
  const last = parts.findLastIndex(({ counted }) => counted.value !== 0);
  return (
    <div className="hit" data-column="">
      <svg viewBox="0 0 1 100" preserveAspectRatio="none" className="column">
        {parts.map(({ text, counted }, place) => {
          const box = boxes[place];
          const { name, color } = series[place] ?? { name: "", color: 6 };
          return (
            box && (
              <a
                key={place}
                {...proof(counted)}
                className="part"
                aria-label={`${label}, ${name}: ${text}`}
                tabIndex={stop && place === last ? 0 : -1}
              >
                <rect {...box} className={fills[color - 1]} />
              </a>
            )
          );
        })}
      </svg>
      <Tip {...readout} />
    </div>
  );
}

/**
 * Returns the boxes of a column's parts in a square of 1 by 100, with a small gap between them; undefined for a part
 * of 0.
 */
function boxesOf(parts: number[], axis: number[], count: number) {
  const width = columnWidth(count);
  const zero = heightOf(0, axis);
  return stack(parts, axis).map(({ top, bottom }, place) => {
    const height = bottom - top;
    if (parts[place] === 0) return undefined;
    const gap = bottom !== zero && height > 1.2 ? 0.5 : 0;
    return {
      x: round((1 - width) / 2),
      width: round(width),
      y: round(top),
      height: round(Math.max(0.6, height - gap)),
    };
  });
}
