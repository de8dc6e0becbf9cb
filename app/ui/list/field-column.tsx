import type { ReactNode } from "react";
import type { Field } from "~/core/fields/fields";
import { Time } from "~/ui/values/time";
import type { Column } from "./screen/list-table";

/** Returns the list column of a record's field, from which it takes label, sort key and format. */
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
