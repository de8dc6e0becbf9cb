/** Boxes to tick, buttons and the like take no letters, and a list of choices jumps to the one that begins with it. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      "textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=file])",
    ) !== null);
