// @vitest-environment jsdom
import { expect, test } from "vitest";
import { sampleCharts } from "~/features/design/charts.server";
import { barList } from "./bar-list.server";
import { columnChart } from "./column-chart.server";
import { funnel } from "./funnel.server";
import { heatMap } from "./heat-map.server";
import { lineChart } from "./line-chart.server";
import { shareBar } from "./share-bar.server";
import { sparkline } from "./sparkline.server";

const counted = (value: number) => ({ value, href: `/rows?of=${value}`, is: "rows" });
const part = (value: number) => ({ text: `${value} rows`, counted: counted(value) });

function drawn(html: string) {
  const place = document.createElement("div");
  place.innerHTML = html;
  return place;
}

const all = (place: ParentNode, selector: string) => [...place.querySelectorAll(selector)];
const valuesOf = (links: Element[]) => links.map((link) => Number(link.getAttribute("data-value")));
const texts = (elements: Element[]) => elements.map(({ textContent }) => textContent);
const links = (place: ParentNode, within = "") => all(place, `${within} a`);

const line = (values: number[], before?: number[]) =>
  drawn(
    lineChart({
      label: "Orders",
      names: { now: "Orders", before: before && "the days before" },
      axis: String,
      points: values.map((value, at) => ({
        label: `Day ${at + 1}`,
        short: `${at + 1}`,
        ...part(value),
        before: before && { label: `Earlier day ${at + 1}`, value: before[at] ?? 0, text: `${before[at]} rows` },
      })),
    }),
  );

const columns = (names: string[], values: number[][]) =>
  drawn(
    columnChart({
      label: "Orders",
      series: names.map((name, at) => ({ name, color: at + 1 })),
      axis: String,
      total: (value) => `${value} in all`,
      points: values.map((parts, at) => ({ label: `Day ${at + 1}`, short: `${at + 1}`, parts: parts.map(part) })),
    }),
  );

test("no chart has a style attribute or a script, and each link says where it leads and what it counts", () => {
  const samples = Object.values(sampleCharts()).flat();
  expect(samples.length).toBeGreaterThan(20);
  for (const { title, html } of samples) {
    expect(html, title).not.toMatch(/\sstyle=|<script|\son\w+=|NaN|undefined|Infinity/);
    for (const link of links(drawn(html))) {
      expect(link.getAttribute("href"), title).toBeTruthy();
      expect(link.getAttribute("data-value"), title).toMatch(/^-?\d+$/);
      expect(link.getAttribute("data-is"), title).toBe("rows");
    }
  }
});

test("each point of a line is a link, and the table beside it has the same links and the comparison", () => {
  const chart = line([3, 1, 2], [4, 5, 6]);
  expect(valuesOf(links(chart, ".hits"))).toEqual([3, 1, 2]);
  expect(valuesOf(links(chart, ".chart-table"))).toEqual([3, 1, 2]);
  expect(texts(all(chart, ".chart-table tbody tr"))).toEqual([
    "Day 13 rows4 rows",
    "Day 21 rows5 rows",
    "Day 32 rows6 rows",
  ]);
  expect(chart.querySelector(".hit")?.getAttribute("aria-label")).toBe("Day 1: 3 rows, the days before 4 rows");
});

test("a chart over time is one stop for the Tab key: its last column", () => {
  expect(links(line([3, 1, 2]), ".hits").map((link) => link.getAttribute("tabindex"))).toEqual(["-1", "-1", "0"]);
  const stacked = links(
    columns(
      ["Paid", "Due"],
      [
        [1, 2],
        [3, 0],
        [0, 0],
      ],
    ),
    ".hits",
  );
  expect(stacked.map((link) => link.getAttribute("tabindex"))).toEqual(["-1", "-1", "0"]);
});

test("a chart with at least half of its points 0, or with one point, has columns instead of a curve", () => {
  expect(all(line([3, 0, 2]), ".plot > svg rect")).toHaveLength(0);
  expect(all(line([3, 0]), ".plot > svg rect")).toHaveLength(1);
  expect(all(line([7]), ".plot > svg rect")).toHaveLength(1);
});

const summed = (values: number[], before?: number[], weekend = (at: number): boolean | undefined => at % 7 > 4) =>
  drawn(
    lineChart({
      label: "Orders",
      names: { now: "Orders", before: before && "the days before" },
      axis: String,
      sums: { text: (value) => `${value} in all`, href: (to) => `/until/${to}` },
      since: "2 May 2026",
      points: values.map((value, at) => ({
        label: `Day ${at + 1}`,
        short: `${at + 1}`,
        ...part(value),
        weekend: weekend(at),
        before: before && { label: `Earlier day ${at + 1}`, value: before[at] ?? 0, text: `${before[at]} rows` },
      })),
    }),
  );

