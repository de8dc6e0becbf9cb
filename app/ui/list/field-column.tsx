import type { ReactNode } from "react";
import type { Field } from "~/core/fields/fields";
import { Time } from "~/ui/values/time";
import type { Column } from "./screen/list-table";

/**
 * The column of a list for a field of its records: what it is called, how it is sorted and how it reads come from
 * there.
 */
export const fieldColumn = <Row,>(of: Field, more: Partial<Omit<Column<Row>, "key" | "sort">> = {}): Column<Row> => ({
  key: of.file || of.name,
  label: of.label,
  sort: of.sort && (of.param ?? of.name),
  cell: (row) => valueOf(of, (row as Record<string, unknown>)[of.name]),
  ...more,
});

function valueOf(of: Field, value: unknown): ReactNode {
  if (value === null || value === undefined || value === "") return "–";
  if (of.kind === "moment") return <Time value={value as Date | string} />;
  return <bdi className="clip">{String(value)}</bdi>;
}
