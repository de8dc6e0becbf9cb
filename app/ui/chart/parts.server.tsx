/**
 * What several kinds of charts are made of. They are drawn on the server, and nothing of them is a script in the
 * browser.
 */
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { capital } from "~/core/values/noun";
import { noteDrawing } from "~/core/http/request-context.server";
import { Icon } from "~/ui/icons/icon";

/** A drawn chart, for `<Drawn>`. */
export const draw = (chart: ReactNode): string => noteDrawing(renderToStaticMarkup(chart));

/** The classes of the six colours of series, in order. Written out, so that Tailwind finds them. */
export const fills = [
  "fill-chart-1",
  "fill-chart-2",
  "fill-chart-3",
  "fill-chart-4",
  "fill-chart-5",
  "fill-chart-6",
] as const;
/** The classes of one colour that grows deeper. */
export const ramp = ["fill-ramp-1", "fill-ramp-2", "fill-ramp-3", "fill-ramp-4", "fill-ramp-5"] as const;
export const grounds = ["bg-chart-1", "bg-chart-2", "bg-chart-3", "bg-chart-4", "bg-chart-5", "bg-chart-6"] as const;

/** The same numbers as rows, for whoever reads them rather. */
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
 * What a table is about and what its columns are, for those who do not see that it is a chart. Its rows are laid out as
 * what they are not, so their roles are said.
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
