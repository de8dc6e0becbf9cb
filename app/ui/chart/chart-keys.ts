/**
 * Adds arrow keys to charts, and returns a function that removes them: each chart is one tab stop, and arrows move
 * between columns, parts and cells. The table beside each chart has the same links for use without scripts.
 */
export function chartKeys(place: HTMLElement): () => void {
  place.addEventListener("keydown", move);
  place.addEventListener("focusin", keepOneStop);
  return () => {
    place.removeEventListener("keydown", move);
    place.removeEventListener("focusin", keepOneStop);
  };
}

type Link = HTMLElement | SVGElement;

const chartOf = (event: Event) => (event.target instanceof Element ? event.target.closest("[data-keys]") : null);
const linksIn = (place: ParentNode) => [...place.querySelectorAll<Link>("a[href]")];

/** Makes the focused link the chart's tab stop. */
function keepOneStop(event: Event) {
  const chart = chartOf(event);
  if (!chart) return;
  for (const link of linksIn(chart)) link.tabIndex = link === event.target ? 0 : -1;
}

function move(event: KeyboardEvent) {
  const chart = chartOf(event);
  if (!chart || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const next = linkAt(chart, event.target as Link, event.key);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Returns the link that a key moves to, or undefined for other keys and at the ends. */
function linkAt(chart: Element, from: Link, key: string): Link | undefined {
  const links = linksIn(chart);
  if (key === "Home") return links[0];
  if (key === "End") return links.at(-1);
  const forth = chart.closest("[dir]")?.getAttribute("dir") === "rtl" ? "ArrowLeft" : "ArrowRight";
  const along = key === forth ? 1 : key === "ArrowLeft" || key === "ArrowRight" ? -1 : 0;
  const across = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
  if (along === 0 && across === 0) return undefined;
  return chart.matches("table") ? cellAt(from, along, across) : partAt(chart, from, along, across);
}

/** Returns the next cell with a link in the row or the column. */
function cellAt(from: Link, along: number, across: number): Link | undefined {
  let cell = from.closest("td");
  while (cell) {
    const row = cell.closest("tr");
    const rows: Element[] = [...(row?.parentElement?.children ?? [])];
    const place = cell.cellIndex + along;
    cell = (row && rows[rows.indexOf(row) + across]?.children[place]?.closest("td")) ?? null;
    const [link] = cell ? linksIn(cell) : [];
    if (link) return link;
  }
  return undefined;
}

/**
 * Returns the next column with a link or, within a stacked column, the part above or below. The first part is at the
 * bottom.
 */
function partAt(chart: Element, from: Link, along: number, across: number): Link | undefined {
  const columns = [...chart.children]
    .map((column) => (column.matches("a") ? [column as Link] : linksIn(column)))
    .filter((links) => links.length > 0);
  const at = columns.findIndex((links) => links.includes(from));
  const part = columns[at]?.indexOf(from) ?? 0;
  if (across !== 0) return columns[at]?.[part - across];
  const next = columns[at + along];
  return next?.[Math.min(part, next.length - 1)];
}
