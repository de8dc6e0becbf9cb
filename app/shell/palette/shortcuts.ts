/** The keys that open something from anywhere on a page. */
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

/** What a press of a key opens. `/` and `?` are letters to somebody who types; Ctrl or ⌘ with K is none. */
export function shortcutOf(press: Press, isMac: boolean): Shortcut | undefined {
  if (press.defaultPrevented || press.repeat || press.isComposing) return undefined;
  if (letterOf(press) === "k" && isCommand(press, isMac)) return "palette";
  if (!isPlainKey(press)) return undefined;
  if (press.key === "/") return "palette";
  return press.key === "?" ? "sheet" : undefined;
}

/** Whether the system's own key for commands is held, and no other. */
export function isCommand(
  { ctrlKey, metaKey, altKey, shiftKey }: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "shiftKey">,
  isMac: boolean,
) {
  return !altKey && !shiftKey && (isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey);
}

/** The card of the settings that turns them off. */
export const shortcutsCard = "shortcuts-card";

/** Whether this is one of Apple's systems, where ⌘ takes the place of Ctrl. */
export const onMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

const never = () => () => {};

/** The name of the key for commands on this system, followed by a letter: "Ctrl K" until the scripts know better. */
export function useKeyName(letter: string) {
  const isMac = useSyncExternalStore(never, onMac, () => false);
  return isMac ? `⌘${letter}` : `Ctrl ${letter}`;
}
