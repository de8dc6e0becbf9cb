import { classes } from "~/ui/classes";
import { type Counted, proof } from "./counted";
import { draw } from "./parts.server";

interface HeatCell {
  text: string;
  counted: Counted;
}

interface HeatMap {
  /** Description, in a sentence. */
  label: string;
  /** Heading of the row labels. */
  corner: string;
  rows: string[];
  columns: string[];
  /** Cells by row. */
  cells: HeatCell[][];
}

const shades = ["heat-1", "heat-2", "heat-3", "heat-4", "heat-5"] as const;

/** Minimum columns shown on small screens; about as many fit on a phone. */
const minColumns = 8;

/**
 * Draws the values of two dimensions, such as days and hours, as a table with shaded cells; cells of 0 are empty. On
 * small screens the empty columns before the first value and after the last are hidden.
 */
export function heatMap({ label, corner, rows, columns, cells }: HeatMap): string {
  const max = Math.max(1, ...cells.flat().map(({ counted }) => counted.value));
  const holds = columns.map((_, place) => cells.some((row) => (row[place]?.counted.value ?? 0) > 0));
  const first = Math.min(holds.indexOf(true), columns.length - minColumns);
  const last = Math.max(holds.lastIndexOf(true), first + minColumns - 1);
  const outer = columns.map((_, place) => (place < first || place > last) && holds.includes(true) && "heat-outer");
  const fits = cells.flat().every(({ text }) => text.length <= 4);
  return draw(
    <div className="heat">
      <div className="scroll-x" tabIndex={0} role="region" aria-label={label}>
        <table data-keys="">
          <caption className="sr-only">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{corner}</th>
              {columns.map((column, place) => (
                <th key={column} scope="col" className={classes(outer[place])}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, at) => (
              <tr key={row}>
                <th scope="row">{row}</th>
                {columns.map((column, place) => (
                  <Cell
                    key={column}
                    name={`${row}, ${column}`}
                    cell={cells[at]?.[place]}
                    max={max}
                    fits={fits}
                    className={outer[place]}
                  />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="heat-scale" aria-hidden="true">
        Fewer
        {shades.map((shade) => (
          <i key={shade} className={`key ${shade}`} />
        ))}
        More
      </p>
    </div>,
  );
}

interface CellProps {
  name: string;
  cell?: HeatCell;
  max: number;
  fits: boolean;
  className?: string | false;
}

/** A cell. Its number is visible if all of them are short; otherwise it is in the readout and for screen readers. */
function Cell({ name, cell, max, fits, className }: CellProps) {
  if (!cell || cell.counted.value <= 0) {
    return (
      <td className={classes("heat-none", className)}>
        <span className="sr-only">{cell?.text ?? "–"}</span>
      </td>
    );
  }
  const shade = shades[Math.ceil((cell.counted.value / max) * shades.length) - 1];
  return (
    <td className={classes("num", shade)}>
      <a {...proof(cell.counted)} className="heat-cell" aria-label={`${name}: ${cell.text}`}>
        {fits && cell.text}
        <span className="heat-readout" aria-hidden="true">
          {name} <b>{cell.text}</b>
        </span>
      </a>
    </td>
  );
}
