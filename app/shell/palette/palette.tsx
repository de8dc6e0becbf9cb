import { Dialog, DialogPanel } from "@headlessui/react";
import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { EmojiMode } from "./emoji-mode";
import { useMay } from "~/core/access/may";
import { type Entry, firstGroups, allowedEntries } from "./entries";
import { EntryMode } from "./entry-mode";
import type { PartProps } from "./search-box";
import { letterOf } from "~/ui/typing";
import { isCommand, onMac } from "./shortcuts";
import { useChoice } from "./use-choice";
import type { Mode } from "./use-entries";

/** The command palette: search, pages and actions. */
export default function Palette({ userId, box, shortcuts, onClose, onSheet }: PartProps) {
  const [typed, setTyped] = useState("");
  const may = useMay();
  const [mode, setMode] = useState<Mode>("commands");
  const { choose, copied, refused } = useChoice({ userId, onClose, onSheet, enter });

  function enter(next: Mode) {
    setMode(next);
    setTyped("");
  }
  function back() {
    if (mode === "commands") onClose();
    else enter("commands");
  }
  /** Takes over what was typed into the header's search box while the palette was loading. */
  function takeOver() {
    const waiting = box.current?.value;
    if (!waiting || !box.current) return;
    box.current.value = "";
    setTyped(waiting);
  }
  function keys(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    const isBack = event.key === "Escape" || (event.key === "Backspace" && mode !== "commands" && typed === "");
    const entry =
      shortcuts && mode === "commands" && isCommand(event.nativeEvent, onMac())
        ? allowedEntries(may, letterEntries).find(withLetter(letterOf(event.nativeEvent)))
        : undefined;
    if (!isBack && !entry) return;
    event.preventDefault();
    event.stopPropagation();
    if (entry) choose(entry);
    else back();
  }

  return (
    <Dialog open onClose={back} aria-label="Command palette" className="no-print" onFocus={focusInput}>
      <div className="scrim" aria-hidden onClick={onClose} />
      <DialogPanel className="dialog palette" onKeyDownCapture={keys}>
        {mode === "emoji" ? (
          <EmojiMode typed={typed} onType={setTyped} onBack={back} />
        ) : (
          <EntryMode
            mode={mode}
            typed={typed}
            onType={setTyped}
            onReady={takeOver}
            onChoose={choose}
            onBack={back}
            copied={copied}
            refused={refused}
            userId={userId}
            shortcuts={shortcuts}
          />
        )}
      </DialogPanel>
    </Dialog>
  );
}

/** Moves the focus from the dialog to the input, because on touch screens Headless UI focuses the dialog itself. */
function focusInput({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (target === currentTarget) currentTarget.querySelector("input")?.focus();
}

const letterEntries = firstGroups.flatMap(({ entries }) => entries.filter(({ letter }) => letter));
const withLetter =
  (key: string) =>
  ({ letter }: Entry) =>
    letter?.toLowerCase() === key;