test("a sparse line of amounts shows a running total: each point links to all rows until it, and its table row to its own", () => {
  const chart = summed([0, 3, 0, 0, 2], [1, 0, 0, 4, 0]);
  expect(valuesOf(links(chart, ".hits"))).toEqual([0, 3, 3, 3, 5]);
  expect(links(chart, ".hits").map((link) => link.getAttribute("href"))).toEqual(
    [0, 1, 2, 3, 4].map((at) => `/until/${at}`),
  );
  expect(valuesOf(links(chart, ".chart-table"))).toEqual([0, 3, 0, 0, 2]);
  expect(links(chart, ".hits")[3]?.getAttribute("aria-label")).toBe(
    "Day 4: 0 rows, 3 in all until then, the days before 5 in all",
  );
  expect(all(chart, ".plot > svg rect")).toHaveLength(0);
  expect(chart.querySelector(".chart-key")?.textContent).toContain("Orders, added up");
});

test("a line in which most points have a value is not summed", () => {
  expect(valuesOf(links(summed([1, 3, 0, 2]), ".hits"))).toEqual([1, 3, 0, 2]);
});

test("daily sums are columns, and weekly and monthly ones are a curve", () => {
  const columns = (...of: Parameters<typeof summed>) => all(summed(...of), ".plot > svg > rect:not(.weekend)").length;
  expect(columns([1, 3, 0, 2])).toBe(3);
  expect(columns([1, 3, 0, 2], undefined, () => undefined)).toBe(0);
});

test("a line shows its last value, hidden from screen readers, and columns do not", () => {
  const label = line([1, 3, 0, 2]).querySelector(".last-value");
  expect(label?.querySelector("text")?.textContent).toBe("2 rows");
  expect(label?.getAttribute("aria-hidden")).toBe("true");
  expect(summed([0, 3, 0, 0]).querySelector(".last-value text")?.textContent).toBe("3 in all");
  expect(line([3, 0]).querySelector(".last-value")).toBeNull();
  expect(line([0, 0, 0]).querySelector(".last-value")).toBeNull();
});

