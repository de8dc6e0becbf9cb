/**
 * Adds arrow keys to all menus of a page, focuses the first item when one opens, and closes it when an action is
 * chosen. Returns a function that removes the listeners.
 */
export function menuKeys(page: Document): () => void {
  page.addEventListener("keydown", move);
  page.addEventListener("submit", close);
  // Toggle events do not bubble, but can be captured.
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

/** Returns the index of the item that a key moves to, wrapping around, or undefined for other keys. */
export function nextItem(key: string, place: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (place + 1) % count;
  if (key === "ArrowUp") return (Math.max(place, 0) - 1 + count) % count;
  if (key === "Home") return 0;
  if (key === "End") return count - 1;
  return undefined;
}

/**
 * Closes a menu after an action, because its items may change and a second click would do something else. Menus of
 * toggles stay open for the next choice.
 */
function close({ submitter }: SubmitEvent) {
  if (submitter?.ariaPressed) return;
  const menu = submitter?.closest<HTMLElement>("[data-menu]:popover-open");
  // A menu opened by the address is closed by the page that follows.
  if (!new URLSearchParams(location.search).has("menu")) menu?.hidePopover();
}

function focusFirstItem(event: Event) {
  const opens = (event as ToggleEvent).newState === "open";
  if (!opens || !(event.target instanceof Element) || !event.target.matches("[data-menu]")) return;
  itemsOf(event.target)[0]?.focus({ preventScroll: true });
}
