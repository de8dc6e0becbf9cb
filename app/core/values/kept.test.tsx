import { beforeEach, expect, test, vi } from "vitest";
import { forgetKept, forgetOthers, keep, readKept } from "./kept";

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

test("what was kept is read by whoever kept it, and by nobody else", () => {
  keep(1, "draft:/users/create", { name: "Ada" });
  expect(readKept(1, "draft:/users/create")).toEqual({ name: "Ada" });
  expect(readKept(2, "draft:/users/create")).toBeUndefined();
  expect(readKept(1, "draft:/products/create")).toBeUndefined();
  keep(1, "draft:/users/create");
  expect(localStorage).toHaveLength(0);
});

test("who logs out leaves nothing, of anybody; what is not kept by this stays", () => {
  localStorage.theme = "dark";
  keep(1, "recent", []);
  keep(2, "draft:/users/create", { name: "Ada" });
  forgetKept();
  expect(Object.keys(localStorage)).toEqual(["theme"]);
});

test("what is kept for this window alone is apart, and goes as well when somebody logs out", () => {
  keep(1, "ticked:/users?", ["7"], "sessionStorage");
  expect(readKept(1, "ticked:/users?", "sessionStorage")).toEqual(["7"]);
  expect(readKept(2, "ticked:/users?", "sessionStorage")).toBeUndefined();
  expect(readKept(1, "ticked:/users?")).toBeUndefined();
  sessionStorage.other = "stays";
  forgetKept();
  expect(Object.keys(sessionStorage)).toEqual(["other"]);
});

test("what others kept for this window goes when somebody comes in, and what is for all windows stays", () => {
  keep(1, "draft:/users/3", { name: "Ada" }, "sessionStorage");
  keep(12, "draft:/users/4", { name: "Ben" }, "sessionStorage");
  keep(1, "draft:/users/create", { name: "Cleo" });
  forgetOthers(12);
  expect(Object.keys(sessionStorage)).toEqual(["kept:draft:/users/4"]);
  expect(Object.keys(localStorage)).toEqual(["kept:draft:/users/create"]);
});

test.each(["", "{", "null", "3", '"text"'])("what is damaged is passed over: %j", (text) => {
  localStorage.setItem("kept:recent", text);
  expect(readKept(1, "recent")).toBeUndefined();
});

test("a browser that keeps nothing is no trouble", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  keep(1, "recent", [1]);
  full.mockRestore();
  expect(readKept(1, "recent")).toBeUndefined();
});
