import type { ReactNode } from "react";
import { classes } from "~/ui/classes";
import { Table } from "./table";

interface LineColumn<Line> {
  label: string;
  /** Role of the column. A line has exactly one name. */
  as: "name" | "quantity" | "price" | "discount" | "total";
  /** Returns the cell's content, or nothing if it is empty. */
  cell(line: Line): ReactNode;
}

interface LineTableProps<Line> {
  /** Description for screen readers. */
  label: string;
  lines: Line[];
  columns: LineColumn<Line>[];
}

/** A table of lines with amounts. In narrow space each takes two lines: its name, then "2 × $19.90" and the total. */
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
