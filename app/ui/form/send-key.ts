/**
 * Ctrl or ⌘ with Enter sends the form that somebody types in, from a box of several lines too, as its first button
 * would. So does Enter alone in a field with suggestions, where WebKit keeps that key to itself. Answers how to stop.
 */
export function sendKey(page: Document): () => void {
  page.addEventListener("keydown", send);
  return () => page.removeEventListener("keydown", send);
}

/** Whether the key belongs to an input method: WebKit says so by a number alone of the one that ends a word. */
const isComposing = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229;

function send(event: KeyboardEvent) {
  if (event.key !== "Enter" || event.defaultPrevented || isComposing(event)) return;
  const field = event.target as HTMLInputElement;
  const { form, value } = field;
  const button = form?.querySelector<HTMLButtonElement>("button:not([type=button])");
  if (!button) return;
  if (event.ctrlKey || event.metaKey) {
    if (!field.matches("textarea, select, input:not([type=checkbox])")) return; // a button is pressed itself
    event.preventDefault();
    form?.requestSubmit(button);
  } else if (field.list) {
    let sent = false;
    form?.addEventListener("submit", () => (sent = true), { once: true });
    // Whoever chose a suggestion by it has another value now, or its event was prevented.
    const isOurs = (up: KeyboardEvent) =>
      up.key === "Enter" && !sent && !event.defaultPrevented && field.value === value;
    field.addEventListener("keyup", (up) => isOurs(up) && form?.requestSubmit(button), { once: true });
  }
}
