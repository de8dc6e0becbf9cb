/**
 * Ctrl or ⌘ with Enter sends the form that somebody types in, from a box of several lines too, as its first button
 * would. Answers how to stop.
 */
export function sendKey(page: Document): () => void {
  page.addEventListener("keydown", send);
  return () => page.removeEventListener("keydown", send);
}

function send(event: KeyboardEvent) {
  const field = event.target as HTMLInputElement;
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
  if (!field.matches("textarea, select, input:not([type=checkbox])")) return; // a button is pressed itself
  const button = field.form?.querySelector<HTMLButtonElement>("button:not([type=button])");
  if (!button) return;
  event.preventDefault();
  field.form?.requestSubmit(button);
}
