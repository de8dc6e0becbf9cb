import { beforeEach, expect, test, vi } from "vitest";
import { clearStored } from "~/core/values/browser-storage";
import { keepRecent, readRecents } from "./recents";

/** Sets the cookie that names the signed-in user to scripts. */
const signIn = (userId: number) => void (document.cookie = `person-3000=${userId}`);

beforeEach(() => {
  signIn(1);
  localStorage.clear();
});

const chosen = (place: number) => ({
  title: `Order ${place}`,
  href: `/orders/${place}`,
  icon: "shopping-cart" as const,
});
const titles = (userId: number) => readRecents(userId).map(({ title }) => title);

test("the last choices come first, each once, up to eight", () => {
  for (let place = 1; place <= 10; place++) keepRecent(1, chosen(place));
  keepRecent(1, chosen(5));
  expect(titles(1)).toEqual(["Order 5", "Order 10", "Order 9", "Order 8", "Order 7", "Order 6", "Order 4", "Order 3"]);
});

test("another user sees none of the choices, and they are deleted", () => {
  keepRecent(1, chosen(1));
  expect(titles(2)).toEqual([]);
  signIn(2);
  keepRecent(2, chosen(2));
  expect(titles(1)).toEqual([]);
  expect(titles(2)).toEqual(["Order 2"]);
});

test("no outdated values are stored, and those of an earlier version are ignored", () => {
  keepRecent(1, { ...chosen(1), ...{ detail: "$19.00" } });
  expect(localStorage.getItem("kept:recent")).not.toContain("19.00");
  localStorage.setItem(
    "kept:recent",
    '{"of":1,"value":[{"title":"Teapot","href":"/products/1","icon":"package","detail":"$19.00"}]}',
  );
  expect(readRecents(1)).toEqual([{ id: "/products/1", title: "Teapot", href: "/products/1", icon: "package" }]);
});

test("logging out deletes all choices", () => {
  keepRecent(1, chosen(1));
  clearStored();
  expect(localStorage.length).toBe(0);
});

test("damaged entries and entries with foreign targets are ignored", () => {
  for (const kept of [
    "",
    "null",
    "3",
    "{",
    '{"of":1}',
    '{"of":1,"value":[null,3,{"title":"Evil","href":"//evil.example"},{"title":"Evil","href":"javascript:alert(1)"}]}',
  ]) {
    localStorage.setItem("kept:recent", kept);
    expect(readRecents(1), kept).toEqual([]);
  }
  localStorage.setItem(
    "kept:recent",
    '{"of":1,"value":[{"title":"Ada","href":"/users/1","icon":"user\\"/><b ","detail":7}]}',
  );
  expect(readRecents(1)).toEqual([{ id: "/users/1", title: "Ada", href: "/users/1", icon: "file-text" }]);
});

test("a browser that stores nothing causes no errors", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  keepRecent(1, chosen(1));
  full.mockRestore();
  expect(readRecents(1)).toEqual([]);
});
