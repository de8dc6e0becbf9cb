import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Conversation } from "./conversation";

afterEach(cleanup);

const event = (id: number, minute: number) => ({
  id,
  at: new Date(Date.UTC(2026, 10, 29, 12, minute)),
  icon: "clock" as const,
  text: `Change ${id}`,
});

/** The texts of the lines that stand open, and of those that the fold holds. */
function linesOf(count: number) {
  render(
    <Conversation replies={[]} requesterId={1} events={Array.from({ length: count }, (_, at) => event(at + 1, at))} />,
  );
  const all = screen.getAllByText(/^Change/);
  const isFolded = (line: HTMLElement) => line.closest("details") !== null;
  return [all.filter((line) => !isFolded(line)), all.filter(isFolded)].map((lines) =>
    lines.map(({ textContent }) => textContent),
  );
}

test("three changes in a row are all shown in a conversation", () => {
  expect(linesOf(3)).toEqual([["Change 1", "Change 2", "Change 3"], []]);
});

test("of more changes in a row only the last is shown, and the others are collapsed", () => {
  expect(linesOf(6)).toEqual([["Change 6"], ["Change 1", "Change 2", "Change 3", "Change 4", "Change 5"]]);
  expect(screen.getByText("5 earlier changes").tagName).toBe("SUMMARY");
});
