import { expect, it } from "vitest";
import { textOf } from "./contents";

it("the contents of a form are what the user typed, and not what belongs to the page", () => {
  document.body.innerHTML =
    '<form><input name="back" value="/a"><input name="key" value="k"><input name="note" value="Hello"></form>';
  expect(textOf(document.querySelector("form")!)).toBe('[["note","Hello"]]');
});

it("the contents of a form do not change with the picture that the user looks at", () => {
  document.body.innerHTML = '<form><input type="radio" name="shown" value="/a.png" checked></form>';
  expect(textOf(document.querySelector("form")!)).toBe("[]");
});
