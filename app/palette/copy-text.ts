/** Puts a text into the clipboard. Where the browser allows that to secure pages only, it is copied as a person would: out of a field. */
export async function copyText(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "sr-only";
  (focused?.closest("[role=dialog]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
}
