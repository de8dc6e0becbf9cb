// @vitest-environment jsdom
import { afterEach, expect, test } from "vitest";
import { chartKeys } from "./chart-keys";

let stop = () => {};
afterEach(() => stop());

function open(html: string) {
  stop();
  document.body.innerHTML = html;
  stop = chartKeys(document.body);
}

const link = (name: string, tab = -1) => `<a href="/${name}" id="${name}" tabindex="${tab}">${name}</a>`;
const line = `<div data-keys="">${link("a")}${link("b")}${link("c", 0)}</div>`;
const stacked = `<div data-keys=""><div>${link("low1")}${link("high1")}</div><div></div><div>${link("low2", 0)}</div></div>`;
const table = `<table data-keys=""><tbody><tr><th>Mon</th><td></td><td>${link("mon2")}</td><td>${link("mon3")}</td></tr><tr><th>Tue</th><td></td><td></td><td></td></tr><tr><th>Wed</th><td>${link("wed1")}</td><td>${link("wed2")}</td><td></td></tr></tbody></table>`;

const focus = (id: string) => document.getElementById(id)?.focus();
const press = (key: string, more: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(
    new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }),
  );
/** Returns the id of the focused link after each of these keys. */
const after = (...keys: string[]) =>
  keys.map((key) => {
    press(key);
    return document.activeElement?.id;
  });

test("arrow keys move along a line and stop at its ends; Home and End go to the ends", () => {
  open(line);
  focus("c");
  expect(after("ArrowLeft", "ArrowLeft", "ArrowLeft", "ArrowRight", "End", "Home")).toEqual([
    "b",
    "a",
    "a",
    "b",
    "c",
    "a",
  ]);
});

test("in right-to-left layout time runs the other way", () => {
  open(`<div dir="rtl">${line}</div>`);
  focus("a");
  expect(after("ArrowLeft", "ArrowRight")).toEqual(["b", "a"]);
});

test("Tab returns to the link that was focused last, and to no other", () => {
  open(line);
  focus("c");
  press("ArrowLeft");
  expect([...document.querySelectorAll("a")].filter(({ tabIndex }) => tabIndex === 0).map(({ id }) => id)).toEqual([
    "b",
  ]);
});

test("in stacked columns up and down move between parts, and left and right skip columns without any", () => {
  open(stacked);
  focus("low1");
  expect(after("ArrowUp", "ArrowUp", "ArrowRight", "ArrowUp", "ArrowLeft", "ArrowDown")).toEqual([
    "high1",
    "high1",
    "low2",
    "low2",
    "low1",
    "low1",
  ]);
});

test("in a heat map the keys move to the next cell with a value, in the row or in the column", () => {
  open(table);
  focus("mon2");
  expect(after("ArrowRight", "ArrowRight", "ArrowLeft", "ArrowDown", "ArrowLeft", "ArrowUp", "End")).toEqual([
    "mon3",
    "mon3",
    "mon2",
    "wed2",
    "wed1",
    "wed1",
    "wed2",
  ]);
});

test("keys with another meaning for the browser are left to it", () => {
  open(line);
  focus("c");
  press("ArrowLeft", { altKey: true });
  expect(document.activeElement?.id).toBe("c");
  expect(press("Enter")).toBe(true);
});
