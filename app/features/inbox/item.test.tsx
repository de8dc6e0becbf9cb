import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { InboxItem } from "./item";

afterEach(cleanup);

const item = { id: 1, fromName: "Ada", fromImage: null, href: "/", createdAt: new Date(0), readAt: null };
const lines = (text: string) => {
  render(<InboxItem box="messages" item={{ ...item, text }} />);
  return [...screen.getByRole("link").querySelectorAll(".block:not(time)")].map(({ textContent }) => textContent);
};

test("a message shows its subject in one line, and its text in the next", () => {
  expect(lines("#7 Where · when?\nTomorrow")).toEqual(["Ada #7 Where · when?", "Tomorrow"]);
});

test("a text of one line stays in one line", () => {
  expect(lines("#7 Where? · Tomorrow")).toEqual(["Ada #7 Where? · Tomorrow"]);
});
