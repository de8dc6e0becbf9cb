/** The frame of charts over time: an axis of values, a plot with a column per period, and labels below it. */
import { Fragment, type ReactNode } from "react";
import { classes } from "~/ui/classes";
import { heightOf } from "./geometry.server";
import { grounds } from "./parts.server";

interface PlotProps {
  /** Description for screen readers, in a sentence. */
  label: string;
  /** Values of the axis, in ascending order. */
  values: number[];
  axis(value: number): string;
  /** Labels below the columns. */
  names: string[];
  /** Whether there are no values, which the plot then says. */
  empty: boolean;
  /** Shapes over the grid. */
  drawing?: ReactNode;
  /** Content beside the plot's end. */
  end?: ReactNode;
  /** One `Hit` per column. */
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

/** The grid lines of an axis; the one at 0 is stronger. */
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

/** The axis labels, the highest first, each beside its line. */
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
 * The labels below the columns. With many columns only every nth is shown, counted back from the last, and fewer on
 * small screens.
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
  /** Whether it is in the second half of the plot, so that its box opens towards the start. */
  late: boolean;
}

/** The readout of a hovered or focused column. Its link's name and the table contain the same. */
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
