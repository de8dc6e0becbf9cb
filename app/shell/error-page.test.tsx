import { data } from "@remix-run/node";
import { createRemixStub } from "@remix-run/testing";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { ErrorPage } from "./error-page";

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Renders the page shown when a loader throws this. */
async function thrown(error: unknown) {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Page = createRemixStub([
    {
      path: "/",
      loader: () => {
        throw error;
      },
      Component: () => null,
      ErrorBoundary: ErrorPage,
    },
  ]);
  render(<Page />);
  return {
    title: (await screen.findByRole("heading", { level: 1 })).textContent,
    text: document.body.textContent ?? "",
  };
}

test("an unknown URL offers a search and shows the loader's message", async () => {
  const { title, text } = await thrown(data({ message: "User not found" }, 404));
  expect(title).toBe("Page not found");
  expect(text).toContain("User not found");
  expect(screen.getByRole("search").getAttribute("action")).toBe("/search");
});

test("an unknown URL leads back to where the user came from, or home", async () => {
  await thrown(data({ back: "/orders?status=New" }, 404));
  expect(screen.getByRole("link", { name: "Go back" }).getAttribute("href")).toBe("/orders?status=New");
  cleanup();
  await thrown(data(null, 404));
  expect(screen.queryByRole("link", { name: "Go back" })).toBeNull();
  expect(screen.getByRole("link", { name: "Back to home" }).getAttribute("href")).toBe("/");
});

test("a server error shows its reference, and never a stack trace", async () => {
  const { title, text } = await thrown(data({ message: "secret detail", reference: "req-42" }, 500));
  expect(title).toBe("Something went wrong on our side");
  expect(text).toContain("req-42");
  expect(text).not.toContain("secret detail");
});

test("a refused form whose page is gone shows the input, with a title that says so", async () => {
  const unsent = [{ label: "Message", text: "It came\nbroken." }];
  const { title } = await thrown(data({ message: "Ticket not found. It was removed.", unsent }, 404));
  expect(title).toBe("This no longer exists");
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("It came\nbroken.");
  cleanup();
  await thrown(data({ unsent }, 500));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("It came\nbroken.");
});

test("an unexpected error shows none of its text", async () => {
  const { title, text } = await thrown(new Error("SQLITE_CORRUPT at /home/ada"));
  expect(title).toBe("Something went wrong on our side");
  expect(text).not.toContain("SQLITE");
});

test.each([
  [403, "You do not have access"],
  [413, "Too large to send"],
  [429, "Too many attempts"],
  [503, "Back soon"],
  [418, "This did not work"],
])("%i has its own text and a way on", async (status, title) => {
  expect((await thrown(data(null, status))).title).toBe(title);
  expect(screen.getAllByRole("link").length).toBeGreaterThan(0);
});

test("an error without a message shows a general one", async () => {
  expect((await thrown(data("a plain text", 404))).text).toContain("The page may have moved");
});

test("an upload that was too large says so once and leads back to its form", async () => {
  const { text } = await thrown(data({ message: "At most 1 MB can be sent at once. Nothing was changed." }, 413));
  expect(text.match(/too large to send/gi)).toHaveLength(1);
  expect(screen.getByText("Go back").getAttribute("href")).toBe("");
});
