import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Columns } from "./line-shapes.server";

/** Where what columns are compared with is drawn: beside them, and over them. Two columns are 7 wide, at 25 and 75. */
function dashes(now: [number, number], before: [number, number], zero = 100) {
  const at = (heights: number[]) => heights.map((y, place) => ({ x: 25 + 50 * place, y }));
  const place = document.createElement("div");
  place.innerHTML = `<svg>${renderToStaticMarkup(<Columns now={at(now)} before={at(before)} zero={zero} />)}</svg>`;
  const pathOf = (look: string) => place.querySelector(`path.${look}`)?.getAttribute("d");
  return { beside: pathOf("stroke-chart-6"), over: pathOf("stroke-surface") };
}

test("a dash is drawn in the colour of the card only where it crosses a column", () => {
  expect(dashes([20, 60], [50, 30])).toEqual({
    beside: "M19.75 50h1.75M28.5 50h1.75M69.75 30h10.5",
    over: "M21.5 50h7",
  });
});

test("it crosses those that hang from 0 too, and nothing is drawn of nothing", () => {
  expect(dashes([90, 50], [70, 50], 50).over).toBe("M21.5 70h7");
  expect(dashes([20, 60], [100, 100])).toEqual({ beside: undefined, over: undefined });
});
