// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { popDetails } from "./pop-details";

let stop = () => {};
afterEach(() => stop());

function open() {
  document.body.innerHTML = `<p>Elsewhere</p><details data-pop="" open><summary tabindex="0">Custom</summary><form><input name="from" /></form></details><details open><summary>Other</summary></details>`;
  stop = popDetails(document);
  const details = document.querySelector("details");
  if (!details) throw new Error("There is no details element.");
  return details;
}

const input = () => document.querySelector("input");

test("Escape closes it and returns the focus to its button", () => {
  const details = open();
  input()?.focus();
  document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true }));
  expect(details.open).toBe(false);
  expect(document.activeElement?.textContent).toBe("Custom");
});

test("a click elsewhere closes it, a click inside does not, and others stay open", () => {
  const details = open();
  input()?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(details.open).toBe(true);
  document.querySelector("p")?.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  expect(details.open).toBe(false);
  expect(document.querySelectorAll("details[open]")).toHaveLength(1);
});

test("submitting its form closes it", () => {
  const details = open();
  document.querySelector("form")?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true }));
  expect(details.open).toBe(false);
});
