/**
 * Layout checks, described in words. These functions run inside the page of any engine, so they use nothing from
 * outside themselves.
 */

/** Whether React has hydrated the page. */
export const isHydrated = (): boolean =>
  Object.keys(document.querySelector("a.skip") ?? {}).some((key) => key.startsWith("__reactProps"));

/** Lists visible controls whose center is covered by something else, which would receive their clicks. */
export function coveredControls(): string[] {
  const top = document.querySelector(
    "dialog:modal, :popover-open:not(.toast), details[data-pop][open], [role=listbox]",
  );
  const controls = (top ?? document.body).querySelectorAll<HTMLElement>(
    "a[href], button, input, select, textarea, summary, [contenteditable=true]",
  );
  const named = (part: Element | null) =>
    part
      ? `<${part.tagName.toLowerCase()}> "${(part.getAttribute("aria-label") ?? part.textContent ?? "").trim().slice(0, 60)}"`
      : "nothing";
  const isReached = (control: HTMLElement, hit: Element | null) => {
    const label =
      control.closest("label") ?? ("labels" in control ? (control as HTMLInputElement).labels?.[0] : undefined);
    return hit !== null && (control.contains(hit) || label?.contains(hit));
  };
  return [...controls].flatMap((control) => {
    const details = control.closest("details:not([open])");
    const isFolded =
      details &&
      !(
        control.matches("summary") &&
        control.parentElement === details &&
        !details.parentElement?.closest("details:not([open])")
      );
    if (
      isFolded ||
      control.matches(":disabled, .skip, [aria-hidden=true] *") ||
      !control.checkVisibility({ visibilityProperty: true })
    )
      return [];
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { left, top, width, height } = control.getClientRects()[0] ?? new DOMRect();
    if (width < 2 || height < 2) return []; // for the ear only
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return isReached(control, hit) || hit?.closest(".toast") ? [] : [`${named(control)} is covered by ${named(hit)}`];
  });
}

/** Lists texts that begin with a number and whose words are displayed before it on a right-to-left page. */
export function turnedTexts(): string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const wrong: string[] = [];
  while (texts.nextNode()) {
    const node = texts.currentNode;
    const match = /^\s*\d[\d.,]* [a-z]/i.exec(node.textContent ?? "");
    if (!match || !node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    const place = (at: number) => (range.setStart(node, at), range.setEnd(node, at + 1), range.getBoundingClientRect());
    const [first, last] = [place(match[0].search(/\d/)), place(match[0].length - 1)];
    if (first.width > 0 && first.top === last.top && first.left > last.left)
      wrong.push(`"${(node.textContent ?? "").trim().slice(0, 40)}" is turned around`);
  }
  return wrong;
}

/**
 * Lists what overflows: the page its window, tables and other content their card, text its cell or card, amounts the
 * visible part of their card; and overlapping texts in a row.
 */
export function overflows(): string[] {
  const short = (text: string | null | undefined) => `"${(text ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  const scrolls = (part: Element) => getComputedStyle(part).overflowX !== "visible";
  const wider = (document.scrollingElement?.scrollWidth ?? 0) - innerWidth;
  const wrong = wider > 0 ? [`the page is ${wider} px wider than its window`] : [];
  for (const table of document.querySelectorAll(".table-list, .table-stack")) {
    const by = (table.parentElement?.scrollWidth ?? 0) - (table.parentElement?.clientWidth ?? 0);
    if (by > 1)
      wrong.push(`the table ${short(table.querySelector("caption")?.textContent)} is ${by} px wider than its card`);
  }
  for (const card of document.querySelectorAll(".card")) {
    const by = card.scrollHeight - card.clientHeight;
    if (by > 3)
      wrong.push(`what ${short(card.querySelector(".card-title")?.textContent)} holds hangs ${by} px out of its card`);
  }
  const inCells = new Map<Element, DOMRect[]>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    const card = parent?.closest(".card");
    const isUnseen = (part: Element) =>
      part.closest(".sr-only, [role=tooltip], .tipbox, .heat-readout, [popover], thead") !== null ||
      !part.checkVisibility({ visibilityProperty: true });
    if (!parent || !card || !texts.currentNode.textContent?.trim() || isUnseen(parent)) continue;
    const isAmount = parent.matches("data");
    range.selectNodeContents(texts.currentNode);
    const rects = [...range.getClientRects()].filter(({ width }) => width >= 2);
    if (isAmount && rects.length > 1) wrong.push(`${short(parent.textContent)} is broken`);
    // Cut or scrolling text is intended, unless it is an amount. In Chromium a broken word sticks out by its last
    // letter's overhang.
    let isCut = false;
    for (let box: Element = parent; box.parentElement; box = box.parentElement) {
      isCut ||= scrolls(box) && box !== card;
      if (isCut && !isAmount) break;
      const isCell = box.matches("td, th");
      if (isCell) inCells.set(box, [...(inCells.get(box) ?? []), ...rects]);
      if (isCell || isCut || box === card) {
        const { left, right } = box.getBoundingClientRect();
        const by = Math.max(0, ...rects.map((rect) => Math.round(Math.max(left - rect.left, rect.right - right))));
        if (by > 3)
          wrong.push(
            `${short(parent.textContent)} sticks ${by} px out of the ${box.tagName.toLowerCase()} in ${short(card.querySelector(".card-title")?.textContent ?? document.title)}`,
          );
      }
      if (box === card) break;
    }
  }
  const meet = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4;
  for (const [cell, rects] of inCells) {
    if (getComputedStyle(cell).position === "sticky") continue; // cells scroll below it
    for (let other = cell.nextElementSibling; other; other = other.nextElementSibling) {
      const others = inCells.get(other) ?? [];
      if (rects.some((rect) => others.some((its) => meet(rect, its))))
        wrong.push(`${short(cell.textContent)} lies over ${short(other.textContent)}`);
    }
  }
  return wrong;
}
