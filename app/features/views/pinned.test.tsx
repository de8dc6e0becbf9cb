import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { type PinnedView, PinnedViews } from "./pinned";

afterEach(cleanup);

const view = (id: number, more: Partial<PinnedView> = {}): PinnedView => ({
  id,
  name: `View ${id}`,
  list: "Orders",
  href: `/orders?sort=${id}`,
  count: id,
  current: false,
  ...more,
});
const names = () => screen.getAllByRole("link").map((link) => link.getAttribute("aria-label"));

test("each view is shown with its number of rows, if known", () => {
  render(<PinnedViews pinned={[view(0), view(12), view(3, { count: 1_000 }), view(4, { count: undefined })]} />);
  expect(names()).toEqual(["View 0, 0", "View 12, 12", "View 3, more than 999", "View 4"]);
  expect(screen.getAllByRole("link").map((link) => link.textContent)).toEqual([
    "View 0 0",
    "View 12 12",
    "View 3 999+",
    "View 4",
  ]);
});

test("the open view is marked as the current one", () => {
  render(<PinnedViews pinned={[view(1), view(2, { current: true })]} />);
  expect(screen.getByRole("link", { current: "page" }).getAttribute("href")).toBe("/orders?sort=2");
});

test("without views there is no heading", () => {
  render(<PinnedViews pinned={[]} />);
  expect(screen.queryByRole("navigation")).toBeNull();
});

test("newer counts of a page replace earlier ones", () => {
  const { rerender } = render(<PinnedViews pinned={[view(1)]} />);
  act(() => rerender(<PinnedViews pinned={[view(1, { count: 7 })]} />));
  expect(names()).toEqual(["View 1, 7"]);
});
