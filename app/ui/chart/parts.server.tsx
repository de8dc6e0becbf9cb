/** Parts shared by several kinds of charts. They are rendered on the server and add no script. */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { capital } from "~/core/values/noun";
import { noteDrawing } from "~/core/http/request-context.server";
import { Icon } from "~/ui/icons/icon";

/** Renders a chart for `<Drawn>`. */
export const draw = (chart: ReactNode): string => noteDrawing(renderToStaticMarkup(chart));

/** Classes of the six series colours, in order. Written out, so that Tailwind finds them. */
export const fills = [
  "fill-chart-1",
  "fill-chart-2",
  "fill-chart-3",
  "fill-chart-4",
  "fill-chart-5",
  "fill-chart-6",
] as const;
/** Classes of the shades of one colour, from light to dark. */
export const ramp = ["fill-ramp-1", "fill-ramp-2", "fill-ramp-3", "fill-ramp-4", "fill-ramp-5"] as const;
export const grounds = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4", "bg-chart-5", "bg-chart-6"] as const;

/** The chart's numbers as a table. */
export function AsTable({ heads, rows }: { heads: string[]; rows: ReactNode[][] }) {
  return (
    <details className="chart-table no-print">
      <summary>
        <Icon name="table" />
        View as table
      </summary>
      <div className="scroll-x" tabIndex={0} role="region" aria-label="The chart as a table">
        <table className="table compact">
          <thead>
            <tr>
              {heads.map((head, place) => (
                <th key={head} scope="col" className={place > 0 ? "end" : undefined}>
                  {capital(head)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells, row) => (
              <tr key={row}>
                {cells.map((cell, place) =>
                  place === 0 ? (
                    <th key={place} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={place} className="num end">
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

/**
 * A visually hidden caption and header of a table drawn as a chart. Its rows are laid out by CSS, so their roles are
 * set explicitly.
 */
export function Unseen({ label, heads }: { label: string; heads: string[] }) {
  return (
    <>
      <caption className="sr-only">{label}</caption>
      <thead className="sr-only" role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} scope="col" role="columnheader">
              {head}
            </th>
          ))}
        </tr>
      </thead>
    </>
  );
}
