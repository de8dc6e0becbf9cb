import type { ReactNode } from "react";
import { Card, CardBody } from "~/ui/card";
import { Drawn } from "./drawn";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icons/icon";
import { Table } from "~/ui/list/table";

interface ChartCardProps {
  title: string;
  sub?: string;
  wide?: Wide;
  tenths?: Tenths;
  /** HTML of the chart from the server. */
  html: string;
  children?: ReactNode;
}

/** Width of a card: true for two thirds of the row, "whole" for all of it. */
type Wide = boolean | "whole";

const widthClass = (wide: Wide | undefined) => (wide === "whole" ? "whole" : wide && "wide");

/** Width of a card on very wide screens, in tenths of the row. The cards of a row add up to ten. */
type Tenths = 2 | 3 | 4 | 5;

export function ChartCard({ title, sub, wide, tenths, html, children }: ChartCardProps) {
  return (
    <Card bare title={title} sub={sub} className={classes("keep", widthClass(wide), tenths && `tenths-${tenths}`)}>
      <CardBody className="chart-body">
        <Drawn html={html} className="drawn" />
        {children}
      </CardBody>
    </Card>
  );
}

interface TableCardProps<Row> {
  title: string;
  sub?: string;
  wide?: Wide;
  tenths?: Tenths;
  /** Link to the complete list. */
  all?: { href: string; title: string };
  /** Address of the table as CSV. */
  csv: string;
  /** Text shown without rows. */
  empty: string;
  rows: Row[];
  rowKey(row: Row): string | number;
  /**
   * `end` aligns figures. The `name` column may be long: in narrow cards it takes its own line, or shares it with the
   * last column's figure; empty cells read “–” and are left out there.
   */
  columns: { label: string; end?: boolean; name?: boolean; className?: string; cell(row: Row): ReactNode }[];
  /** Note on all rows, below the table. */
  foot?: ReactNode;
}

/** Below this number of rows, the card says that there are no more, because it is as high as its neighbours. */
const fewRows = 4;

/** A short table of a dashboard, with links to the complete list and to itself as CSV. */
export function TableCard<Row>({
  title,
  sub,
  wide,
  tenths,
  all,
  csv,
  empty,
  rows,
  rowKey,
  columns,
  foot,
}: TableCardProps<Row>) {
  const aside = (
    <div className="no-print flex items-center gap-4 text-sm">
      <a href={csv} download className="link reach inline-flex items-center gap-1" aria-label={`${title} as CSV`}>
        <Icon name="download" className="size-3.5!" />
        CSV
      </a>
      {all && (
        <a href={all.href} className="link reach">
          {all.title}
        </a>
      )}
    </div>
  );
  const isPair = columns.length === 2 && columns.some(({ name }) => name);
  return (
    <Card
      title={title}
      sub={sub}
      className={classes("keep", widthClass(wide), tenths && `tenths-${tenths}`)}
      aside={aside}
    >
      {rows.length === 0 ? (
        <p className="nothing p-5 text-sm text-muted">{empty}</p>
      ) : (
        <Table label={`${title}, as a table`} role="table" className={classes("table-stack", isPair && "table-pair")}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map(({ label, end }) => (
                <th key={label} scope="col" role="columnheader" className={end ? "end" : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <tr key={rowKey(row)} role="row">
                {columns.map(({ label, end, name, className, cell }) => (
                  <td
                    key={label}
                    role="cell"
                    className={classes(end && "num end", name && "stack-name", className)}
                    data-label={end ? label : undefined}
                  >
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {rows.length > 0 && rows.length < fewRows && !foot && (
        <p className="nothing p-3 text-sm text-muted">That is all of them.</p>
      )}
      {foot && <p className="border-t border-border px-5 py-3 text-sm text-muted">{foot}</p>}
    </Card>
  );
}
