import type { ReactNode } from "react";
import { Card, CardBody } from "~/ui/card";
import { Drawn } from "~/ui/chart/drawn";
import { classes } from "~/ui/classes";
import { Icon } from "~/ui/icon";
import { Table } from "~/ui/table";

interface ChartCardProps {
  title: string;
  sub?: string;
  /** What the lines of the chart are, where it needs that said. */
  legend?: { title: string; look: "line" | "dashed" | "1" | "2" | "3" | "4" | "5" | "6" }[];
  /** Two thirds of the row. */
  wide?: boolean;
  /** Drawn by the server. */
  html: string;
  children?: ReactNode;
}

const looks = {
  line: "h-0.5 w-4 rounded bg-chart-1",
  dashed: "w-4 border-t-2 border-dashed border-chart-6",
  1: "key bg-chart-1",
  2: "key bg-chart-2",
  3: "key bg-chart-3",
  4: "key bg-chart-4",
  5: "key bg-chart-5",
  6: "key bg-chart-6",
};

export function ChartCard({ title, sub, legend, wide, html, children }: ChartCardProps) {
  return (
    <Card bare title={title} sub={sub} className={wide ? "keep xl:col-span-2" : "keep"} aside={legend && <Legend of={legend} />}>
      <CardBody>
        <Drawn html={html} />
        {children}
      </CardBody>
    </Card>
  );
}

/** The legend of a chart of a period and of what it is compared with, such as "the 30 days before". */
export const comparedWith = (versus: string): ChartCardProps["legend"] => [
  { title: "This period", look: "line" },
  { title: versus.charAt(0).toUpperCase() + versus.slice(1), look: "dashed" },
];

function Legend({ of }: { of: NonNullable<ChartCardProps["legend"]> }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-muted" aria-hidden="true">
      {of.map(({ title, look }) => (
        <li key={title} className="flex items-center gap-2">
          <span className={looks[look]} />
          {title}
        </li>
      ))}
    </ul>
  );
}

interface TableCardProps<Row> {
  title: string;
  sub?: string;
  /** Two thirds of the row, or all of it. */
  wide?: boolean | "whole";
  /** Where all of them are. */
  all?: { href: string; title: string };
  /** The table as a file. */
  csv: string;
  /** What it says where there is no row. */
  empty: string;
  rows: Row[];
  rowKey(row: Row): string | number;
  columns: { label: string; end?: boolean; className?: string; cell(row: Row): ReactNode }[];
  /** What is to be said of all rows, beneath them. */
  foot?: ReactNode;
}

/** A short table of a dashboard, with where the whole is and itself as a file. */
export function TableCard<Row>({ title, sub, wide, all, csv, empty, rows, rowKey, columns, foot }: TableCardProps<Row>) {
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
  return (
    <Card title={title} sub={sub} className={classes("keep", wide === "whole" ? "xl:col-span-3" : wide && "xl:col-span-2")} aside={aside}>
      {rows.length === 0 ? (
        <p className="p-5 text-sm text-muted">{empty}</p>
      ) : (
        <Table label={title}>
          <thead>
            <tr>
              {columns.map(({ label, end }) => (
                <th key={label} scope="col" className={end ? "end" : undefined}>
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={rowKey(row)}>
                {columns.map(({ label, end, className, cell }) => (
                  <td key={label} className={classes(end && "num end", className)}>
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </Table>
      )}
      {foot && <p className="border-t border-border px-5 py-3 text-sm text-muted">{foot}</p>}
    </Card>
  );
}
