/** Sample charts in every state. Their links lead back to the page. */
import { formatNumber } from "~/core/values/noun";
import { barList } from "~/ui/chart/bar-list.server";
import { columnChart } from "~/ui/chart/column-chart.server";
import { funnel } from "~/ui/chart/funnel.server";
import { heatMap } from "~/ui/chart/heat-map.server";
import { lineChart } from "~/ui/chart/line-chart.server";
import { shareBar } from "~/ui/chart/share-bar.server";
import { sparkline } from "~/ui/chart/sparkline.server";

const short = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 }).format;
const counted = (value: number) => ({ value, href: "/design", is: "rows" });
const sharePart = (value: number) => ({ text: formatNumber(value), counted: counted(value) });

/** `days` are days that add up. */
const line = (name: string, values: number[], before?: number[], { days = false } = {}) =>
  lineChart({
    label: `${name}: ${formatNumber(values.reduce((sum, value) => sum + value, 0))} in all`,
    names: { now: name, before: before && "the days before" },
    axis: short,
    sums: days ? { text: formatNumber, href: () => "/design" } : undefined,
    points: values.map((value, at) => ({
      label: `${at + 1} November 2026`,
      short: `${at + 1} Nov`,
      ...sharePart(value),
      weekend: days ? at % 7 < 1 || at % 7 > 5 : undefined,
      before: before && {
        label: `${at + 1} October 2026`,
        value: before[at] ?? 0,
        text: formatNumber(before[at] ?? 0),
      },
    })),
  });

const colors = [1, 2, 3, 4, 5, 6];
const columns = (names: string[], values: number[][]) =>
  columnChart({
    label: `${names.join(", ")} by day`,
    series: names.map((name, at) => ({ name, color: colors[at] ?? 6 })),
    axis: short,
    total: formatNumber,
    points: values.map((parts, at) => ({
      label: `${at + 1} November 2026`,
      short: `${at + 1} Nov`,
      parts: parts.map(sharePart),
    })),
  });

const wave = (count: number, size: number) =>
  Array.from({ length: count }, (_, at) => Math.round(size * (1.2 + Math.sin(at / 2.3) + Math.cos(at * 1.7) / 4)));
/** Mostly zero: a value on every fifth of 30 days. */
const mostlyZero = Array.from({ length: 30 }, (_, at) => (at % 5 === 1 ? (at % 4) + 1 : 0));
const longName = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
const names = ["Search", "Social", "Mail", "Direct", "Links", longName];

const bars = (values: number[]) =>
  barList({
    label: "Visits by source",
    heads: ["Source", "Visits"],
    rows: values.map((value, at) => ({
      label: names[names.length - 1 - at] ?? "",
      ...sharePart(value),
      color: at + 1,
    })),
  });

function shares(values: number[]) {
  const whole = values.reduce((sum, value) => sum + value, 0);
  return shareBar({
    label: "Visits by source",
    total: short(whole),
    noun: "visits",
    heads: ["Source", "Visits", "Share"],
    parts: values.map((value, at) => ({
      label: names[at] ?? "",
      share: whole === 0 ? "–" : `${Math.round((value / whole) * 100)}%`,
      color: at + 1,
      ...sharePart(value),
    })),
  });
}

const steps = (values: number[]) =>
  funnel({
    label: "Applications by stage",
    heads: ["Stage", "Applications", "Change"],
    steps: values.map((value, at) => {
      const before = values[at - 1];
      return {
        label: ["Applied", "Screening", "First interview", "Assessment at our own office", "Offer"][at] ?? "",
        drop: before ? `−${Math.round((1 - value / before) * 100)}%` : "",
        ...sharePart(value),
      };
    }),
  });

const days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const heat = (size: number) =>
  heatMap({
    label: "Visits by day and hour",
    corner: "Day",
    rows: days,
    columns: Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, "0")),
    cells: days.map((_, day) =>
      Array.from({ length: 24 }, (_, hour) =>
        sharePart(Math.max(0, Math.round(size * (Math.sin((hour - 6) / 5) - day / 12)))),
      ),
    ),
  });

/** Returns sample charts of each kind in all states. */
export function sampleCharts() {
  return {
    wide: [
      { title: "Line", html: line("Revenue", wave(12, 32_000), wave(12, 25_000).toReversed()) },
      { title: "Line, 40 points", html: line("Revenue", wave(40, 900_000_000), wave(40, 700_000_000)) },
      {
        title: "Line, mostly 0",
        html: line(
          "Orders",
          mostlyZero,
          Array.from({ length: 30 }, (_, at) => (at % 7 === 1 ? 2 : 0)),
        ),
      },
      { title: "Line, of days", html: line("Revenue", wave(30, 9_000), wave(30, 7_000).toReversed(), { days: true }) },
      {
        title: "Line, of days, mostly 0",
        html: line("Orders", mostlyZero, undefined, { days: true }),
      },
      { title: "Line, one point", html: line("Orders", [12], [9]) },
      { title: "Line, below 0", html: line("Result", [4000, 2500, -1200, -3100, 800, 5200]) },
      { title: "Line, nothing", html: line("Orders", [0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0]) },
      {
        title: "Columns, of parts",
        html: columns(
          names,
          Array.from({ length: 30 }, (_, at) => wave(6, 9).map((value, place) => (value * (at + place * 3)) % 17)),
        ),
      },
      {
        title: "Columns, of one part",
        html: columns(
          ["Visits"],
          wave(7, 1_400).map((value) => [value]),
        ),
      },
      { title: "Columns, a single one", html: columns(["Paid", "Due"], [[8, 3]]) },
      {
        title: "Columns, nothing",
        html: columns(
          ["Paid", "Due"],
          [
            [0, 0],
            [0, 0],
          ],
        ),
      },
      { title: "Heat map", html: heat(80) },
      { title: "Heat map, long numbers", html: heat(300_000) },
      { title: "Heat map, nothing", html: heat(0) },
    ],
    narrow: [
      { title: "Line in little room", html: line("Revenue", wave(31, 32_000), wave(31, 25_000)) },
      {
        title: "Columns in little room",
        html: columns(
          names,
          wave(12, 9).map((value, at) => names.map((_, place) => (value * (at + place)) % 11)),
        ),
      },
      { title: "Bars", html: bars([420, 310, 42, 17, 3, 0]) },
      { title: "Bars, nothing", html: bars([0, 0]) },
      { title: "Parts of a whole", html: shares([148, 62, 41, 27, 13, 9]) },
      { title: "Parts of a whole, of one part", html: shares([148_000, 0]) },
      { title: "Parts of a whole, nothing", html: shares([0, 0]) },
      { title: "Funnel", html: steps([240, 148, 61, 22, 9]) },
      { title: "Funnel, nothing", html: steps([0, 0, 0]) },
      { title: "Sparkline", html: sparkline({ values: wave(12, 10) }) },
      { title: "Sparkline, gaps", html: sparkline({ values: [null, 3, null, 5, 4, null] }) },
    ],
  };
}
