import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { TableCard } from "./cards";

afterEach(cleanup);

const end = "That is all of them.";

function show(count: number, foot?: string) {
  render(
    <TableCard
      title="Late"
      csv="/late.csv"
      empty="No invoices are overdue."
      rows={Array.from({ length: count }, (_, at) => at)}
      rowKey={(row) => row}
      columns={[{ label: "Name", cell: (row) => row }]}
      foot={foot}
    />,
  );
}

test("a list with a few rows says that there are no more; empty ones, long ones and those with a footer do not", () => {
  show(3);
  expect(screen.queryByText(end)).not.toBeNull();
  for (const [count, foot] of [[0], [4], [3, "Beside these, $5.00 is owed."]] as [number, string?][]) {
    cleanup();
    show(count, foot);
    expect(screen.queryByText(end), String(count)).toBeNull();
  }
});
