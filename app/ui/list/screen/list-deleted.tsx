import { howMany } from "~/core/values/noun";
import type { Deletion, ListScreenView } from "~/core/list/list";
import { Time } from "~/ui/values/time";
import type { Column } from "./list-table";

type Kind = Pick<ListScreenView, "noun" | "removal">;

/** Returns the columns of a trash. In narrow space, the deletion replaces the status. */
export function trashColumns<Row extends { id: number | string }>(
  columns: Column<Row>[],
  deletions: Record<string, Deletion>,
  kind: Kind,
): Column<Row>[] {
  const kept = columns.filter(({ room }) => !room || room === "wide");
  const givesWay = ({ room, narrow }: Column<Row>) => room === "wide" || narrow === "end";
  return [
    ...kept.map((column) => (givesWay(column) ? { ...column, room: "wider" as const } : column)),
    deletedColumn(deletions, kind),
  ];
}

/** Returns the column with who deleted a row, when, and how long it stays. */
function deletedColumn(deletions: Record<string, Deletion>, { noun, removal }: Kind): Column<{ id: number | string }> {
  return {
    key: "deleted",
    label: removal.column,
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
          {!noun.voids && <span className="second-line">{howMany(left, "day")} left</span>}
        </>
      );
    },
  };
}