test("weekends are bands behind the line, adjacent ones are joined, and the legend explains them and where the line begins", () => {
  const chart = summed([1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  expect(
    all(chart, ".plot > svg > .weekend").map((band) => [band.getAttribute("x"), band.getAttribute("width")]),
  ).toEqual([
    ["38.46", "15.38"],
    ["92.31", "7.69"],
  ]);
  expect(texts(all(chart, ".chart-key li"))).toEqual([
    "Orders",
    "Weekend",
    "Begins 2 May 2026, with the first there is",
  ]);
  expect(line([1, 2]).querySelector(".weekend")).toBeNull();
});

test("the comparison is a dashed line, or pale bars behind columns, and is left out if it is 0", () => {
  const dashed = (chart: ParentNode) => all(chart, ".plot > svg [stroke-dasharray]").length;
  expect(dashed(line([3, 1, 2], [0, 1, 0]))).toBe(1);
  expect(dashed(line([3, 1, 2], [0, 0, 0]))).toBe(0);
  const pale = (chart: ParentNode) => all(chart, ".plot > svg .bar-before").length;
  const columns = line([3, 0, 0, 0], [1, 0, 2, 0]);
  expect([pale(columns), all(columns, ".chart-key .key.bar-before").length]).toEqual([2, 1]);
  expect(pale(line([3, 0, 0, 0], [0, 0, 0, 0]))).toBe(0);
  expect(line([3, 1, 2], [0, 0, 0]).querySelector(".chart-key")?.textContent).toContain("Nothing in the days before");
});

test("an empty chart says so, and its axis has only 0", () => {
  for (const chart of [line([0, 0], [0, 0]), columns(["Paid", "Due"], [[0, 0]])]) {
    expect(chart.querySelector(".plot-empty")?.textContent).toBe("Nothing in these days");
    expect(texts(all(chart, ".axis-values span")).filter(Boolean)).toEqual(["0"]);
  }
  expect(line([0, 0], [0, 4]).querySelector(".plot-empty")).toBeNull();
});

test("values below 0 start from the zero line", () => {
  const chart = line([4000, -3100, 2000]);
  expect(texts(all(chart, ".axis-values span"))).toEqual(["4000", "2000", "0", "-2000", "-4000"]);
  expect(chart.querySelector(".plot > svg path")?.getAttribute("d")).toMatch(/L83.33 50L16.67 50Z$/);
});

test("parts of a column are links as high as their counts; readout and table show all of them with the total", () => {
  const chart = columns(
    ["Paid", "Due"],
    [
      [6, 2],
      [0, 4],
    ],
  );
  expect(valuesOf(links(chart, ".hits"))).toEqual([6, 2, 4]);
  expect(valuesOf(links(chart, ".chart-table"))).toEqual([6, 2, 0, 4]);
  expect(all(chart, ".hits rect").map((box) => [box.getAttribute("y"), box.getAttribute("height")])).toEqual([
    ["25", "75"],
    ["0", "24.5"],
    ["50", "50"],
  ]);
  expect(links(chart, ".hits")[1]?.getAttribute("aria-label")).toBe("Day 1, Due: 2 rows");
  expect(texts(all(chart, ".hit:first-child .tip-name"))).toEqual(["Due", "Paid", "Total"]);
  expect(texts(all(chart, ".chart-table tbody tr"))).toEqual([
    "Day 16 rows2 rows8 in all",
    "Day 20 rows4 rows4 in all",
  ]);
});

test("a column with one part is one link, without a total", () => {
  const chart = columns(["Visits"], [[5], [0]]);
  expect(valuesOf(links(chart, ".hits"))).toEqual([5, 0]);
  expect(all(chart, ".hits rect")).toHaveLength(1);
  expect(chart.textContent).not.toContain("in all");
});

test("a funnel is a table of steps, each a link, with bars as wide as the remaining share", () => {
  const chart = drawn(
    funnel({
      label: "Applications",
      heads: ["Stage", "Count", "Change"],
      steps: [
        { label: "Applied", drop: "", ...part(200) },
        { label: "Interview", drop: "−75%", ...part(50) },
        { label: "Offer", drop: "−100%", ...part(0) },
      ],
    }),
  );
  expect(valuesOf(links(chart))).toEqual([200, 50, 0]);
  expect(texts(all(chart, "tbody tr"))).toEqual(["Applied200 rows", "Interview50 rows−75%", "Offer0 rows−100%"]);
  expect(all(chart, "rect").map((bar) => bar.getAttribute("width"))).toEqual(["100", "25", "4"]);
  expect(chart.querySelector("polygon")?.getAttribute("points")).toBe("0 0 100 0 62.5 1 37.5 1");
});

test("a heat map has a link in each cell that is not 0, in five shades, named by row and column", () => {
  const chart = drawn(
    heatMap({
      label: "Visits",
      corner: "Day",
      rows: ["Mon", "Tue"],
      columns: ["00", "01", "02"],
      cells: [[0, 1, 10].map(part), [5, 0, 2].map(part)],
    }),
  );
  expect(valuesOf(links(chart))).toEqual([1, 10, 5, 2]);
  expect(links(chart).map((link) => link.closest("td")?.className)).toEqual([
    "num heat-1",
    "num heat-5",
    "num heat-3",
    "num heat-1",
  ]);
  expect(links(chart)[1]?.getAttribute("aria-label")).toBe("Mon, 02: 10 rows");
  expect(all(chart, "tbody tr").map((row) => all(row, "td").length)).toEqual([3, 3]);
});

test("cells of a heat map contain numbers if all of them are short", () => {
  const cell = (text: string) => ({ text, counted: counted(7) });
  const first = (...cells: string[]) =>
    drawn(
      heatMap({
        label: "Visits",
        corner: "Day",
        rows: ["Mon"],
        columns: cells.map((_, at) => `${at}`),
        cells: [cells.map(cell)],
      }),
    ).querySelector(".heat-cell")?.firstChild?.textContent;
  expect(first("7", "1234")).toBe("7");
  expect(first("7", "12,345")).toBe("Mon, 0 7");
});

test("bars are as wide as their share of the longest, and parts of one bar as their share of the whole", () => {
  const bars = drawn(
    barList({
      label: "Revenue",
      heads: ["Category", "Revenue"],
      rows: [
        { label: "Chairs", ...part(80) },
        { label: "Lamps", ...part(20) },
        { label: "Refunds", ...part(-5) },
      ],
    }),
  );
  expect(all(bars, "rect:last-child").map((bar) => bar.getAttribute("width"))).toEqual(["100", "25", "0"]);
  const shares = drawn(
    shareBar({
      label: "Orders",
      total: "400",
      noun: "orders",
      heads: ["Status", "Orders", "Share"],
      parts: [299, 100, 1, 0].map((value, at) => ({
        label: `Status ${at}`,
        share: `${value / 4}%`,
        color: at + 1,
        ...part(value),
      })),
    }),
  );
  const widths = all(shares, ".share-bar rect").map((bar) => Number(bar.getAttribute("width")));
  expect(widths).toHaveLength(3);
  expect(widths[2], "the smallest part can still be seen").toBeGreaterThanOrEqual(1);
  expect(widths.reduce((sum, width) => sum + width, 0) + 2 * 0.5).toBeCloseTo(100, 1);
  expect(valuesOf(links(shares))).toEqual([299, 100, 1, 0]);
  expect(texts(all(shares, "tbody tr"))).toEqual([
    "Status 0299 rows74.75%",
    "Status 1100 rows25%",
    "Status 21 rows0.25%",
    "Status 30 rows0%",
  ]);
});

test("a sparkline without values is empty, and one with half of its values 0 is columns", () => {
  expect(sparkline({ values: [null, null] })).toBe("");
  expect(all(drawn(sparkline({ values: [null, 3, 4] })), "rect")).toHaveLength(0);
  expect(all(drawn(sparkline({ values: [0, 2, 3, 0] })), "rect")).toHaveLength(2);
});

test("a sparkline of many values combines several in each point", () => {
  const many = Array.from({ length: 30 }, (_, at) => (at % 3 === 0 ? 1 : 0));
  const curveOf = (html: string) => drawn(html).querySelector("path")?.getAttribute("d") ?? "";
  expect(all(drawn(sparkline({ values: many })), "rect")).toHaveLength(10);
  expect(all(drawn(sparkline({ values: many, adds: true })), "rect")).toHaveLength(0);
  expect(curveOf(sparkline({ values: many, adds: true })).match(/[LC]/g)).toHaveLength(9);
});
