import { createRemixStub } from "@remix-run/testing";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useSearchParams } from "@remix-run/react";
import { afterEach, expect, test } from "vitest";
import { weeksOf } from "./month";
import { useDateGrid } from "./use-date-grid";

afterEach(cleanup);

function Month() {
  const month = useSearchParams()[0].get("month") ?? "";
  const days = weeksOf(month).flat();
  const { grid } = useDateGrid(days, `${month}-01`, "month");
  return (
    <table ref={grid} aria-label={month}>
      <tbody>
        <tr>
          {days.map((day) => (
            <td key={day}>
              <a href={day} data-day={day}>
                {day}
              </a>
            </td>
          ))}
        </tr>
      </tbody>
    </table>
  );
}

test("keys pressed while a month is loading continue from the day that is loading", async () => {
  const Page = createRemixStub([
    { path: "/calendar", Component: Month, loader: () => new Promise((resolve) => setImmediate(resolve, null)) },
  ]);
  render(<Page initialEntries={["/calendar?month=2026-11"]} />);
  const day = await screen.findByText("2026-11-15");
  day.focus();
  for (let press = 0; press < 3; press++) fireEvent.keyDown(day, { key: "PageDown" });
  fireEvent.keyDown(day, { key: "ArrowRight" });
  await waitFor(() => expect(document.activeElement?.textContent).toBe("2027-02-16"));
  expect(screen.getByRole("table").getAttribute("aria-label")).toBe("2027-02");
  fireEvent.keyDown(document.activeElement as Element, { key: "ArrowLeft" });
  expect(document.activeElement?.textContent).toBe("2027-02-15");
});
