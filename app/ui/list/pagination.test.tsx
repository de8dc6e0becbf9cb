import { cleanup, render, screen } from "@testing-library/react";
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { pageRange, pageWindow, Pagination } from "./pagination";

afterEach(cleanup);

test("few pages are all shown", () => {
  expect(pageWindow(1, 1)).toEqual([1]);
  expect(pageWindow(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
});

test("of many pages the ends, the current one and its neighbours are shown", () => {
  expect(pageWindow(1, 40)).toEqual([1, 2, 3, 4, 5, null, 40]);
  expect(pageWindow(4, 40)).toEqual([1, 2, 3, 4, 5, null, 40]);
  expect(pageWindow(12, 40)).toEqual([1, null, 11, 12, 13, null, 40]);
  expect(pageWindow(40, 40)).toEqual([1, null, 36, 37, 38, 39, 40]);
});

test("the pagination has the current page and both ends, in order, once each, and at most seven items", () => {
  const pages = fc
    .integer({ min: 1, max: 50_000 })
    .chain((pages) => fc.tuple(fc.integer({ min: 1, max: pages }), fc.constant(pages)));
  fc.assert(
    fc.property(pages, ([page, pages]) => {
      const shown = pageWindow(page, pages);
      const numbers = shown.filter((place) => place !== null);
      expect(shown.length).toBeLessThanOrEqual(7);
      expect(numbers).toContain(page);
      expect(numbers.at(0)).toBe(1);
      expect(numbers.at(-1)).toBe(pages);
      expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other));
      // A gap replaces at least two pages.
      shown.forEach((place, index) => {
        if (place === null) expect((shown[index + 1] ?? 0) - (shown[index - 1] ?? 0)).toBeGreaterThan(2);
      });
    }),
  );
});

test("the range says which rows are shown", () => {
  expect(pageRange(1, 25, 20)).toBe("1–20 of 20");
  expect(pageRange(3, 25, 1312)).toBe("51–75 of 1,312");
  expect(pageRange(1, 25, 0)).toBe("0");
});

test("pages in the middle of a very long list have no links", () => {
  const links = (page: number) => {
    render(<Pagination page={page} pages={40_000} size={25} href={(page) => `?page=${page}`} />);
    const found = ["Previous", "Next"].map((name) => screen.getByText(name).closest("a")?.getAttribute("href"));
    cleanup();
    return found;
  };
  expect([links(79), links(80), links(39_921), links(39_922)]).toEqual([
    ["?page=78", "?page=80"],
    ["?page=79", null],
    [null, "?page=39922"],
    ["?page=39921", "?page=39923"],
  ]);
});

test("there is no next page at the end, and no previous one at the start", () => {
  render(<Pagination page={1} pages={3} href={(page) => `?page=${page}`} />);
  expect(screen.getByText("Previous").closest("a")?.hasAttribute("href")).toBe(false);
  expect(screen.getByRole("link", { name: "Next" }).getAttribute("href")).toBe("?page=2");
  expect(screen.getByText("1", { exact: false, selector: "[aria-current=page]" })).toBeTruthy();
});
