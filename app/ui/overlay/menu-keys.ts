/**
 * Arrow keys for all menus of a page, the focus that moves into a menu when it opens, and the end of a menu when an act
 * of it is chosen. Answers how to stop.
 */
export function menuKeys(page: Document): () => void {
  page.addEventListener("keydown", move);
  page.addEventListener("submit", close);
  // Toggle events do not bubble, but they can be caught on the way down.
  page.addEventListener("toggle", focusFirstItem, true);
  return () => {
    page.removeEventListener("keydown", move);
    page.removeEventListener("submit", close);
    page.removeEventListener("toggle", focusFirstItem, true);
  };
}

const itemsOf = (menu: Element) => [...menu.querySelectorAll<HTMLElement>(".item:not(:disabled)")];

function move(event: KeyboardEvent) {
  const menu = event.target instanceof Element && event.target.closest("[data-menu]");
  if (!menu) return;
  const items = itemsOf(menu);
  const next = nextItem(event.key, items.indexOf(event.target as HTMLElement), items.length);
  if (next === undefined) return;
  event.preventDefault();
  items[next]?.focus();
}

/** The place that a key leads to among `count` items, going round at the ends; nothing for other keys. */
export function nextItem(key: string, place: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (place + 1) % count;
  if (key === "ArrowUp") return (Math.max(place, 0) - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

/**
 * What is in a menu changes with what was done: a second press at the same place would do something else. Where it is
 * chosen from, and stays as it is, the next choice is made beside the first.
 */
function close({ submitter }: SubmitEvent) {
  if (submitter?.ariaPressed) return;
  const menu = submitter?.closest<HTMLElement>("[data-menu]:popover-open");
  // One that the address has open is closed by the page that the answer leads to.
  if (!new URLSearchParams(location.search).has("menu")) menu?.hidePopover();
}

function focusFirstItem(event: Event) {
  const opens = (event as ToggleEvent).newState === "open";
  if (!opens || !(event.target instanceof Element) || !event.target.matches("[data-menu]")) return;
  itemsOf(event.target)[0]?.focus({ preventScroll: true });
}
