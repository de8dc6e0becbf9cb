import { howMany } from "~/core/values/noun";
import type { Deletion } from "~/core/list/list";
import { Time } from "~/ui/values/time";
import type { Column } from "./list-table";

/** The columns of a trash. Where there is little room, how a row came there takes that of its status. */
export function trashColumns<Row extends { id: number | string }>(
  columns: Column<Row>[],
  deletions: Record<string, Deletion>,
): Column<Row>[] {
  const kept = columns.filter(({ room }) => !room || room === "wide");
  const givesWay = ({ room, narrow }: Column<Row>) => room === "wide" || narrow === "end";
  return [
    ...kept.map((column) => (givesWay(column) ? { ...column, room: "wider" as const } : column)),
    deletedColumn(deletions),
  ];
}

/** The column of a trash that says how its rows came there, and for how long they stay. */
function deletedColumn(deletions: Record<string, Deletion>): Column<{ id: number | string }> {
  return {
    key: "deleted",
    label: "Deleted",
    narrow: "third",
    className: "text-muted",
    cell({ id }) {
      const { at, by, daysLeft: left } = deletions[id] ?? {};
      if (!at || left === undefined) return null;
      return (
        <>
          <Time value={at} />{" "}
          {by && (
            <>
              by <bdi>{by}</bdi>
            </>
          )}
          <span className="second-line">{howMany(left, "day")} left</span>
        </>
      );
    },
  };
}
