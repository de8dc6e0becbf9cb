import { howMany } from "~/core/values/noun";
import type { Deletion } from "~/core/list/list";
import { Time } from "~/ui/values/time";
import type { Column } from "./list-table";

/** The column of a trash that says how its rows came there, and for how long they stay. */
export function deletedColumn(deletions: Record<string, Deletion>): Column<{ id: number | string }> {
  return {
    key: "deleted",
    label: "Deleted",
    room: "wider",
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
