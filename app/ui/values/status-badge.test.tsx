import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { StatusBadge } from "./status-badge";

afterEach(cleanup);

function draw(value: string) {
  const { container } = render(<StatusBadge value={value} />);
  return {
    look: container.firstElementChild?.className,
    text: container.textContent,
    icon: container.querySelector("use")?.getAttribute("href")?.split("#")[1],
  };
}

test.each([
  ["Active", "badge badge-success", "circle-check"],
  ["Banned", "badge badge-error", "ban"],
  ["Rejected", "badge", "circle-x"],
  ["new", "badge badge-primary", "sparkle"],
  ["shipping", "badge badge-info", "truck"],
  ["pending", "badge badge-warning", "clock"],
])("%s has its own colour and icon", (value, look, icon) => {
  expect(draw(value)).toMatchObject({ look, icon });
});

test("a status ignores case, and is shown with a capital letter", () => {
  expect(draw("delivered")).toEqual({ look: "badge badge-success", icon: "package-check", text: "Delivered" });
  expect(draw("Delivered")).toEqual(draw("delivered"));
});

test("an unknown status is shown as it is, in grey", () => {
  expect(draw("on hold")).toEqual({ look: "badge", icon: undefined, text: "on hold" });
  expect(draw("constructor")).toMatchObject({ look: "badge", text: "constructor" });
});
