import { beforeEach, expect, test, vi } from "vitest";
import { clearStored } from "~/core/values/browser-storage";
import { keepRecent, readRecents } from "./recents";

beforeEach(() => localStorage.clear());

const chosen = (place: number) => ({
  title: `Order ${place}`,
  href: `/orders/${place}`,
  icon: "shopping-cart" as const,
});
const titles = (userId: number) => readRecents(userId).map(({ title }) => title);

test("what was chosen last comes first, each once, and eight are kept", () => {
  for (let place = 1; place <= 10; place++) keepRecent(1, chosen(place));
  keepRecent(1, chosen(5));
  expect(titles(1)).toEqual(["Order 5", "Order 10", "Order 9", "Order 8", "Order 7", "Order 6", "Order 4", "Order 3"]);
});

test("nobody sees what somebody else chose, and nothing of it stays", () => {
  keepRecent(1, chosen(1));
  expect(titles(2)).toEqual([]);
  keepRecent(2, chosen(2));
  expect(titles(1)).toEqual([]);
  expect(titles(2)).toEqual(["Order 2"]);
});

test("nothing is kept that grows old, and what an earlier version kept of it is passed over", () => {
  keepRecent(1, { ...chosen(1), ...{ detail: "$19.00" } });
  expect(localStorage.getItem("kept:recent")).not.toContain("19.00");
  localStorage.setItem(
    "kept:recent",
    '{"of":1,"value":[{"title":"Teapot","href":"/products/1","icon":"package","detail":"$19.00"}]}',
  );
  expect(readRecents(1)).toEqual([{ id: "/products/1", title: "Teapot", href: "/products/1", icon: "package" }]);
});

test("who logs out leaves nothing", () => {
  keepRecent(1, chosen(1));
  clearStored();
  expect(localStorage.length).toBe(0);
});

test("what is damaged, or leads elsewhere, is passed over", () => {
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

test("a browser that keeps nothing is no trouble", () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("", "QuotaExceededError");
  });
  keepRecent(1, chosen(1));
  full.mockRestore();
  expect(readRecents(1)).toEqual([]);
});
