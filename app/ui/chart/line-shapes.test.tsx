import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Columns } from "./line-shapes.server";

/**
 * Returns the bars of two columns at 25 and 75 as [x, y, width, height]: those of the comparison, and the current ones
 * over them.
 */
function bars(now: [number, number], before: number[], zero = 100) {
  const at = (heights: number[]) => heights.map((y, place) => ({ x: 25 + 50 * place, y }));
  const place = document.createElement("div");
  place.innerHTML = `<svg>${renderToStaticMarkup(<Columns now={at(now)} before={at(before)} zero={zero} />)}</svg>`;
  const boxes = (look: string) =>
    [...place.querySelectorAll(`rect.${look}`)].map((bar) =>
      ["x", "y", "width", "height"].map((name) => Number(bar.getAttribute(name))),
    );
  const order = [...place.querySelectorAll("rect")].map((bar) => bar.getAttribute("class"));
  return { before: boxes("bar-before"), now: boxes("fill-chart-1"), order };
}

test("the comparison of columns is a wider pale bar behind each, from the zero line", () => {
  const { before, now, order } = bars([20, 60], [50, 30]);
  expect(before).toEqual([
    [20.63, 50, 8.75, 50],
    [70.63, 30, 8.75, 70],
  ]);
  expect(now).toEqual([
    [22.55, 20, 4.9, 80],
    [72.55, 60, 4.9, 40],
  ]);
  expect(order).toEqual(["bar-before", "bar-before", "fill-chart-1", "fill-chart-1"]);
});

test("bars below 0 hang from the zero line, 0 has no bar, and without a comparison columns have their full width", () => {
  expect(bars([90, 50], [70, 50], 50).before).toEqual([[20.63, 50, 8.75, 20]]);
  expect(bars([20, 60], []).now.map(([, , width]) => width)).toEqual([7, 7]);
});
