type Press = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "isComposing" | "defaultPrevented" | "target"
>;

/** Whether a key is pressed without modifiers, and not for an input method. */
export const isUnmodified = ({ ctrlKey, metaKey, shiftKey, altKey, isComposing }: KeyboardEvent) =>
  !(ctrlKey || metaKey || shiftKey || altKey || isComposing);

/** Whether a key may be a shortcut: pressed without Ctrl, ⌘ or Alt, and not while typing. */
export const isPlainKey = ({ ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target }: Press) =>
  !(ctrlKey || metaKey || altKey || isComposing || defaultPrevented || isTyping(target));

/**
 * Returns the lower-case letter of a key. On keyboards with another script, it is the Latin one in the same position.
 */
export function letterOf({ key, code }: Pick<KeyboardEvent, "key" | "code">) {
  const isForeign = /^\p{L}$/u.test(key) && !/\p{Script=Latin}/u.test(key);
  return ((isForeign && /^Key([A-Z])$/.exec(code)?.[1]) || key).toLowerCase();
}

/**
 * Whether the target accepts typing. Checkboxes and buttons do not; select boxes do, because letters choose an option.
 */
const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.closest(
      "textarea, select, input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=file])",
    ) !== null);
