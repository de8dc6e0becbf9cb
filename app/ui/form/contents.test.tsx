import { expect, it } from "vitest";
import { textOf } from "./contents";

it("is what somebody typed, and not what belongs to the page", () => {
  document.body.innerHTML =
    '<form><input name="back" value="/a"><input name="key" value="k"><input name="note" value="Hello"></form>';
  expect(textOf(document.querySelector("form")!)).toBe('[["note","Hello"]]');
});

it("is no other for the picture that somebody looks at", () => {
  document.body.innerHTML = '<form><input type="radio" name="shown" value="/a.png" checked></form>';
  expect(textOf(document.querySelector("form")!)).toBe("[]");
});
