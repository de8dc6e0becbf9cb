import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { InboxItem } from "./item";

afterEach(cleanup);

const item = { id: 1, fromName: "Ada", fromImage: null, href: "/", createdAt: new Date(0), readAt: null };
const lines = (text: string) => {
  render(<InboxItem box="messages" item={{ ...item, text }} />);
  return [...screen.getByRole("link").querySelectorAll(".block:not(time)")].map(({ textContent }) => textContent);
};

test("a message says in one line what it is about, and in the next what was said", () => {
  expect(lines("#7 Where · when?\nTomorrow")).toEqual(["Ada #7 Where · when?", "Tomorrow"]);
});

test("what is of one line stays in one", () => {
  expect(lines("#7 Where? · Tomorrow")).toEqual(["Ada #7 Where? · Tomorrow"]);
});
