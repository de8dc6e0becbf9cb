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
  /** Drawn by the server. */
  html: string;
  children?: ReactNode;
}

/** Whether a card has two thirds of the row, or all of it. */
type Wide = boolean | "whole";

const widthClass = (wide: Wide | undefined) => (wide === "whole" ? "whole" : wide && "wide");

/** How many tenths of the row a card has where there is a lot of room. Those of a row come to ten. */
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
  /** Where all of them are. */
  all?: { href: string; title: string };
  /** The table as a file. */
  csv: string;
  /** What it says where there is no row. */
  empty: string;
  rows: Row[];
  rowKey(row: Row): string | number;
  /**
   * `end` is for figures. One column is the `name`: it may be of any length, and has a line of its own where the card
   * is narrow, or shares it with the last column's figure. A cell of nothing reads "–", and is left out there.
   */
  columns: { label: string; end?: boolean; name?: boolean; className?: string; cell(row: Row): ReactNode }[];
  /** What is to be said of all rows, beneath them. */
  foot?: ReactNode;
}

/** Fewer rows than these leave a card that is as high as its neighbours half empty: it says that there are no more. */
const fewRows = 4;

/** A short table of a dashboard, with where the whole is and itself as a file. */
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
