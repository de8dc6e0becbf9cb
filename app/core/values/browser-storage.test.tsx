import { beforeEach, expect, test, vi } from "vitest";
import { clearStored, forgetOthers, saveStored, readStored } from "./browser-storage";

/** Sets the cookie that names the signed-in user to scripts. */
const signIn = (userId: number | "") => void (document.cookie = `person-3000=${userId}`);

beforeEach(() => {
  signIn(1);
  localStorage.clear();
  sessionStorage.clear();
});

test("stored values can be read only by the user who stored them", () => {
  saveStored(1, "draft:/users/create", { name: "Ada" });
  expect(readStored(1, "draft:/users/create")).toEqual({ name: "Ada" });
  expect(readStored(2, "draft:/users/create")).toBeUndefined();
  expect(readStored(1, "draft:/products/create")).toBeUndefined();
  saveStored(1, "draft:/users/create");
  expect(localStorage).toHaveLength(0);
});

test("nothing is stored for all windows of a user who has logged out, or whom another user has followed", () => {
  saveStored(1, "draft:/users/create", { name: "Ada" });
  for (const now of ["", 2, 11] as const) {
    signIn(now);
    expect(saveStored(1, "draft:/users/create", { name: "Ada Ash" })).toBe(false);
    expect(saveStored(1, "draft:/users/create")).toBe(false);
    expect(saveStored(1, "ticked:/users?", ["7"], "sessionStorage")).toBe(true);
  }
  expect(readStored(1, "draft:/users/create")).toEqual({ name: "Ada" });
  document.cookie = "person-3000=; max-age=0";
  expect(saveStored(1, "draft:/users/create", { name: "Ada Ash" })).toBe(false);
  const cookies = vi.spyOn(document, "cookie", "get").mockReturnValue("a=1; __Host-person=1");
  expect(saveStored(1, "draft:/users/create", { name: "Ada Ash" })).toBe(true);
  cookies.mockRestore();
});

test("logging out deletes the values of all users, but nothing that other code stored", () => {
  localStorage.theme = "dark";
  saveStored(1, "recent", []);
  signIn(2);
  saveStored(2, "draft:/users/create", { name: "Ada" });
  clearStored();
  expect(Object.keys(localStorage)).toEqual(["theme"]);
});

test("values for one window are separate, and are also deleted on logging out", () => {
  saveStored(1, "ticked:/users?", ["7"], "sessionStorage");
  expect(readStored(1, "ticked:/users?", "sessionStorage")).toEqual(["7"]);
  expect(readStored(2, "ticked:/users?", "sessionStorage")).toBeUndefined();
  expect(readStored(1, "ticked:/users?")).toBeUndefined();
  sessionStorage.other = "stays";
  clearStored();
  expect(Object.keys(sessionStorage)).toEqual(["other"]);
});

test("another user's values for this window are deleted on logging in, but not those for all windows", () => {
  saveStored(1, "draft:/users/3", { name: "Ada" }, "sessionStorage");
  saveStored(12, "draft:/users/4", { name: "Ben" }, "sessionStorage");
  saveStored(1, "draft:/users/create", { name: "Cleo" });
  forgetOthers(12);
  expect(Object.keys(sessionStorage)).toEqual(["kept:draft:/users/4"]);
  expect(Object.keys(localStorage)).toEqual(["kept:draft:/users/create"]);
});

test.each(["", "{", "null", "3", '"text"'])("damaged values are ignored: %j", (text) => {
  localStorage.setItem("kept:recent", text);
  expect(readStored(1, "recent")).toBeUndefined();
});

test("a browser that stores nothing causes no errors", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  saveStored(1, "recent", [1]);
  full.mockRestore();
  expect(readStored(1, "recent")).toBeUndefined();
});
