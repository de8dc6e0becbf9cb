/**
 * Closes what a `<details data-pop>` has opened over the page, as menus close: by Escape, by a press elsewhere, and
 * when its form is sent. Answers how to stop. Without it, its button closes it.
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

/** The focus goes back to the button where it would be lost. */
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
