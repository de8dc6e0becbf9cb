/**
 * Ctrl or ⌘ with Enter sends the form that somebody types in, from a box of several lines too, as its first button
 * would. Answers how to stop.
 */
export function sendKey(page: Document): () => void {
  page.addEventListener("keydown", send);
  return () => page.removeEventListener("keydown", send);
}

function send(event: KeyboardEvent) {
  const { form } = event.target as Partial<HTMLInputElement>;
  if (!form || event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  form.requestSubmit(form.querySelector<HTMLElement>("button:not([type=button])"));
}
