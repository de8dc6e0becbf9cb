import { Link } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ToastRegion } from "./toast";

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show(toast: Parameters<typeof ToastRegion>[0]["toast"]) {
  const Page = createRemixStub([{ path: "/users", Component: () => <ToastRegion toast={toast} /> }]);
  render(<Page initialEntries={["/users?page=2"]} />);
}

const wait = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

test("the live region exists before there is a message", () => {
  show(undefined);
  expect(screen.getByRole("status").textContent).toBe("");
});

test("undo is a form with the change and the way back", () => {
  show({ text: "Ada was deleted", undo: "batch-1" });
  const form = screen.getByRole("button", { name: "Undo" }).closest("form");
  expect(form?.getAttribute("action")).toBe("/undo");
  expect(Object.fromEntries(new FormData(form ?? undefined))).toMatchObject({
    batch: "batch-1",
    back: "/users?page=2",
  });
});

test("after an undo the same form is called Redo", () => {
  show({ text: "Undone", undo: "batch-2", redo: true });
  expect(screen.queryByRole("button", { name: "Undo" })).toBeNull();
  expect(
    Object.fromEntries(new FormData(screen.getByRole<HTMLButtonElement>("button", { name: "Redo" }).form ?? undefined)),
  ).toMatchObject({ batch: "batch-2" });
});

test("a toast disappears after eight seconds", () => {
  show({ text: "Saved" });
  wait(7900);
  expect(screen.queryByText("Saved")).toBeTruthy();
  wait(200);
  expect(screen.queryByText("Saved")).toBeNull();
});

test("a toast stays while the pointer is on it", () => {
  show({ text: "Saved" });
  fireEvent.pointerEnter(screen.getByText("Saved").parentElement as Element);
  wait(20_000);
  expect(screen.queryByText("Saved")).toBeTruthy();
  fireEvent.pointerLeave(screen.getByText("Saved").parentElement as Element);
  wait(8100);
  expect(screen.queryByText("Saved")).toBeNull();
});

test("a toast stays when its page is revalidated, and disappears with the page", async () => {
  const saved = { text: "Saved" };
  const Page = createRemixStub([
    {
      path: "/users",
      Component: () => {
        const [toast, setToast] = useState<typeof saved | undefined>(saved);
        return (
          <>
            <button onClick={() => setToast(undefined)}>Load anew</button>
            <Link to="?page=3">Next</Link>
            <ToastRegion toast={toast} />
          </>
        );
      },
    },
  ]);
  render(<Page initialEntries={["/users?page=2"]} />);
  fireEvent.click(screen.getByRole("button", { name: "Load anew" }));
  expect(screen.queryByText("Saved")).toBeTruthy();
  await act(async () => {
    fireEvent.click(screen.getByRole("link", { name: "Next" }));
    await vi.advanceTimersByTimeAsync(10);
  });
  expect(screen.queryByText("Saved")).toBeNull();
});

test("a toast that offers to undo the others names the change, links to the rest, and stays", () => {
  show({
    text: "Nothing was undone",
    tone: "error",
    others: { batch: "batch-1", count: 9 },
    links: [{ href: "/users/6", title: "Dan" }],
  });
  const form = screen.getByRole("button", { name: "Undo the other 9" }).closest("form");
  expect(Object.fromEntries(new FormData(form ?? undefined))).toMatchObject({
    batch: "batch-1",
    back: "/users?page=2",
    others: "1",
  });
  expect(screen.getByRole("link", { name: "Dan" }).getAttribute("href")).toBe("/users/6");
  wait(60_000);
  expect(screen.queryByText("Nothing was undone")).toBeTruthy();
});
