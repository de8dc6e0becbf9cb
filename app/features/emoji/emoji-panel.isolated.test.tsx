// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

const emoji = [
  { char: "😀", name: "grinning-face", group: "Smileys & Emotion" },
  { char: "🎉", name: "party-popper", group: "Activities" },
  { char: "🥳", name: "partying-face", group: "Smileys & Emotion" },
];

let copied: string[] = [];
let offline = false;

/** jsdom shows nothing, so that nothing comes into sight there. */
class NeverInSight {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.resetModules(); // the list is kept while a page is open
  copied = [];
  offline = false;
  vi.stubGlobal("IntersectionObserver", NeverInSight);
  vi.stubGlobal("fetch", () =>
    offline
      ? Promise.reject(new TypeError("offline"))
      : Promise.resolve(
          Object.defineProperty(Response.json({ emoji, hosts: [] }), "url", { value: "http://localhost/emoji.json" }),
        ),
  );
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(q: string, onDone?: (said: string) => void) {
  const { default: EmojiPanel } = await import("./emoji-panel");
  const shown = render(<EmojiPanel q={q} onDone={onDone} />);
  return (next: string) => shown.rerender(<EmojiPanel q={next} onDone={onDone} />);
}
const names = () => screen.getAllByRole("button").map((button) => button.textContent);

test("the panel shows smileys until something is typed, and then the results", async () => {
  const type = await open("");
  await screen.findByRole("grid", { name: "Emoji" });
  expect(names()).toEqual(["😀grinning face", "🥳partying face"]);
  type("party");
  expect(names()).toEqual(["🎉party popper", "🥳partying face"]);
  type("patry");
  expect(names()).toEqual(["🎉party popper", "🥳partying face"]);
  expect(screen.getByText("Nothing is called “patry”, so this shows “party”: 2 emoji")).toBeDefined();
  type("nothing of the kind");
  expect(screen.queryByRole("grid")).toBeNull();
  expect(screen.getByRole("status").textContent).toMatch(/^No emoji is called that/);
});

test("the panel is one stop for the Tab key, and arrow keys move within it", async () => {
  await open("");
  const grid = await screen.findByRole("grid");
  const [first, second] = screen.getAllByRole("button");
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
  act(() => first?.focus());
  fireEvent.keyDown(grid, { key: "ArrowRight" });
  expect(document.activeElement).toBe(second);
  expect([first?.tabIndex, second?.tabIndex]).toEqual([-1, 0]);
  fireEvent.keyDown(grid, { key: "ArrowRight" }); // there is none
  expect(document.activeElement).toBe(second);
});

test("the panel copies the chosen character, says so, and closes", async () => {
  const done = vi.fn();
  await open("grinning", done);
  fireEvent.click(await screen.findByRole("button", { name: "grinning face" }));
  await waitFor(() => expect(screen.getByText("Copied 😀 grinning face")).toBeDefined());
  expect(copied).toEqual(["😀"]);
  expect(done).toHaveBeenCalledWith("Copied 😀 grinning face");
});

test("the panel reports if the browser refuses to copy, and stays open", async () => {
  Object.defineProperty(navigator, "clipboard", { configurable: true, value: undefined });
  const done = vi.fn();
  await open("grinning", done);
  fireEvent.click(await screen.findByRole("button", { name: "grinning face" }));
  await waitFor(() => expect(screen.getByText(/^The browser did not let 😀 grinning face be copied\./)).toBeDefined());
  expect(done).not.toHaveBeenCalled();
});

test("the panel reports if the list could not be loaded, and tries again", async () => {
  offline = true;
  await open("");
  expect((await screen.findByRole("alert")).textContent).toContain("The emoji could not be loaded.");
  offline = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await screen.findByRole("grid");
});
