import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { sendKey } from "./send-key";

const stop = sendKey(document);
afterEach(cleanup);
afterAll(stop);

/** Renders a form and returns the buttons that it was submitted by. */
function form() {
  const sent: (string | null)[] = [];
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        sent.push((event.nativeEvent as SubmitEvent).submitter?.textContent ?? null);
      }}
    >
      <textarea aria-label="Text" />
      <input aria-label="Country" list="countries" defaultValue="Niger" />
      <datalist id="countries">
        <option value="Niger" />
        <option value="Nigeria" />
      </datalist>
      <button type="button">Look</button>
      <button>Save</button>
      <button>Delete</button>
    </form>,
  );
  return sent;
}

const field = (name: string) => screen.getByRole(name === "Text" ? "textbox" : "combobox", { name });

test("Ctrl or ⌘ with Enter submits a form with its first button, and Enter alone in a text area does not", () => {
  const sent = form();
  fireEvent.keyDown(field("Text"), { key: "Enter" });
  fireEvent.keyUp(field("Text"), { key: "Enter" });
  expect(sent).toEqual([]);
  fireEvent.keyDown(field("Text"), { key: "Enter", ctrlKey: true });
  fireEvent.keyDown(field("Text"), { key: "Enter", metaKey: true });
  expect(sent).toEqual(["Save", "Save"]);
});

test("Enter in a field with suggestions submits the form once, whether or not the browser does", () => {
  const sent = form();
  fireEvent.keyDown(field("Country"), { key: "Enter" });
  fireEvent.keyUp(field("Country"), { key: "Enter" });
  expect(sent).toEqual(["Save"]);

  fireEvent.keyDown(field("Country"), { key: "Enter" });
  (field("Country") as HTMLInputElement).form?.requestSubmit(screen.getByRole("button", { name: "Save" })); // as browsers do on Enter
  fireEvent.keyUp(field("Country"), { key: "Enter" });
  expect(sent).toEqual(["Save", "Save"]);
});

test("Enter that ends a word of an input method, or is pressed elsewhere, submits nothing", () => {
  const sent = form();
  fireEvent.keyDown(field("Country"), { key: "Enter", keyCode: 229 });
  fireEvent.keyUp(field("Country"), { key: "Enter" });
  fireEvent.keyDown(field("Text"), { key: "Enter", ctrlKey: true, isComposing: true });
  fireEvent.keyDown(field("Country"), { key: "Enter" });
  fireEvent.keyUp(field("Country"), { key: "ArrowDown" });
  fireEvent.keyUp(field("Country"), { key: "Enter" });
  expect(sent).toEqual([]);
});

test("Enter that chooses a suggestion submits nothing", () => {
  const sent = form();
  fireEvent.keyDown(field("Country"), { key: "Enter" });
  fireEvent.input(field("Country"), { target: { value: "Nigeria" } });
  fireEvent.keyUp(field("Country"), { key: "Enter" });
  const prevent = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener("keydown", prevent, { once: true }); // as a browser does, after all listeners
  fireEvent.keyDown(field("Country"), { key: "Enter" });
  fireEvent.keyUp(field("Country"), { key: "Enter" });
  expect(prevent).toHaveBeenCalled();
  expect(sent).toEqual([]);
});
