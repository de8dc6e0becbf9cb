/**
 * Closes an open `<details data-pop>` like a menu: on Escape, on an outside click and when its form is submitted;
 * without scripts, its summary closes it. Returns a function that stops this.
 */
export function popDetails(page: Document): () => void {
  page.addEventListener("keydown", onEscape);
  page.addEventListener("pointerdown", onPressElsewhere);
  page.addEventListener("submit", onSend);
  return () => {
    page.removeEventListener("keydown", onEscape);
    page.removeEventListener("pointerdown", onPressElsewhere);
    page.removeEventListener("submit", onSend);
  };
}

const opened = () => document.querySelector<HTMLDetailsElement>("details[data-pop][open]");

/** Closes it and returns the focus to its button if it was inside. */
function close(details: HTMLDetailsElement) {
  const within = details.contains(document.activeElement);
  details.open = false;
  if (within) details.querySelector("summary")?.focus();
}

function onEscape(event: KeyboardEvent) {
  const details = event.key === "Escape" && opened();
  if (details) close(details);
}

function onPressElsewhere({ target }: Event) {
  const details = opened();
  if (details && target instanceof Node && !details.contains(target)) details.open = false;
}

function onSend({ target }: Event) {
  const details = opened();
  if (details && target instanceof Node && details.contains(target)) close(details);
}
