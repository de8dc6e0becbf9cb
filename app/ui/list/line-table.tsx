import type { ReactNode } from "react";
import { classes } from "~/ui/classes";
import { Table } from "./table";

interface LineColumn<Line> {
  label: string;
  /** What it says of a line. A line has one name. */
  as: "name" | "quantity" | "price" | "discount" | "total";
  /** Nothing where there is none. */
  cell(line: Line): ReactNode;
}

interface LineTableProps<Line> {
  /** What the table holds, for those who do not see it. */
  label: string;
  lines: Line[];
  columns: LineColumn<Line>[];
}

/**
 * The lines of a sum. Where there is little room each stands on two: its name, then "2 × $19.90" and what that comes
 * to.
 */
export function LineTable<Line>({ label, lines, columns }: LineTableProps<Line>) {
  const look = (as: LineColumn<Line>["as"]) => classes(`line-${as}`, as === "name" ? "stack-name" : "num end");
  return (
    <Table label={label} role="table" className="table-stack table-lines">
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ label, as }) => (
            <th key={as} scope="col" role="columnheader" className={look(as)}>
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup">
        {lines.map((line, place) => (
          <tr key={place} role="row">
            {columns.map(({ as, cell }) => (
              <td key={as} role="cell" className={look(as)}>
                {cell(line)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
