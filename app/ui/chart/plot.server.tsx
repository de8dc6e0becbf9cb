/**
 * What charts over time have in common: an axis of values, a plot with a column for each piece of time, their names
 * beneath it.
 */
import { Fragment, type ReactNode } from "react";
import { classes } from "~/ui/classes";
import { heightOf } from "./geometry.server";
import { grounds } from "./parts.server";

interface PlotProps {
  /** What it shows, in a sentence, for who does not see it. */
  label: string;
  /** The values of the axis, the lowest first. */
  values: number[];
  axis(value: number): string;
  /** What stands under the columns. */
  names: string[];
  /** Nothing is to be drawn: the plot says so. */
  empty: boolean;
  /** What is drawn over the grid. */
  drawing?: ReactNode;
  /** What stands beside its end. */
  end?: ReactNode;
  /** A `Hit` for each column. */
  children: ReactNode;
}

export function Plot({ label, values, axis, names, empty, drawing, end, children }: PlotProps) {
  return (
    <div className="chart">
      <AxisValues values={empty ? [axis(0), ""] : values.map(axis)} />
      <div className="plot" role="group" aria-label={label}>
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" fill="none" aria-hidden="true">
          <Grid values={empty ? [0, 1] : values} />
          {drawing}
        </svg>
        {empty && <p className="plot-empty">Nothing in these days</p>}
        <div className="hits" data-keys="">
          {children}
        </div>
      </div>
      {end}
      <AxisNames names={names} />
    </div>
  );
}

/** The lines of an axis across the plot; that of 0 is stronger. */
function Grid({ values }: { values: number[] }) {
  return values.map((value) => {
    const y = heightOf(value, values);
    return (
      <line
        key={value}
        x1="0"
        x2="100"
        y1={y}
        y2={y}
        className={value === 0 ? "stroke-border-strong" : "stroke-chart-grid"}
      />
    );
  });
}

/** The highest value first, each beside its line. */
function AxisValues({ values }: { values: string[] }) {
  return (
    <div className="axis axis-values" aria-hidden="true">
      {values.toReversed().map((value, place) => (
        <span key={place}>{value}</span>
      ))}
    </div>
  );
}

/**
 * Where there are many, every so many are named, counted from the last, which is today; where there is little room
 * fewer are.
 */
function AxisNames({ names }: { names: string[] }) {
  const every = Math.ceil(names.length / 12);
  const few = names.length / every <= 6;
  return (
    <div className="axis axis-names" aria-hidden="true">
      {names.map((name, place) => {
        const turn = (names.length - 1 - place) / every;
        return (
          <span key={place}>
            {Number.isInteger(turn) && (
              <span className={classes(!few && turn % 2 > 0 && "wide-only", turn % (few ? 2 : 4) > 0 && "not-narrow")}>
                {name}
              </span>
            )}
          </span>
        );
      })}
    </div>
  );
}

export interface Readout {
  title: string;
  rows: { name: string; text: string; color?: number; quiet?: boolean }[];
  /** It stands in the second half of the plot, so that its box has more room before it. */
  late: boolean;
}

/** What a column says while it is pointed at or has the focus. The same stands in its link's name and in the table. */
export function Tip({ title, rows, late }: Readout) {
  return (
    <span className={classes("tipbox", late ? "side-start" : "side-end")} aria-hidden="true">
      <b>{title}</b>
      <span className="tip-rows">
        {rows.map(({ name, text, color, quiet }) => (
          <Fragment key={name}>
            <i className={classes("key", color !== undefined && grounds[color - 1])} />
            <span className={quiet ? "tip-name text-muted" : "tip-name"}>{name}</span>
            <span className={quiet ? "text-muted" : "font-semibold"}>{text}</span>
          </Fragment>
        ))}
      </span>
    </span>
  );
}
