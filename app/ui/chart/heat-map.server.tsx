import { type Counted, proof } from "./counted";
import { draw } from "./parts.server";

interface HeatMapProps {
  label: string;
  corner: string;
  rows: string[];
  columns: string[];
  cells: { text: string; counted: Counted }[][];
}

/** Numbers by two things at once. */
export function heatMap({ label, corner, rows, columns, cells }: HeatMapProps): string {
  return draw(
    <div className="scroll-x" tabIndex={0} role="region" aria-label={label}>
      <table className="table compact">
        <thead>
          <tr>
            <th scope="col">{corner}</th>
            {columns.map((column) => (
              <th key={column} scope="col" className="end">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, place) => (
            <tr key={row}>
              <th scope="row">{row}</th>
              {cells[place]?.map(({ text, counted }, column) => (
                <td key={column} className="num end">
                  {counted.value > 0 && (
                    <a {...proof(counted)} className="link">
                      {text}
                    </a>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>,
  );
}
