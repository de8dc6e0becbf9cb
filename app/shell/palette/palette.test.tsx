import { createRemixStub } from "@remix-run/testing";
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { createRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Permission } from "~/core/access/access.server";
import { PermissionsContext } from "~/core/access/may";
import Palette from "./palette";
import { keepRecent } from "./recents";

interface Asked {
  q: string | null;
  answer: (response: Response) => void;
}

let asked: Asked[] = [];

beforeEach(() => {
  asked = [];
  document.cookie = "person-3000=1";
  localStorage.clear();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  // Simulates a slow network on which aborted requests still get a response.
  vi.stubGlobal(
    "fetch",
    (url: string) =>
      new Promise<Response>((resolve) =>
        asked.push({
          q: new URL(url).searchParams.get("q"),
          answer: (response) => resolve(Object.defineProperty(response, "url", { value: url })),
        }),
      ),
  );
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const found = (title: string, href: string, detail = "") =>
  Response.json({
    groups: [{ kind: "products", title: "Products", hits: [{ href, title, detail, marked: [title, detail] }] }],
    notes: [],
  });
const options = () =>
  screen
    .getAllByRole("option")
    .filter((option) => option.getAttribute("aria-disabled") !== "true")
    .map((option) => option.textContent);
const field = () => screen.getByRole("combobox");

async function open(may: readonly Permission[] = ["people.change", "sales.view", "sales.change", "billing"]) {
  const palette = <Palette userId={1} box={createRef()} shortcuts onClose={() => {}} onSheet={() => {}} />;
  const page = () => <PermissionsContext.Provider value={may}>{palette}</PermissionsContext.Provider>;
  const Page = createRemixStub([{ path: "*", Component: page }]);
  render(<Page initialEntries={["/users"]} />);
  await screen.findByRole("combobox");
}

async function type(q: string) {
  fireEvent.change(field(), { target: { value: q } });
  await waitFor(() => expect(asked.at(-1)?.q).toBe(q));
  return asked.at(-1) as Asked;
}

test("results for an older search text cannot be chosen", async () => {
  await open();
  (await type("headphones")).answer(found("Headphones", "/products/1"));
  await waitFor(() => expect(options()).toContain("Headphones"));
  fireEvent.change(field(), { target: { value: "teapot" } });
  expect(options()).toEqual(["See all results for “teapot”"]);
  (await type("teapot")).answer(found("Teapot", "/products/2"));
  await waitFor(() => expect(options()).toEqual(["Teapot", "See all results for “teapot”"]));
});

test("a late response does not overwrite a newer one", async () => {
  await open();
  const early = await type("headphones");
  (await type("teapot")).answer(found("Teapot", "/products/2"));
  await waitFor(() => expect(options()).toContain("Teapot"));
  await act(async () => {
    early.answer(found("Headphones", "/products/1"));
    await new Promise(setImmediate);
  });
  expect(options()).toEqual(["Teapot", "See all results for “teapot”"]);
});

test("recent choices are shown as the server now names them", async () => {
  keepRecent(1, { title: "Teapot", href: "/products/2", icon: "package" });
  await open();
  (await type("teapot")).answer(found("Teapot", "/products/2", "$21.00"));
  await waitFor(() => expect(options()).toEqual(["Teapot$21.00", "See all results for “teapot”"]));
});

test("a user whose session has ended is told so, and how to come back", async () => {
  await open();
  (await type("teapot")).answer(
    Object.defineProperties(new Response(), { status: { value: 0 }, ok: { value: false } }),
  );
  await screen.findByText("You are logged out.");
  expect(options()).toEqual(["Log in again"]);
});

test("on a touch screen the field has the focus too", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  await open();
  await waitFor(() => expect(document.activeElement).toBe(field()));
  act(() => screen.getByRole("dialog").focus());
  expect(document.activeElement).toBe(field());
});

test("a browser that refuses to copy is reported", async () => {
  Object.defineProperty(document, "execCommand", { configurable: true, value: () => false });
  await open();
  fireEvent.change(field(), { target: { value: "=2*3" } });
  await screen.findByRole("option");
  fireEvent.keyDown(field(), { key: "Enter" });
  expect((await screen.findByRole("alert")).textContent).toBe("The browser did not allow 6 to be copied.");
});

test("Ctrl with Shift and a letter is left to the browser, and so is Ctrl with a letter in the calculator", async () => {
  await open();
  expect(fireEvent.keyDown(field(), { key: "P", ctrlKey: true, shiftKey: true })).toBe(true);
  fireEvent.change(field(), { target: { value: "calculator" } });
  fireEvent.keyDown(field(), { key: "Enter" });
  await screen.findByRole("combobox", { name: "Calculator" });
  expect(fireEvent.keyDown(field(), { key: "b", ctrlKey: true })).toBe(true);
  expect(field().getAttribute("aria-label")).toBe("Calculator");
});

test("a guessed command is shown only if no record matches", async () => {
  await open();
  (await type("mara")).answer(found("Mara Ellison", "/users/3"));
  await waitFor(() => expect(options()).toEqual(["Mara Ellison", "See all results for “mara”"]));
  (await type("crinv")).answer(Response.json({ groups: [], notes: [] }));
  await waitFor(() => expect(options()[0]).toBe("Create invoice"));
});

test("a command that the user may not use is not offered, even if it was chosen before", async () => {
  keepRecent(1, { title: "Billing", href: "/settings/plan-billing", icon: "credit-card" });
  await open(["account"]);
  expect(options()).toEqual([
    "Search Emoji",
    "Calculator",
    expect.stringContaining("Profile"),
    expect.stringContaining("Settings"),
  ]);
  fireEvent.change(field(), { target: { value: "create user" } });
  expect(options().join()).not.toContain("Create user");
});
