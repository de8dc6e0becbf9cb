/** Dialogs with a global shortcut. */
import { useSyncExternalStore } from "react";
import { isPlainKey, letterOf } from "~/ui/typing";

export type Shortcut = "palette" | "sheet";

type Press = Pick<
  KeyboardEvent,
  | "key"
  | "code"
  | "ctrlKey"
  | "metaKey"
  | "altKey"
  | "shiftKey"
  | "repeat"
  | "isComposing"
  | "defaultPrevented"
  | "target"
>;

/** Returns the dialog that a key press opens. `/` and `?` are ignored while typing; Ctrl or ⌘ with K is not. */
export function shortcutOf(press: Press, isMac: boolean): Shortcut | undefined {
  if (press.defaultPrevented || press.repeat || press.isComposing) return undefined;
  if (letterOf(press) === "k" && isCommand(press, isMac)) return "palette";
  if (!isPlainKey(press)) return undefined;
  if (press.key === "/") return "palette";
  return press.key === "?" ? "sheet" : undefined;
}

/** Whether only the system's command key is held: ⌘ on Apple systems, else Ctrl. */
export function isCommand(
  { ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  isMac: boolean,
) {
  return !altKey && !shiftKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

/** Id of the settings card that turns the shortcuts off. */
export const shortcutsCard = "shortcuts-card";

/** Whether this is an Apple system, which uses ⌘ instead of Ctrl. */
export const onMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

const noSubscription = () => () => {};

/** Returns the name of a shortcut with the command key, such as "⌘K". It is "Ctrl K" until scripts run. */
export function useKeyName(letter: string) {
  const isMac = useSyncExternalStore(noSubscription, onMac, () => false);
  return isMac ? `⌘${letter}` : `Ctrl ${letter}`;
}
