import type { Deletion } from "~/core/list/list";
import { Time } from "~/ui/time";
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
      if (!at) return null;
      return (
        <>
          <Time value={at} />{" "}
          {by && (
            <>
              by <bdi>{by}</bdi>
            </>
          )}
          <span className="second-line">{left === 1 ? "1 day left" : `${left} days left`}</span>
        </>
      );
    },
  };
}
