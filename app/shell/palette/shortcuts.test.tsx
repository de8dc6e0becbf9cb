import { expect, test } from "vitest";
import { shortcutOf } from "./shortcuts";

function press(key: string, held: KeyboardEventInit = {}, on: HTMLElement = document.body, isMac = false) {
  document.body.append(on === document.body ? "" : on);
  let found: ReturnType<typeof shortcutOf>;
  const look = (event: KeyboardEvent) => (found = shortcutOf(event, isMac));
  document.addEventListener("keydown", look);
  on.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...held }));
  document.removeEventListener("keydown", look);
  return found;
}

const element = (html: string) => {
  const box = document.createElement("div");
  box.innerHTML = html;
  return box.firstElementChild as HTMLElement;
};

test("Ctrl with K opens the palette, and ⌘ with K on a Mac", () => {
  expect(press("k", { ctrlKey: true })).toBe("palette");
  expect(press("K", { ctrlKey: true })).toBe("palette");
  expect(press("k", { metaKey: true }, document.body, true)).toBe("palette");
  expect(press("k", { ctrlKey: true }, document.body, true)).toBeUndefined();
  expect(press("k", { metaKey: true })).toBeUndefined();
  for (const more of ["altKey", "shiftKey"]) expect(press("k", { ctrlKey: true, [more]: true }), more).toBeUndefined();
  expect(press("k")).toBeUndefined();
});

test("slash opens the palette and question mark the shortcut sheet, on any keyboard layout", () => {
  expect(press("/")).toBe("palette");
  expect(press("/", { shiftKey: true })).toBe("palette");
  expect(press("?", { shiftKey: true })).toBe("sheet");
  for (const held of ["ctrlKey", "metaKey", "altKey"]) expect(press("?", { [held]: true }), held).toBeUndefined();
});

test.each(["<input>", "<input type=search>", "<input type=date>", "<textarea></textarea>", "<select></select>"])(
  "letters in %s are typed",
  (html) => {
    expect(press("/", {}, element(html))).toBeUndefined();
    expect(press("?", {}, element(html))).toBeUndefined();
    expect(press("k", { ctrlKey: true }, element(html))).toBe("palette");
  },
);

test.each(["<input type=checkbox>", "<button></button>", "<a href='/'></a>"])(
  "shortcuts work while the focus is on %s",
  (html) => {
    expect(press("/", {}, element(html))).toBe("palette");
  },
);

test("keys that are held down, compose a letter, or were handled already open nothing", () => {
  expect(press("/", { repeat: true })).toBeUndefined();
  expect(press("/", { isComposing: true })).toBeUndefined();
  const taken = element("<button></button>");
  taken.addEventListener("keydown", (event) => event.preventDefault());
  expect(press("/", {}, taken)).toBeUndefined();
});

test("on keyboards with another script the key of the Latin letter is used", () => {
  expect(press("л", { code: "KeyK", ctrlKey: true })).toBe("palette");
  expect(press("t", { code: "KeyK", ctrlKey: true })).toBeUndefined();
  expect(press("k", { code: "KeyV", ctrlKey: true })).toBe("palette");
});
