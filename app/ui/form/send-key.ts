/**
 * Makes Ctrl or ⌘ with Enter submit the form by its first button, also from a textarea, and Enter in a field with
 * suggestions, which WebKit does not submit. Returns a function that removes the listener.
 */
export function sendKey(page: Document): () => void {
  page.addEventListener("keydown", send);
  return () => page.removeEventListener("keydown", send);
}

/** Whether the key belongs to an input method; WebKit marks the one that ends a composition only by its key code. */
const isComposing = ({ isComposing, keyCode }: KeyboardEvent) => isComposing || keyCode === 229;

function send(event: KeyboardEvent) {
  if (event.key !== "Enter" || event.defaultPrevented || isComposing(event)) return;
  const field = event.target as HTMLInputElement;
  const { form, value } = field;
  const button = form?.querySelector<HTMLButtonElement>("button:not([type=button])");
  if (!button) return;
  if (event.ctrlKey || event.metaKey) {
    if (!field.matches("textarea, select, input:not([type=checkbox])")) return; // buttons handle Enter themselves
    event.preventDefault();
    form?.requestSubmit(button);
  } else if (field.list) {
    let sent = false;
    form?.addEventListener("submit", () => (sent = true), { once: true });
    // If Enter chose a suggestion, the value has changed or the event was prevented.
    const isOurs = (up: KeyboardEvent) =>
      up.key === "Enter" && !sent && !event.defaultPrevented && field.value === value;
    field.addEventListener("keyup", (up) => isOurs(up) && form?.requestSubmit(button), { once: true });
  }
}
