type Press = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "defaultPrevented" | "target"
>;

/** Whether a key is pressed without one that changes what it means, and not to compose a character. */
export const isUnmodified = ({ ctrlKey, metaKey, shiftKey, altKey, isComposing }: KeyboardEvent) =>
  !(ctrlKey || metaKey || shiftKey || altKey || isComposing);

/** Whether a press is of a key alone, by somebody who does not type, so that it may be a shortcut. */
export const isPlainKey = ({ ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target }: Press) =>
  !(ctrlKey || metaKey || altKey || isComposing || defaultPrevented || isTyping(target));

/**
 * The small letter of a key. Where the keyboard has letters of another script, it is the Latin one in the same place.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">) {
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return ((isForeign && /^Key([A-Z])$/.exec(code)?.[1]) || key).toLowerCase();
}

/** Boxes to tick, buttons and the like take no letters, and a list of choices jumps to the one that begins with it. */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      "textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=file])",
    ) !== null);
