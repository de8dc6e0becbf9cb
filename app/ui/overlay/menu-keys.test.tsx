import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { Menu, MenuButton, MenuLink } from "./menu";
import { menuKeys, nextItem } from "./menu-keys";

let stop = () => {};
afterEach(() => {
  stop();
  cleanup();
});

function open() {
  stop = menuKeys(document);
  render(
    <Menu label="Actions for Ada">
      <MenuLink href="/users/1">Edit</MenuLink>
      <MenuButton disabled>Duplicate</MenuButton>
      <MenuButton>Ban</MenuButton>
    </Menu>,
  );
  const panel = document.querySelector("[data-menu]");
  panel?.dispatchEvent(Object.assign(new Event("toggle"), { newState: "open" }));
}

const press = (key: string) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
const focused = () => document.activeElement?.textContent;

test("the button names its menu and opens it without scripts", () => {
  open();
  const button = screen.getByRole("button", { name: "Actions for Ada" });
  expect(document.getElementById(button.getAttribute("popovertarget") ?? "")?.getAttribute("popover")).toBe("auto");
});

test("the focus moves into a menu that opens, and arrow keys move through its items", () => {
  open();
  expect(focused()).toBe("Edit");
  press("ArrowDown");
  expect(focused()).toBe("Ban");
  press("ArrowDown");
  expect(focused()).toBe("Edit");
  press("ArrowUp");
  expect(focused()).toBe("Ban");
  press("Home");
  expect(focused()).toBe("Edit");
  press("End");
  expect(focused()).toBe("Ban");
});

test("other keys, and keys outside of menus, are left to the browser", () => {
  open();
  const typed = new KeyboardEvent("keydown", { key: "a", bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(typed);
  expect(typed.defaultPrevented).toBe(false);
  const outside = new KeyboardEvent("keydown", { key: "ArrowDown", bubbles: true, cancelable: true });
  document.body.dispatchEvent(outside);
  expect(outside.defaultPrevented).toBe(false);
});

test("in an empty menu arrow keys do nothing", () => {
  expect(nextItem("ArrowDown", -1, 0)).toBeUndefined();
  expect(nextItem("ArrowUp", -1, 3)).toBe(2);
});
